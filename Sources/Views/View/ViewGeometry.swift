internal import Geometry

/// The position, size and transform of a view.
struct ViewGeometry: Hashable {
  /// The untransformed rectangle in the superview's points.
  var frame: Rect
  /// The origin of the view's own coordinates, in points. A scroll view moves its subviews with it.
  var scrollOrigin = Point.zero
  /// A transform about the center of ``frame``.
  var transform = Transform2D.identity

  init(size: Size) { frame = Rect(origin: .zero, size: size) }

  /// The view's rectangle in its own coordinates. A change of the size keeps the center of ``frame``.
  var bounds: Rect {
    get { Rect(origin: scrollOrigin, size: frame.size) }
    set {
      if newValue.size != frame.size {
        let center = frame.center
        frame = Rect(
          x: center.x - newValue.size.width / 2, y: center.y - newValue.size.height / 2,
          width: newValue.size.width, height: newValue.size.height)
      }
      scrollOrigin = newValue.origin
    }
  }

  /// Returns whether the view covers another area of its superview than with `other`.
  func differsInSuperview(from other: ViewGeometry) -> Bool {
    frame != other.frame || transform != other.transform
  }

  /// The map from the view's coordinates to the superview's.
  var mapToSuperview: Transform2D {
    guard transform != .identity else {
      return .translation(x: frame.minX - scrollOrigin.x, y: frame.minY - scrollOrigin.y)
    }
    let center = bounds.center
    return Transform2D.translation(x: -center.x, y: -center.y).concatenated(with: transform)
      .concatenated(with: .translation(x: frame.center.x, y: frame.center.y))
  }
}
