public import Geometry

/// A direction on the screen in which a card is swiped. It does not depend on the axis of the carousel.
///
/// Beyond iCarousel; Koloda: `SwipeResultDirection`; UIKit: `UISwipeGestureRecognizer.Direction`.
public enum SwipeDirection: String, Codable, CaseIterable, Sendable {
  case left, right, up, down
  case topLeft, topRight, bottomLeft, bottomRight

  /// The unit vector of the direction; y grows downward.
  public var vector: Point {
    let half = 0.5.squareRoot()
    return switch self {
    case .left: Point(x: -1, y: 0)
    case .right: Point(x: 1, y: 0)
    case .up: Point(x: 0, y: -1)
    case .down: Point(x: 0, y: 1)
    case .topLeft: Point(x: -half, y: -half)
    case .topRight: Point(x: half, y: -half)
    case .bottomLeft: Point(x: -half, y: half)
    case .bottomRight: Point(x: half, y: half)
    }
  }

  /// All directions. If a swipe matches two directions equally, the first of them is chosen. This is a
  /// constant, because `allCases` allocates memory.
  static let all = allCases

  /// Returns the component of `vector` in this direction.
  func component(of vector: Point) -> Double { vector.x * self.vector.x + vector.y * self.vector.y }
}
