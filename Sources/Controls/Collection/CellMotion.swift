internal import Geometry

/// The motion of a cell to its place: the distance from the place, and the opacity, as functions of time.
///
/// The motion does not depend on the place, so that the content can scroll meanwhile.
struct CellMotion: Sendable {
  private let x, y: Spring
  private let fade: Fade
  private let firstAlpha: Double
  private var since: Timestamp?
  private(set) var displacement: Point
  /// In `0...1`.
  private(set) var alpha: Double

  /// The natural frequency, in radians per second. A motion takes about half a second.
  private static let frequency = 16.0
  /// The precision of the springs, in points.
  private static let precision = 0.25
  /// The time in which a cell fades in or out, in seconds.
  private static let fadeTime = 0.2

  /// The way in which the opacity changes.
  enum Fade { case none, fadesIn, fadesOut }

  /// Creates a motion that begins with the next frame.
  ///
  /// - Parameters:
  ///   - displacement: The distance of the cell from its place, in points.
  ///   - velocity: In points per second.
  ///   - alpha: The opacity at the beginning.
  init(from displacement: Point, velocity: Point = .zero, alpha: Double = 1, fade: Fade = .none) {
    func spring(_ distance: Double, _ velocity: Double) -> Spring {
      Spring(from: distance, to: 0, velocity: velocity, frequency: Self.frequency, precision: Self.precision)
    }
    (x, y) = (spring(displacement.x, velocity.x), spring(displacement.y, velocity.y))
    self.fade = fade
    self.displacement = displacement
    (self.alpha, firstAlpha) = (alpha, alpha)
  }

  /// The velocity at the time of the last frame, in points per second.
  private(set) var velocity = Point.zero

  /// Advances to `now`. Returns whether the motion goes on.
  mutating func advance(to now: Timestamp) -> Bool {
    let start = since ?? now
    since = start
    let time = now - start
    displacement = Point(x: x.offset(at: time), y: y.offset(at: time))
    velocity = Point(x: x.velocity(at: time), y: y.velocity(at: time))
    let part = fade == .none ? 1 : min(max(time / Self.fadeTime, 0), 1)
    switch fade {
    case .none: alpha = 1
    case .fadesIn: alpha = firstAlpha + (1 - firstAlpha) * part
    case .fadesOut: alpha = firstAlpha * (1 - part)
    }
    if part < 1 { return true }
    return !(x.isOver(at: time) && y.isOver(at: time))
  }
}
