public import Geometry

/// How an image is placed in a rectangle.
///
/// UIKit: `UIView.ContentMode`.
public enum ContentMode: Hashable, Sendable, CaseIterable {
  /// Scales the image, with its aspect ratio, to the largest size that fits the rectangle.
  case fit
  /// Scales the image, with its aspect ratio, to the smallest size that covers the rectangle; the rest is clipped.
  case fill
  /// Centers the image without scaling, one image pixel per canvas pixel; the rest is clipped.
  case center
  /// Scales the image to the rectangle, without keeping its aspect ratio.
  case stretch

  /// Returns the frame of an image. With ``fill`` and ``center`` it may extend beyond `rect`.
  ///
  /// - Parameters:
  ///   - size: The image's natural size, in the unit of `rect`.
  ///   - rect: The rectangle to place the image in.
  public func placement(of size: Size, in rect: Rect) -> Rect {
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
    return Rect(
      x: rect.center.x - width / 2, y: rect.center.y - height / 2, width: width, height: height)
  }
}
