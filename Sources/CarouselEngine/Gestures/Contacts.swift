internal import Geometry

/// What touches the carousel: a finger or pressed pointer, a wheel, a touchpad.
struct Contacts: Sendable {
  /// The finger or pointer that is followed; others are ignored until it is lifted.
  private(set) var drag: DragRecognizer?
  /// The swipe across the axis that it makes, if it does.
  private var swipe: PerpendicularDrag?
  /// Whether it still may become a long press.
  private var mayPressLong = false
  /// The last tap, until it is too old to be the first half of a double tap.
  private(set) var lastTap: FirstTap?
  private var wheel = WheelSteps()
  /// How far a touchpad has scrolled in this gesture, in points; `nil` if there is none.
  private(set) var touchpadTravel: Double?

  // MARK: Contacts

  /// Begins to follow a finger.
  mutating func begin(_ newDrag: DragRecognizer, mayPressLong: Bool) {
    drag = newDrag
    self.mayPressLong = mayPressLong
  }

  /// Takes where the finger is; see ``DragRecognizer/move(to:at:decide:)``.
  mutating func move(
    to point: Point, at time: Timestamp, decide: (Point) -> DragRecognizer.Phase
  ) -> Bool {
    drag?.move(to: point, at: time, decide: decide) ?? false
  }

  /// The finger is lifted or taken away.
  mutating func end() -> DragRecognizer? {
    defer { drag = nil }
    return drag
  }

  /// When a finger that lies still has lain there long enough for a long press.
  var longPressTime: Timestamp? {
    guard mayPressLong, let drag, drag.phase == .possible else { return nil }
    return drag.startTime + DragRecognizer.longPressDuration
  }

  /// The finger has lain long enough; it is told once.
  mutating func endWaitingForLongPress() { mayPressLong = false }

  /// The delegate has taken the finger for a long press.
  mutating func press(id: Int) { if drag?.id == id { drag?.press() } }

  // MARK: Taps

  /// Takes the last tap, if it may be the first half of a double tap.
  mutating func takeLastTap() -> FirstTap? {
    defer { lastTap = nil }
    return lastTap
  }

  /// Notes a tap that may be the first half of a double tap; `nil` if there is none.
  mutating func noteTap(_ tap: FirstTap?) { lastTap = tap }

  // MARK: Swipes across the axis

  /// Begins a swipe across the axis.
  mutating func beginSwipe(_ newSwipe: PerpendicularDrag) { swipe = newSwipe }

  /// Returns what to tell of the swipe, if there is one; `nil` for `translation` keeps the last.
  mutating func swipe(
    _ phase: PerpendicularSwipe.Phase, translation: Point?, velocity: Point
  ) -> PerpendicularSwipe? {
    let told = swipe?.swipe(phase, translation: translation, velocity: velocity)
    if phase == .ended || phase == .cancelled { swipe = nil }
    return told
  }

  /// Whether the item of a swipe has gone.
  var hasSwipeWithoutItem: Bool { swipe?.hasItem == false }

  // MARK: Wheels and touchpads

  /// Takes notches of a wheel; returns the whole steps that are due.
  mutating func addNotches(_ notches: Double, at time: Timestamp) -> Int { wheel.add(notches, at: time) }

  /// Two fingers begin to scroll.
  mutating func beginTouchpad() { touchpadTravel = 0 }

  /// Returns how far the fingers have scrolled in all.
  mutating func addTouchpad(_ points: Double) -> Double? {
    touchpadTravel = touchpadTravel.map { $0 + points }
    return touchpadTravel
  }

  /// The fingers have left the touchpad; returns whether there was a gesture.
  mutating func endTouchpad() -> Bool {
    defer { touchpadTravel = nil }
    return touchpadTravel != nil
  }

  // MARK: Content and time

  /// Follows changes of content: what has hit an item stays with it, and ends with it.
  mutating func follow(_ edits: ContentEdits) {
    if let tap = lastTap { lastTap = tap.following(edits) }
    swipe?.follow(edits)
  }

  /// Forgets all items: they are new.
  mutating func forgetItems() {
    lastTap = nil
    swipe?.loseItem()
  }

  /// Counts times from a clock that shows `seconds` more.
  mutating func shiftTime(by seconds: Double) {
    drag?.shiftTime(by: seconds)
    lastTap = nil
    mayPressLong = false
    wheel = WheelSteps()
  }
}
