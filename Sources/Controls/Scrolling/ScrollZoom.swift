internal import Geometry
internal import Views

/// The zoom of a scroll view, as a value: the scale and the place of the content, pinches, and motions.
struct ScrollZoom: Sendable {
  /// A scale with the position of the content's top left corner, in the coordinates of the scroll view.
  struct Place: Hashable, Sendable {
    var scale = 1.0
    var origin = Point.zero

    /// Returns the place with another scale at which the same point of the content is at `point`.
    func scaled(to newScale: Double, about point: Point) -> Place {
      Place(scale: newScale, origin: point - (point - origin) * (newScale / scale))
    }
  }

  private enum Activity {
    case idle
    case pinching(Pinch)
    case moving(Motion)
  }
  private struct Pinch {
    let start: Place
    /// The point of the scroll view at which the pinch began.
    let point: Point
  }
  private struct Motion {
    let start, end: Place
    let course: ScaleMotion
    /// The time of the beginning; `nil` before the first frame.
    var since: Timestamp?
  }
  private var activity = Activity.idle

  private(set) var place = Place()
  /// The scales at rest.
  private(set) var range = 1.0...1.0
  /// The size of the content at a scale of 1, and of the scroll view, in points.
  var contentSize = Size.zero
  var visibleSize = Size.zero

  private static let possibleScales = 0.01...100.0
  /// The natural frequency of the spring, in radians per second. A zoom takes 0.4 seconds, as a step of a carousel.
  private static let frequency = 30.0
  /// The resistance beyond the smallest and the largest scale, as a logarithm: at most twice the scale.
  private static let band = RubberBand(limit: 0.7)

  /// Whether the scale can change.
  var isEnabled: Bool { range.lowerBound < range.upperBound }
  /// Whether the content moves to another scale by itself.
  var isMoving: Bool { if case .moving = activity { true } else { false } }
  /// Whether fingers change the scale.
  var isPinching: Bool { if case .pinching = activity { true } else { false } }
  /// The place at the end of a motion; otherwise the current place.
  var target: Place { if case .moving(let motion) = activity { motion.end } else { place } }

  /// Sets the scales at rest. A number that is not finite means 1, others are clamped to `0.01...100`.
  mutating func setRange(from least: Double, to most: Double) {
    func valid(_ scale: Double) -> Double {
      scale.isFinite ? min(max(scale, Self.possibleScales.lowerBound), Self.possibleScales.upperBound) : 1
    }
    range = valid(least)...max(valid(least), valid(most))
  }

  /// Returns the size of the content at a scale.
  func scaledSize(at scale: Double) -> Size {
    Size(width: contentSize.width * scale, height: contentSize.height * scale)
  }

  /// Returns the position of content that is smaller than the scroll view: it is in the middle.
  func inset(at scale: Double) -> Point {
    let scaled = scaledSize(at: scale)
    return Point(
      x: max(((visibleSize.width - scaled.width) / 2).rounded(), 0),
      y: max(((visibleSize.height - scaled.height) / 2).rounded(), 0))
  }

  /// Returns the nearest place at which the content may rest.
  ///
  /// - Parameter point: The point of the scroll view at which the content stays if the scale changes.
  func resting(_ place: Place, about point: Point) -> Place {
    let scale = min(max(place.scale, range.lowerBound), range.upperBound)
    var rest = scale == place.scale ? place : place.scaled(to: scale, about: point)
    let (scaled, inset) = (scaledSize(at: scale), inset(at: scale))
    func clamped(_ position: Double, _ length: Double, _ visible: Double, _ inset: Double) -> Double {
      length <= visible ? inset : min(max(position, visible - length), 0).rounded()
    }
    rest.origin = Point(
      x: clamped(rest.origin.x, scaled.width, visibleSize.width, inset.x),
      y: clamped(rest.origin.y, scaled.height, visibleSize.height, inset.y))
    return rest
  }

  /// Sets the position of the content, which has scrolled. It ends a motion.
  mutating func stop(at origin: Point) {
    activity = .idle
    place.origin = origin
  }

  // MARK: Pinches

  /// Begins to follow two fingers around `point`.
  mutating func beginPinch(at point: Point) {
    activity = .pinching(Pinch(start: place, point: point))
  }

  /// Follows two fingers.
  ///
  /// - Parameters:
  ///   - factor: The distance of the fingers, divided by their distance at the beginning.
  ///   - point: The point between the fingers.
  mutating func pinch(by factor: Double, at point: Point) {
    guard case .pinching(let pinch) = activity, factor.isFinite, factor > 0, point.x.isFinite,
      point.y.isFinite
    else { return }
    let scale = Self.band.stretchedScale(pinch.start.scale * factor, in: range)
    place = pinch.start.scaled(to: scale, about: pinch.point)
    place.origin = place.origin + (point - pinch.point)
  }

  /// Ends a pinch at the current place.
  mutating func endPinch() { if isPinching { activity = .idle } }

  /// The place at which the pinch began, without a pinch the current place.
  var startOfPinch: Place { if case .pinching(let pinch) = activity { pinch.start } else { place } }

  /// Whether the scale is outside of its range.
  var isStretched: Bool { !range.contains(place.scale) }

  // MARK: Motions

  /// Moves to a place: with a spring that continues the current velocity if `animated` is `true`, otherwise at once.
  mutating func move(to end: Place, animated: Bool, at now: Timestamp?) {
    guard end.scale.isFinite, end.scale > 0, end.origin.x.isFinite, end.origin.y.isFinite else { return }
    guard animated, end != place else {
      activity = .idle
      place = end
      return
    }
    var velocity = 0.0
    var since: Timestamp?
    if case .moving(let motion) = activity, let start = motion.since, let now {
      (velocity, since) = (motion.course.velocity(at: now - start), now)
    }
    let course = ScaleMotion(
      from: place.scale, to: end.scale, velocity: velocity, frequency: Self.frequency)
    activity = .moving(Motion(start: place, end: end, course: course, since: since))
  }

  /// Updates the place to that at `now`. Returns whether a motion has ended.
  mutating func advance(to now: Timestamp) -> Bool {
    guard case .moving(var motion) = activity else { return false }
    let since = motion.since ?? now
    motion.since = since
    let time = now - since
    if motion.course.isOver(at: time) {
      activity = .idle
      place = motion.end
      return true
    }
    activity = .moving(motion)
    let (start, end) = (motion.start, motion.end)
    // One point of the scroll view keeps its content.
    place = Place(
      scale: motion.course.scale(at: time),
      origin: start.origin + (end.origin - start.origin) * motion.course.part(at: time))
    return false
  }
}
