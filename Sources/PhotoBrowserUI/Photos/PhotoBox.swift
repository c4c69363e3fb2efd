package import CarouselUI
package import DecoderProtocol

/// The box that each photo must fit into.
package struct PhotoBox: Equatable, Sendable {
  /// The size of the box, in points.
  package let size: Size
  /// The number of pixels per point.
  package let scale: Double

  /// Creates a box of a size in points, with a number of pixels per point.
  package init(size: Size, scale: Double) { (self.size, self.scale) = (size, scale) }

  /// The size of the box, in pixels.
  package var target: TargetSize {
    TargetSize(width: Int((size.width * scale).rounded()), height: Int((size.height * scale).rounded()))
  }

  /// Returns the size of a photo's view in points: the largest size that fits into the box. An image that was
  /// decoded for this box gets its own size, so that it is drawn without resampling.
  ///
  /// - Parameter pixels: The size of the image in pixels; `nil` while no image is loaded.
  package func size(of pixels: Size?) -> Size {
    guard let pixels else { return size }
    let own = Size(width: pixels.width / scale, height: pixels.height / scale)
    let fit = ContentMode.fit.placement(of: own, in: Rect(origin: .zero, size: size)).size
    // A difference of less than a pixel comes from rounding and must not cause resampling.
    return abs(fit.width - own.width) * scale < 1 && abs(fit.height - own.height) * scale < 1 ? own : fit
  }
}
