/// How a carousel moves by itself.
package struct AutoplaySettings: Equatable, Sendable {
  /// How long the carousel rests before it goes on to the next item, in seconds; 0 is forever.
  package var interval = 0.0
  /// The steady speed, in items per second; positive is forwards.
  package var speed = 0.0
  package var end = AutoscrollEnd.stop
  package var pauses: AutoscrollPauses = [.touch, .hidden]
  /// Which reasons for a pause there are now; ``AutoscrollPauses/touch`` is not noted here.
  package var presences: AutoscrollPauses = []
  /// Whether the user has paused it.
  package var isPaused = false

  /// Whether nothing may move by itself now, whatever touches it.
  var isHeld: Bool { isPaused || !pauses.isDisjoint(with: presences) }
}

/// Decides when a carousel goes on by itself.
///
/// It counts from the last rest. A pause does not count: the interval starts again after it.
struct Autoplay: Sendable {
  var settings = AutoplaySettings()
  /// When the carousel came to rest; `nil` while it moves or pauses.
  private var restBegan: Timestamp?

  /// When it is time to go on; `nil` if that is not known yet.
  var dueTime: Timestamp? { restBegan.map { $0 + settings.interval } }

  /// The carousel moves, or pauses.
  mutating func forgetRest() { restBegan = nil }

  /// The carousel rests at `now`; returns since when it ought to have gone on, if it ought to.
  ///
  /// - Parameter arrival: When the last motion ended, if that was between the last frame and this one.
  mutating func goesOn(at now: Timestamp, arrival: Timestamp?) -> Timestamp? {
    let began = restBegan ?? arrival.map { min($0, now) } ?? now
    restBegan = began
    let due = began + settings.interval
    guard now >= due else { return nil }
    // Without frames for so long the carousel was not on screen: that was a pause, too.
    let isLate = now - due > Scroller.shortestPause
    restBegan = isLate ? now : due
    return isLate ? nil : due
  }

  /// Counts times from a clock that shows `seconds` more.
  mutating func shiftTime(by seconds: Double) { restBegan = restBegan.map { $0 + seconds } }
}
