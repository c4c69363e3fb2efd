// A program for tests of CarouselUI. It opens a window for each argument, with the argument as its title and a button
// that closes it. The window "kept" refuses the user's request to close it. The program retains the first window only.
import CarouselUI

var first: CarouselWindow?
do {
  for title in CommandLine.arguments.dropFirst() {
    let window = try CarouselWindow(title: title, size: Size(width: 200, height: 100))
    window.contentView = Button("Close") { [unowned window] in window.close() }
    window.onClose = { print("\(title) is closed") }
    if title == "kept" { window.shouldClose = { false } }
    first = first ?? window
  }
} catch {
  print(error)
}
first?.run()
