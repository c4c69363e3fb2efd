import CarouselUI
import PhotoBrowserUI

/// The size that a window probably gets, before the compositor has told it.
///
/// A wrong size costs a decode: the photo is then decoded again at the right one.
struct ExpectedWindow {
  /// The box of a photo in the carousel.
  let box: PhotoBox
  /// The box of a photo that fills the window.
  let wholeBox: PhotoBox

  /// Fails without an output. With several outputs the first one counts.
  init?(_ options: BrowserOptions, on outputs: [Output]) {
    guard let output = outputs.first else { return nil }
    let (size, pixels) = (output.logicalSize, output.pixelWidth)
    guard size.width > 0, size.height > 0 else { return nil }
    // The width of a rotated output is that of its pixels' height.
    let width = output.transform.swapsAxes ? output.pixelHeight : pixels
    let scale = width > 0 ? Double(width) / size.width : Double(output.scale)
    let window = options.isFullscreen ? size : options.size
    wholeBox = PhotoBox(size: window, scale: scale)
    box = PhotoBox(
      size: BrowserLayout.photoBox(in: window, isVertical: options.isVertical), scale: scale)
  }
}
