/// The settings of autoplay and autoscroll, and the current reasons for a pause.
package struct AutoplaySettings: Equatable, Codable, Sendable {
  /// How long the carousel rests before it scrolls to the next item, in seconds; 0 means forever.
  package var interval = 0.0
  /// The steady speed, in items per second; positive is forward.
  package var speed = 0.0
  package var end = AutoscrollEnd.stop
  package var pauses: AutoscrollPauses = [.touch, .hidden]
  /// The current reasons for a pause, except ``AutoscrollPauses/touch``, which the scroller tracks.
  package var presences: AutoscrollPauses = []
  /// Whether the user has paused autoplay and autoscroll.
  package var isPaused = false

  /// Whether autoplay and autoscroll are paused for a reason other than a touch.
  var isHeld: Bool { isPaused || !pauses.isDisjoint(with: presences) }
}

/// Decides when autoplay scrolls to the next item.
///
/// The interval starts when the carousel comes to rest, and starts again after a pause.
struct Autoplay: Sendable {
  var settings = AutoplaySettings()
  /// When the carousel came to rest; `nil` while it moves or pauses.
  private var restBegan: Timestamp?

  /// When autoplay scrolls next; `nil` while no rest has begun.
  var dueTime: Timestamp? { restBegan.map { $0 + settings.interval } }

  /// Resets the interval because the carousel moves or is paused.
  mutating func forgetRest() { restBegan = nil }

  /// Returns the time at which autoplay was due, or `nil` if it is not due at `now`.
  ///
  /// - Parameter arrival: When the last motion ended, if it ended between the last frame and this one.
  mutating func goesOn(at now: Timestamp, arrival: Timestamp?) -> Timestamp? {
    let began = restBegan ?? arrival.map { min($0, now) } ?? now
    restBegan = began
    let due = began + settings.interval
    guard now >= due else { return nil }
    // After such a long time without frames the carousel was not on screen, which counts as a pause.
    let isLate = now - due > Scroller.shortestPause
    restBegan = isLate ? now : due
    return isLate ? nil : due
  }

  /// Moves stored times to a clock that is `seconds` ahead.
  mutating func shiftTime(by seconds: Double) { restBegan = restBegan.map { $0 + seconds } }
}
