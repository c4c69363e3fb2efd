public import Geometry

/// How a picture is placed in a rectangle.
public enum ContentMode: Hashable, Sendable, CaseIterable {
  /// As large as possible with everything visible; keeps its proportions.
  case fit
  /// As small as possible with nothing left empty; keeps its proportions, what hangs over is cut off.
  case fill
  /// One picture pixel on one pixel of the canvas, in the middle; what hangs over is cut off.
  case center
  /// Exactly the rectangle; does not keep its proportions.
  case stretch

  /// Returns where a picture lies, which for ``fill`` and ``center`` may reach beyond `rect`.
  ///
  /// - Parameters:
  ///   - size: The picture's natural size, in the unit of `rect`.
  ///   - rect: The place to fill.
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
