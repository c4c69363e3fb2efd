internal import CarouselUI
internal import Glibc
internal import PhotoBrowsing
internal import PhotoLibrary

/// Appends a line about the browser's state to a file each time the browser settles, so that scripts and
/// tests can wait for it. The environment variable `CAROUSEL_PHOTOS_LOG` states the path.
@MainActor
final class StateLog {
  /// Opens the log. Returns `nil` if the environment variable is not set or the file cannot be opened.
  ///
  /// - Parameter print: Prints a message to the user.
  static func open(_ print: (String) -> Void) -> StateLog? {
    guard let path = getenv("CAROUSEL_PHOTOS_LOG").map({ String(cString: $0) }) else { return nil }
    guard let file = fopen(path, "ae") else {
      print("cannot open the log \(path) (CAROUSEL_PHOTOS_LOG): \(String(cString: strerror(errno)))")
      return nil
    }
    return StateLog(file)
  }

  private let file: UnsafeMutablePointer<FILE>

  private init(_ file: UnsafeMutablePointer<FILE>) { self.file = file }

  /// Writes a line with the state of `browser`.
  func recordSettle(of browser: PhotoBrowser) {
    let (carousel, window, size) = (browser.carousel, browser.ui.window, browser.ui.contentView.size)
    let state = browser.state
    let uri =
      state.currentPhoto.map { URIList.Entry.file(path: $0.photo.pathBytes).description } ?? ""
    let page = state.page == .carousel ? "photos" : state.page.rawValue
    write(
      "settled index=\(state.currentIndex ?? carousel.currentItemIndex) offset=\(carousel.scrollOffset) type=\(carousel.type.rawValue) "
        + "vertical=\(carousel.isVertical) size=\(Int(size.width))x\(Int(size.height)) "
        + "scale=\(window.scale) items=\(carousel.numberOfItems) fullscreen=\(window.state.contains(.fullscreen)) "
        + "page=\(browser.emptyPage?.name ?? page) zoom=\(browser.zoom) photo=\(uri)"
    )
  }

  private func write(_ line: String) {
    fputs(line + "\n", file)
    fflush(file)
  }
}
