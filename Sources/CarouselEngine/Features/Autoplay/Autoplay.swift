internal import Geometry

/// The settings of autoplay and autoscroll, and the conditions that can pause them.
package struct AutoplaySettings: Equatable, Codable, Sendable {
  /// The time for which the carousel rests on an item before autoplay scrolls to the next item, in seconds. 0
  /// switches autoplay off.
  package var interval = 0.0
  /// The speed of autoscroll, in items per second; positive is forward.
  package var speed = 0.0
  package var end = AutoscrollEnd.stop
  package var pauses: AutoscrollPauses = [.touch, .offscreen]
  /// The conditions that are met now, whether or not `pauses` contains them. ``AutoscrollPauses/touch`` is
  /// never among them, because the scroller tracks it.
  package var activeConditions: AutoscrollPauses = []
  /// Whether the user has paused autoplay and autoscroll.
  package var isPaused = false

  /// Whether autoplay and autoscroll are paused for a reason other than a touch.
  var isHeld: Bool { isPaused || !pauses.union(.reading).isDisjoint(with: activeConditions) }
}

/// Decides when autoplay scrolls to the next item.
///
/// The interval starts when the carousel comes to rest. After a pause it starts from 0 again.
struct Autoplay: Sendable {
  var settings = AutoplaySettings()
  /// The time at which the carousel came to rest; ``Timestamp/never`` while it moves or autoplay is paused.
  private var restBegan = Timestamp.never

  /// The time at which a motion has ended since the last frame; ``Timestamp/never`` if no motion has ended.
  var arrival = Timestamp.never

  /// The time of the next scroll by autoplay; ``Timestamp/never`` while the carousel moves or autoplay is
  /// paused.
  var dueTime: Timestamp { restBegan + settings.interval }

  /// Resets the interval because the carousel moves or is paused.
  mutating func forgetRest() { restBegan = .never }

  /// Returns the time at which autoplay was due, or ``Timestamp/never`` if it is not due at `now`.
  mutating func takeDueTime(at now: Timestamp) -> Timestamp {
    if restBegan == .never { restBegan = min(arrival, now) }
    let due = dueTime
    guard now >= due else { return .never }
    // If there were no frames for so long, the carousel was not on screen. This counts as a pause.
    let isLate = now - due > Scroller.shortestPause
    restBegan = isLate ? now : due
    return isLate ? .never : due
  }
}
