/// When does a carousel go on by itself?
///
/// It counts from the last rest. A pause does not count: after it the whole interval passes anew.
struct Autoplay: Sendable {
  /// How long the carousel rests before it goes on, in seconds; 0 is for ever.
  var interval = 0.0
  /// The speed that is asked for, in items per second; in a pause the scroller has another.
  var speed = 0.0
  var pauses: AutoscrollPauses = [.touch, .hidden]
  /// What goes on of that which may be reason for a pause; ``AutoscrollPauses/touch`` is not noted here.
  var presences: AutoscrollPauses = []
  /// Whether the user has paused it.
  var isPaused = false
  /// When the carousel came to rest; `nil` while it moves or pauses.
  private var restBegan: Timestamp?

  /// Whether nothing may move by itself now, whoever touches it.
  var isHeld: Bool { isPaused || !pauses.isDisjoint(with: presences) }

  /// When it is time to go on; `nil` if that cannot be said yet.
  var dueTime: Timestamp? { restBegan.map { $0 + interval } }

  /// The carousel moves, or pauses.
  mutating func forgetRest() { restBegan = nil }

  /// The carousel rests at `now`; returns since when it ought to have gone on, if it ought to.
  ///
  /// - Parameter arrival: When the last motion ended, if that was between the last frame and this one.
  mutating func goesOn(at now: Timestamp, arrival: Timestamp?) -> Timestamp? {
    let began = restBegan ?? arrival.map { min($0, now) } ?? now
    restBegan = began
    let due = began + interval
    guard now >= due else { return nil }
    // Nobody has looked meanwhile: that was a pause, too.
    let isLate = now - due > Scroller.shortestPause
    restBegan = isLate ? now : due
    return isLate ? nil : due
  }
}
