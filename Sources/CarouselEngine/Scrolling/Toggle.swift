/// The turn from one sleeve of a `coverFlow2` to the next.
///
/// When the index changes, it jumps to ±1 and eases to 0: the sleeves are still where they were and then turn.
///
/// iCarousel: `toggle`.
package struct Toggle: Sendable {
  /// In `-1...1`: 0 means that the current item is turned to the viewer.
  package private(set) var value = 0.0
  /// When the turn began; `nil` means that the next frame says so.
  private var since: Timestamp? = Timestamp(seconds: -.infinity)

  /// The shortest turn, in seconds: after a fast drag.
  static let shortest = 0.2
  /// The longest turn, in seconds: after a slow drag.
  static let longest = 0.4

  package init() {}

  /// Whether the turn goes on.
  var isTurning: Bool { abs(value) > offsetMargin }

  /// Begins a turn by `items` items, of which only the last counts.
  mutating func begin(passing items: Int, at now: Timestamp?) {
    value = Double(max(-1, min(1, items)))
    since = now
  }

  /// Turns with the scroll offset instead of by itself: `distance` is how far the nearest item is from the centre.
  mutating func follow(_ distance: Double) {
    let clamped = max(-1, min(1, distance))
    if distance > 0 {
      value = distance <= 0.5 ? -clamped : 1 - clamped
    } else {
      value = distance > -0.5 ? -clamped : -1 - clamped
    }
    if value == 0 { value = 0 }  // no −0
  }

  /// Ends the turn.
  mutating func finish() { value = 0 }

  /// Goes on by itself from where a glide stopped, `distance` items before the nearest item.
  mutating func rest(_ distance: Double, at now: Timestamp) {
    since = now + -Self.longest * abs(distance)
    value = max(-1, min(1, -distance))
  }

  /// Moves on to where the turn is at `now`.
  ///
  /// - Parameter velocity: The speed of the hand, in items per second: a fast one makes a short turn.
  mutating func advance(to now: Timestamp, velocity: Double) {
    let begin = since ?? now
    since = begin
    let slowness = velocity == 0 ? 1 : min(1, 1 / abs(velocity))
    let duration = Self.shortest + (Self.longest - Self.shortest) * slowness
    let progress = EaseInOut.progress(at: (now - begin) / duration)
    value = value < 0 ? progress - 1 : 1 - progress
  }
}
