internal import Glibc

/// The turn from one cover of a `coverFlow2` to the next: its value, and what drives it.
///
/// When the index changes under a slow hand, the value jumps to ±1 and eases to 0: the covers are still where they were and
/// then turn. In a glide or a scroll it follows the offset instead.
///
/// iCarousel: `toggle`.
package struct CoverTurn: Sendable {
  /// In `-1...1`: 0 means that the current item is turned to the viewer.
  package private(set) var value = 0.0
  /// Whether the value follows the offset instead of easing out by itself, as of the last commit.
  private(set) var followsOffset = false
  private var phase = Phase.still
  /// Whether the last release was too slow for a fling: then the covers turn by themselves while the carousel aligns.
  private var lastReleaseWasSlow = false

  /// When the last turn began; `nil` until the next frame.
  private var since: Timestamp? = .distantPast

  private enum Phase: Sendable {
    /// Nothing has moved since the turn was last at rest: it stays as it is.
    case still
    /// A touch has stopped it on its way.
    case stopped
    /// It eases out, or would if the value were not 0.
    case easing
  }

  /// The shortest turn, in seconds: after a fast drag.
  static let shortest = 0.2
  /// The longest turn, in seconds: after a slow drag.
  static let longest = 0.4

  package init() {}

  /// Whether the covers are between two items.
  private var isTurned: Bool { abs(value) > offsetMargin }

  /// Whether frames are needed for the turn to go on.
  var isTurning: Bool { if case .easing = phase { isTurned } else { false } }

  /// Whether something has moved since the turn was last at rest.
  var isAwake: Bool { if case .easing = phase { true } else { false } }

  // MARK: Inputs

  /// Begins a turn because the current item changed by `items` items, of which only the last counts.
  mutating func begin(passing items: Int, at now: Timestamp?) {
    value = Double(max(-1, min(1, items)))
    since = now
    phase = .easing
  }

  /// Takes what the carousel does now; decides what drives the turn.
  ///
  /// - Parameter isPastEnd: Whether a carousel with ends is beyond them or on its last item, where the turn follows the
  ///   offset.
  mutating func update(during activity: ScrollActivity, isPastEnd: Bool) {
    switch activity {
    case .decelerating, .autoscrolling: followsOffset = true
    case .animating: followsOffset = !lastReleaseWasSlow || isPastEnd
    case .idle, .held, .dragging: followsOffset = isPastEnd
    }
  }

  /// Takes where the nearest loaded item is, in items from the center.
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

  /// Notes how a hand let go.
  mutating func release(wasSlow: Bool) { lastReleaseWasSlow = wasSlow }

  /// A touch has stopped a motion: the turn stops with it.
  mutating func stop() {
    phase = .stopped
    lastReleaseWasSlow = false
  }

  /// Goes on from where a touch has stopped it.
  mutating func resume() {
    guard case .stopped = phase else { return }
    since = nil
    phase = .easing
  }

  /// A motion is under way: a turn may go on by itself after it.
  mutating func wake() {
    resume()
    phase = .easing
  }

  /// Ends the turn.
  mutating func finish() { value = 0 }

  /// Goes on by itself from where a glide stopped, `distance` items before the nearest item.
  mutating func rest(_ distance: Double, at now: Timestamp) {
    since = now + -Self.longest * abs(distance)
    phase = .easing
    value = max(-1, min(1, -distance))
  }

  /// Turns as another carousel's covers do.
  mutating func mirror(_ other: CoverTurn) {
    value = other.value
    phase = .still
  }

  // MARK: Time

  /// Moves on to where the turn is at `now`, if it eases out.
  ///
  /// - Parameter velocity: The speed of the hand, in items per second: a fast one makes a short turn.
  /// - Returns: Whether anything has changed.
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

  /// Lets what a slow hand has set turning turn on while the carousel aligns.
  mutating func advanceWhileAligning(to now: Timestamp, isPastEnd: Bool, velocity: Double) {
    if lastReleaseWasSlow, !isPastEnd, isTurned { _ = advance(to: now, velocity: velocity) }
  }

  /// Counts times from a clock that shows `seconds` more.
  mutating func shiftTime(by seconds: Double) {
    since = since.map { $0 + seconds }
  }
}
