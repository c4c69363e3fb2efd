internal import Glibc

/// The cover turn: the turn from one cover of a `coverFlow2` to the next.
///
/// The value is the part of the turn that remains. When the current index changes during a slow drag, the
/// value jumps to ±1 and eases to 0: the covers first keep their orientation and then turn. During a
/// deceleration or a scroll the value follows the offset instead.
///
/// iCarousel: `toggle`.
package struct CoverTurn: Sendable {
  /// The value in `-1...1`. At 0 the current item faces the viewer.
  package private(set) var value = 0.0
  /// Whether the value follows the offset, as of the last commit. If not, it eases to 0 with time.
  private(set) var followsOffset = false
  private var phase = Phase.still
  /// Whether the last release was too slow for a fling. If so, the turn advances with time while the carousel
  /// snaps.
  private var lastReleaseWasSlow = false

  /// The time at which the last turn started; `nil` until the next frame.
  private var since: Timestamp? = .distantPast

  private enum Phase: Sendable {
    /// The turn has ended, and no motion has begun since. The value does not change.
    case still
    /// A touch has stopped the turn. The value does not change.
    case stopped
    /// The value eases to 0 with time.
    case easing
  }

  /// The duration of a turn after a fast drag, in seconds.
  static let shortest = 0.2
  /// The duration of a turn after a slow drag, in seconds.
  static let longest = 0.4

  package init() {}

  /// Whether the covers are between two items.
  private var isTurned: Bool { abs(value) > offsetMargin }

  /// Whether the turn needs frames to continue.
  var isTurning: Bool { if case .easing = phase { isTurned } else { false } }

  /// Whether a turn is under way or a motion has begun since the last turn ended.
  var isAwake: Bool { if case .easing = phase { true } else { false } }

  // MARK: Inputs

  /// Begins a turn because the current index changed by `items` items. The turn never exceeds one item.
  mutating func begin(passing items: Int, at now: Timestamp?) {
    value = Double(max(-1, min(1, items)))
    since = now
    phase = .easing
  }

  /// Sets whether the value follows the offset, according to the carousel's activity.
  ///
  /// - Parameter isPastEnd: Whether a carousel with ends is on its last item or beyond an end. There the turn
  ///   follows the offset.
  mutating func update(during activity: ScrollActivity, isPastEnd: Bool) {
    switch activity {
    case .decelerating, .autoscrolling: followsOffset = true
    case .animating: followsOffset = !lastReleaseWasSlow || isPastEnd
    case .idle, .held, .dragging: followsOffset = isPastEnd
    }
  }

  /// Makes the value follow the offset in all activities.
  mutating func followAlways() {
    followsOffset = true
    phase = .still
    lastReleaseWasSlow = false
  }

  /// If the value follows the offset, sets it for a nearest item at `distance` from the center, in items.
  mutating func follow(nearest distance: Double) {
    guard followsOffset else { return }
    let clamped = max(-1, min(1, distance))
    if distance > 0 {
      value = distance <= 0.5 ? -clamped : 1 - clamped
    } else {
      value = distance > -0.5 ? -clamped : -1 - clamped
    }
    if value == 0 { value = 0 }  // no −0
  }

  /// Records whether a release was too slow for a fling.
  mutating func release(wasSlow: Bool) { lastReleaseWasSlow = wasSlow }

  /// Stops the turn, because a touch has stopped the motion.
  mutating func stop() {
    phase = .stopped
    lastReleaseWasSlow = false
  }

  /// Continues a turn that a touch has stopped.
  mutating func resume() {
    guard case .stopped = phase else { return }
    since = nil
    phase = .easing
  }

  /// Allows a turn after the current motion.
  mutating func wake() {
    resume()
    phase = .easing
  }

  /// Ends the turn immediately.
  mutating func finish() { value = 0 }

  /// Makes the turn advance with time after a deceleration that has ended `distance` items from the nearest
  /// item.
  mutating func rest(_ distance: Double, at now: Timestamp) {
    since = now + -Self.longest * abs(distance)
    phase = .easing
    value = max(-1, min(1, -distance))
  }

  /// Copies the value of another carousel's cover turn.
  mutating func mirror(_ other: Double) {
    value = other
    phase = .still
  }

  // MARK: Time

  /// Advances the turn to `now`, if it eases to 0.
  ///
  /// - Parameter velocity: The velocity of the last drag, in items per second. After a fast drag the turn is
  ///   shorter.
  /// - Returns: Whether the value has changed.
  mutating func advance(to now: Timestamp, velocity: Double) -> Bool {
    guard case .easing = phase else { return false }
    guard isTurned else {
      phase = .still
      return false
    }
    let slowness = velocity == 0 ? 1 : min(1, 1 / abs(velocity))
    let duration = Self.shortest + (Self.longest - Self.shortest) * slowness
    let begin = since ?? now + -duration * EaseInOut.time(of: 1 - abs(value))
    since = begin
    let progress = EaseInOut.progress(at: (now - begin) / duration)
    value = value < 0 ? progress - 1 : 1 - progress
    return true
  }

  /// Advances a turn after a slow drag while the carousel snaps.
  mutating func advanceWhileAligning(to now: Timestamp, isPastEnd: Bool, velocity: Double) {
    if lastReleaseWasSlow, !isPastEnd, isTurned { _ = advance(to: now, velocity: velocity) }
  }
}
