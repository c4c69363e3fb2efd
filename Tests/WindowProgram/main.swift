// A program for tests of CarouselUI.
//
// usage: window-program [--never-reconnect] [--connect-again] TITLE…
//        window-program --surface window|wallpaper|panel|kiosk|outputs
//
// It opens a window for each title, with a button that closes it. The window "kept" refuses the user's request to close it. The
// program retains the first window only. With --connect-again it prints the error of a second connection. With --surface it shows
// a carousel on a surface of that kind.
import CarouselUI

var arguments = CommandLine.arguments.dropFirst()
if arguments.first == "--never-reconnect" {
  arguments.removeFirst()
  var options = Application.Options()
  options.reconnection = .never
  _ = try? Application.connect(options: options)
}
let connectsAgain = arguments.first == "--connect-again"
if connectsAgain { arguments.removeFirst() }
do {
  if arguments.first == "--surface", let kind = arguments.dropFirst().first {
    try showSurface(kind)
  } else {
    try showWindows(arguments)
  }
} catch {
  print(error)
}

func showWindows(_ titles: ArraySlice<String>) throws {
  var first: CarouselWindow?
  for title in titles {
    let window = try CarouselWindow(title: title, size: Size(width: 200, height: 100))
    window.contentView = Button("Close") { [unowned window] in window.close() }
    window.onClose = { print("\(title) is closed") }
    if title == "kept" { window.shouldClose = { false } }
    first = first ?? window
  }
  if connectsAgain {
    do { try Application.connect() } catch { print(error) }
  }
  first?.run()
}
