import CarouselUI
import Dispatch
import GalleryPages

ActivationToken.takeFromEnvironment()
do {
  switch try GalleryOptions.parse(CommandLine.arguments) {
  case .help: print(GalleryOptions.usage)
  case .list: for page in GalleryPage.all { print("\(page.id)\t\(page.title): \(page.summary)") }
  case .show(let options):
    try GalleryProgram(options).start()
    dispatchMain()
  }
} catch let error as GalleryOptions.Problem {
  GalleryProgram.quit(.usage, error.description)
} catch {
  GalleryProgram.end(error)
}
