public import Geometry

/// How an image is placed in a rectangle.
///
/// UIKit: `UIView.ContentMode`.
public enum ContentMode: Hashable, Sendable, CaseIterable {
  /// Scales the image, with its aspect ratio, to the largest size that fits the rectangle.
  case fit
  /// Scales the image, with its aspect ratio, to the smallest size that covers the rectangle. Parts outside the
  /// rectangle are clipped.
  case fill
  /// Centers the image without scaling: one image pixel per canvas pixel. Parts outside the rectangle are
  /// clipped.
  case center
  /// Scales the image to the rectangle, without keeping its aspect ratio.
  case stretch

  /// Returns the frame of an image. With ``fill`` and ``center`` it may extend beyond `rect`.
  ///
  /// - Parameters:
  ///   - size: The image's size without scaling, in the unit of `rect`.
  ///   - rect: The rectangle to place the image in.
  ///   - position: (0, 0) aligns the top left corners of the image and `rect`, (1, 1) the bottom right corners, and
  ///     (0.5, 0.5), the default, the centers.
  public func placement(
    of size: Size, in rect: Rect, position: Point = Point(x: 0.5, y: 0.5)
  ) -> Rect {
    let scale: Size
    let horizontal = rect.size.width / size.width
    let vertical = rect.size.height / size.height
    switch self {
    case .fit: scale = Size(width: min(horizontal, vertical), height: min(horizontal, vertical))
    case .fill: scale = Size(width: max(horizontal, vertical), height: max(horizontal, vertical))
    case .center: scale = Size(width: 1, height: 1)
    case .stretch: scale = Size(width: horizontal, height: vertical)
    }
    let width = size.width * scale.width
    let height = size.height * scale.height
    func share(_ value: Double) -> Double { value > 0 ? min(value, 1) : 0 }
    return Rect(
      x: rect.minX + (rect.size.width - width) * share(position.x),
      y: rect.minY + (rect.size.height - height) * share(position.y), width: width, height: height)
  }
}
