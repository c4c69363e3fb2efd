import CarouselUI
import Glibc

/// Writes what the browser shows to the file named by `CAROUSEL_PHOTOS_LOG`, a line each time it has come to rest, so that
/// scripts and tests can wait for it.
final class StateLog {
  /// The log, if the environment asks for one and the file can be written.
  static let shared: StateLog? = {
    guard let path = getenv("CAROUSEL_PHOTOS_LOG").map({ String(cString: $0) }) else { return nil }
    guard let file = fopen(path, "ae") else {
      complain(
        "the log \(path) named by CAROUSEL_PHOTOS_LOG cannot be written: \(String(cString: strerror(errno)))")
      return nil
    }
    return StateLog(file)
  }()

  private let file: UnsafeMutablePointer<FILE>

  private init(_ file: UnsafeMutablePointer<FILE>) { self.file = file }

  func settled(_ browser: PhotoBrowser) {
    let (carousel, window) = (browser.carousel, browser.ui.window)
    write(
      "settled index=\(carousel.currentItemIndex) offset=\(carousel.scrollOffset) type=\(carousel.type.rawValue) "
        + "vertical=\(carousel.isVertical) size=\(Int(window.size.width))x\(Int(window.size.height)) "
        + "scale=\(window.scale) items=\(carousel.numberOfItems) fullscreen=\(window.state.contains(.fullscreen))"
    )
  }

  private func write(_ line: String) {
    fputs(line + "\n", file)
    fflush(file)
  }
}
