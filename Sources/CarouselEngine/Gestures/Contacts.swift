/// What touches the carousel: a finger or pressed pointer, a wheel, a touchpad.
struct Contacts {
  /// The finger or pointer that is followed; others are ignored until it is lifted.
  var drag: DragRecognizer?
  /// The swipe across the axis that it makes, if it does.
  var swipe: PerpendicularDrag?
  /// Whether it still may become a long press.
  var mayPressLong = false
  /// The last tap, until it is too old to be the first half of a double tap.
  var lastTap: FirstTap?
  var wheel = WheelSteps()
  /// How far a touchpad has scrolled in this gesture, in points; `nil` if there is none.
  var touchpad: Double?
  /// Whether nobody has listened to what the delegate was told last.
  var isUnheard = false

  /// Goes along with changes of content: what has hit an item stays with it, and ends with it.
  mutating func follow(_ edits: ContentEdits) {
    if let tap = lastTap { lastTap = tap.following(edits) }
    swipe?.follow(edits)
  }

  /// Lets go of all items: they are new.
  mutating func forgetItems() {
    lastTap = nil
    swipe?.loseItem()
  }

  /// When a finger that lies still has lain there long enough for a long press.
  var longPressTime: Timestamp? {
    guard mayPressLong, let drag, drag.phase == .possible else { return nil }
    return drag.startTime + DragRecognizer.longPressDuration
  }
}
