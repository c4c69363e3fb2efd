package import Geometry

/// A step of a drag whose distance and velocity were measured elsewhere.
///
/// Only replays of iCarousel's recordings use this input: the recordings contain the velocities that the gesture
/// recognizer of iOS measured. The velocity of a contact is measured by `VelocityTracker`.
package enum MeasuredDrag: Codable, Sendable {
  /// The finger comes down. The touch stops any motion.
  case touch
  /// The drag begins. The carousel follows the finger from this translation, without a jump.
  case begin(translation: Point)
  /// The finger has moved by `translation` points since it came down. The velocity is in points per second.
  case move(translation: Point, velocity: Point)
  /// The finger is lifted.
  case end
}
