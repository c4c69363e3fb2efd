internal import Geometry
internal import Views

/// The offset of a scroll view along one axis, as a value: drags, momentum, and the bounce at the ends.
///
/// The motions are the same as in a carousel, in points instead of items.
struct ScrollTrack: Sendable {
  private enum Activity: Sendable {
    case idle
    /// Follows a finger.
    case dragging
    /// Moves since the time `since`; `nil` until the first frame of the motion. The content has moved by `shift` points meanwhile,
    /// and the motion with it.
    case moving(any ScrollMotion, since: Timestamp?, shift: Double = 0)
  }
  private var activity = Activity.idle

  /// The offset of the content, in points. It is outside of `0...limit` while the content is stretched.
  private(set) var offset = 0.0
  /// The largest offset at rest, in points.
  private(set) var limit = 0.0
  /// The length of the visible part, in points.
  private(set) var visibleLength = 1.0
  /// Whether a drag can stretch the content beyond its ends.
  var bounces = true

  /// The time in which a flick loses most of its speed, in seconds; the same as in `UIScrollView`.
  private static let timeConstant = 0.5
  /// The natural frequency of the spring that moves stretched content back, in radians per second.
  private static let bounceFrequency = 12.0
  /// The natural frequency of an animated scroll, in radians per second. The scroll takes about half a second.
  private static let scrollFrequency = 16.0
  /// A flick ends below this speed, in points per second.
  private static let leastSpeed = 15.0
  /// The maximum speed of a flick, in points per second.
  private static let mostSpeed = 20_000.0
  /// The precision of springs, in points.
  private static let precision = 0.25

  /// Whether the content moves by itself, without a finger.
  var isMoving: Bool { if case .moving = activity { true } else { false } }
  /// Whether the content follows a finger.
  var isDragging: Bool { if case .dragging = activity { true } else { false } }
  /// The offset at which the motion ends; without a motion, the current offset.
  var target: Double {
    if case .moving(let motion, _, let shift) = activity, let end = motion.end { return end + shift }
    return offset
  }

  /// Returns whether the content can move toward larger offsets (`direction` > 0) or smaller ones (`direction`
  /// < 0).
  func canScroll(toward direction: Double) -> Bool {
    direction > 0 ? offset < limit - 0.01 : direction < 0 ? offset > 0.01 : false
  }

  /// Sets the lengths. If the limit changes, a drag continues, and so does a motion that stays below the new
  /// limit. Otherwise the track stops, and the offset is clamped.
  ///
  /// - Parameters:
  ///   - shift: The distance by which the visible content has moved with the change, in points. The offset follows it. A drag
  ///     goes on, and so does a motion: with the same velocity, and to the new place of its end.
  ///   - now: The time of the last frame.
  mutating func setLengths(content: Double, visible: Double, shift: Double = 0, at now: Timestamp? = nil) {
    visibleLength = max(visible.isFinite ? visible : 1, 1)
    let newLimit = max(content.isFinite ? content - visibleLength : 0, 0)
    let shift = shift.isFinite ? shift : 0
    guard newLimit != limit || shift != 0 else { return }
    limit = newLimit
    if shift != 0 {
      offset += shift
      shiftMotion(by: shift, at: now)
      if isMoving { return }
    }
    if isDragging { return }
    if isMoving, target <= limit, offset <= limit { return }
    activity = .idle
    offset = clamped(offset)
  }

  /// Moves a motion together with the offset.
  private mutating func shiftMotion(by distance: Double, at now: Timestamp?) {
    guard case .moving(let motion, let since, let shift) = activity else { return }
    if motion is Spring, let end = motion.end, (0...limit).contains(end + shift + distance) {
      activity = .moving(motion, since: since, shift: shift + distance)
      return
    }
    let time = now.flatMap { now in since.map { now - $0 } } ?? 0
    let velocity = motion.velocity(at: time)
    if motion is Spring, let end = motion.end {
      begin(
        Spring(
          from: offset, to: clamped(end + shift + distance), velocity: velocity,
          frequency: Self.scrollFrequency, precision: Self.precision))
    } else {
      // A flick has no memory: from here, it goes on as before, up to the new limit.
      release(velocity: velocity)
    }
    // The offset is that of the last frame.
    if since != nil, case .moving(let motion, _, _) = activity { activity = .moving(motion, since: now) }
  }

  private func clamped(_ offset: Double) -> Double { min(max(offset, 0), limit) }

  private var band: RubberBand { RubberBand(limit: visibleLength) }

  /// Begins to follow a finger.
  mutating func beginDrag() { activity = .dragging }

  /// Changes the offset by `distance`; beyond an end, by less.
  mutating func drag(by distance: Double) {
    guard distance.isFinite else { return }
    // The offset that the drag would have without the resistance beyond the ends.
    var pulled = offset
    if offset < 0 { pulled = -band.pull(forStretch: -offset) }
    if offset > limit { pulled = limit + band.pull(forStretch: offset - limit) }
    pulled += distance
    if !bounces {
      offset = clamped(pulled)
    } else if pulled < 0 {
      offset = -band.stretch(forPull: -pulled)
    } else if pulled > limit {
      offset = limit + band.stretch(forPull: pulled - limit)
    } else {
      offset = pulled
    }
  }

  /// Ends the drag. The content continues with `velocity`, in points per second.
  mutating func release(velocity: Double) {
    let velocity = velocity.isFinite ? min(max(velocity, -Self.mostSpeed), Self.mostSpeed) : 0
    let rest = clamped(offset)
    if offset != rest {
      return begin(spring(from: offset, to: rest, velocity: velocity))
    }
    guard abs(velocity) >= Self.leastSpeed, canScroll(toward: velocity) else {
      activity = .idle
      return
    }
    let decay = Decay(from: offset, velocity: velocity, timeConstant: Self.timeConstant)
    let end = velocity > 0 ? limit : 0
    guard let handOver = decay.time(toCover: end - offset) else { return begin(decay) }
    let speed = bounces ? decay.velocity(at: handOver) : 0
    begin(JoinedMotion(decay, until: handOver, then: spring(from: end, to: end, velocity: speed)))
  }

  private func spring(from start: Double, to end: Double, velocity: Double) -> Spring {
    // With this minimum, a fast spring stretches the content by only a part of its visible length.
    let frequency = max(Self.bounceFrequency, abs(velocity) / visibleLength)
    return Spring(
      from: start, to: end, velocity: velocity, frequency: frequency, precision: Self.precision)
  }

  private mutating func begin(_ motion: some ScrollMotion) { activity = .moving(motion, since: nil) }

  /// Sets the offset, also beyond the ends, and the length of the content, which is zoomed.
  mutating func follow(_ newOffset: Double, content: Double) {
    activity = .dragging
    limit = max(content.isFinite ? content - visibleLength : 0, 0)
    if newOffset.isFinite { offset = newOffset }
  }

  /// Stops at the current offset.
  mutating func stop() { activity = .idle }

  /// Moves the content to `target`: with a motion that continues the current velocity if `animated` is `true`,
  /// otherwise immediately.
  mutating func scroll(to target: Double, animated: Bool, at now: Timestamp? = nil) {
    guard target.isFinite else { return }
    let target = clamped(target)
    guard animated, target != offset else {
      activity = .idle
      offset = target
      return
    }
    var velocity = 0.0
    if case .moving(let motion, let since?, _) = activity, let now {
      velocity = motion.velocity(at: now - since)
    }
    let speed = target > offset ? max(velocity, 0) : min(velocity, 0)
    begin(
      Spring(
        from: offset, to: target, velocity: speed,
        frequency: max(Self.scrollFrequency, abs(speed) / max(abs(target - offset), 1)),
        precision: Self.precision))
  }

  /// Moves the content by `distance` without stretching it. Returns whether it moved.
  mutating func move(by distance: Double) -> Bool {
    guard distance.isFinite else { return false }
    activity = .idle
    let old = offset
    offset = clamped(offset + distance)
    return offset != old
  }

  /// Updates the offset to its value at `now`.
  mutating func advance(to now: Timestamp) {
    guard case .moving(let motion, let since, let shift) = activity else { return }
    let start = since ?? now
    activity = .moving(motion, since: start, shift: shift)
    let time = now - start
    offset = motion.offset(at: time) + shift
    if !bounces { offset = clamped(offset) }
    let isSlow = motion.end == nil && abs(motion.velocity(at: time)) < Self.leastSpeed
    if isSlow || motion.isOver(at: time) {
      activity = .idle
      // Whole points, so that text at rest is sharp.
      offset = clamped((motion.end.map { $0 + shift } ?? offset).rounded())
    }
  }
}
