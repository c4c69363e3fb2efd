package import CarouselUI
internal import DecoderProtocol
package import PhotoBrowsing

/// The sizes from which the zoom scales of a photo follow. A zoom scale of 1 shows the photo at its fitting size.
package struct PhotoScales: Equatable, Sendable {
  /// The size of the page, in points.
  package let page: Size
  /// The number of pixels of the screen per point.
  package let screenScale: Double
  /// The size of the photo at a zoom scale of 1, in points. It has exactly the proportions of the photo.
  package let fitting: Size
  /// The size of the image that was decoded for ``fitting``, in points: whole pixels of the screen.
  package let image: Size
  /// The size of the whole photo, in pixels; `nil` while it is not known.
  package let whole: Size?

  /// Creates the scales.
  ///
  /// - Parameters:
  ///   - box: The size of the page.
  ///   - image: The size of the image that is shown, in pixels; `nil` without an image.
  ///   - whole: The size of the whole photo, in pixels; `nil` while it is not known. The image may then be a small preview, which is
  ///     enlarged.
  package init(_ box: PhotoBox, image: Size?, whole: Size?) {
    (page, screenScale, self.whole) = (box.size, box.scale, whole)
    guard let whole, whole.width > 0, whole.height > 0 else {
      fitting = box.size(of: image)
      self.image = fitting
      return
    }
    let (target, scale) = (box.target, box.scale)
    let pixels = target.size(forImageOf: Int(whole.width), by: Int(whole.height))
    self.image = Size(width: Double(pixels.width) / scale, height: Double(pixels.height) / scale)
    let factor = min(Double(target.width) / whole.width, Double(target.height) / whole.height, 1) / scale
    fitting = Size(width: whole.width * factor, height: whole.height * factor)
  }

  /// The zoom scale at which a pixel of the photo is a pixel of the screen; at least 1.
  package var actual: Double {
    guard let whole, fitting.width > 0 else { return 1 }
    return max(whole.width / (fitting.width * screenScale), 1)
  }

  /// The zoom scale at which the photo covers the page.
  package var fill: Double {
    guard !fitting.isEmpty else { return 1 }
    return max(page.width / fitting.width, page.height / fitting.height, 1)
  }

  /// The largest zoom scale: a pixel of the photo is as wide as 16 pixels of the screen.
  package var largest: Double { min(max(actual * 16, fill), 100) }

  /// The zoom scale of a double tap: actual pixels, or larger if they are almost the fitting size.
  package var doubleTap: Double { actual >= 1.5 ? actual : min(max(fill, 2.5), largest) }

  /// Returns the zoom scale for a zoom.
  package func scale(of zoom: PhotoZoom) -> Double {
    let scale =
      switch zoom {
      case .fit: 1.0
      case .fill: fill
      case .actual: actual
      case .scale(let factor): factor * actual
      }
    return scale.isFinite ? min(max(scale, 1), largest) : 1
  }

  /// Returns the number of pixels of the screen for a pixel of the photo at a zoom scale.
  package func pixels(at scale: Double) -> Double { scale / actual }
}
