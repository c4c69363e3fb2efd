internal import Geometry

/// The state of the input devices on the carousel: a contact (a finger or a pressed pointer), a wheel, and a
/// touchpad.
struct Contacts: Sendable {
  /// The tracked contact. Other contacts are ignored until this contact is lifted.
  private(set) var drag: DragRecognizer?
  /// The current swipe of the contact across the axis; `nil` if there is no such swipe.
  private var swipe: PerpendicularDrag?
  /// The time from which the contact counts as a long press that lies still; `never` if it does not become one.
  private var pressStart = Timestamp.never
  /// The last tap, until it is too old to be the first half of a double tap.
  private(set) var lastTap: FirstTap?
  private var wheel = WheelSteps()
  /// The distance that the current touchpad gesture has scrolled, in points; `nil` if there is no touchpad
  /// gesture.
  private(set) var touchpadTravel: Double?
  /// The recent motion of the touchpad gesture.
  private var touchpadTracker = VelocityTracker()

  /// Whether no stored state affects the handling of later inputs.
  var isUnused: Bool {
    drag == nil && swipe == nil && lastTap == nil && touchpadTravel == nil && wheel.isUnused
  }

  // MARK: Contacts

  /// Begins to track a contact.
  ///
  /// - Parameter pressStart: The time from which the duration of a long press is measured; ``Timestamp/never`` if the contact
  ///   cannot become a long press.
  mutating func begin(_ newDrag: DragRecognizer, pressStart: Timestamp) {
    (drag, self.pressStart) = (newDrag, pressStart)
  }

  /// Updates the position of the contact; see ``DragRecognizer/move(to:at:decide:)``.
  mutating func move(
    to point: Point, at time: Timestamp, decide: (Point) -> DragRecognizer.Phase
  ) -> Bool {
    drag?.move(to: point, at: time, decide: decide) ?? false
  }

  /// Ends the contact because it was lifted or canceled.
  mutating func end() -> DragRecognizer? {
    defer { drag = nil }
    return drag
  }

  /// The time at which the contact becomes a long press if it lies still until that time;
  /// ``Timestamp/never`` if it does not become one.
  var longPressTime: Timestamp {
    drag?.phase == .possible ? pressStart + LongPress.duration : .never
  }

  /// Stops waiting for a long press, so that the delegate is notified only once.
  mutating func endWaitingForLongPress() { pressStart = .never }

  /// Marks the contact as a long press that the delegate handles.
  mutating func press(id: Int) { if drag?.id == id { drag?.press() } }

  // MARK: Taps

  /// Stores a tap that may be the first half of a double tap. `nil` clears the stored tap.
  mutating func noteTap(_ tap: FirstTap?) { lastTap = tap }

  // MARK: Swipes across the axis

  /// Begins a swipe across the axis.
  mutating func beginSwipe(_ newSwipe: PerpendicularDrag) { swipe = newSwipe }

  /// Returns the event to deliver for the swipe; `nil` if no swipe is under way. If `translation` is `nil`,
  /// the event has the last translation.
  mutating func swipe(
    _ phase: PerpendicularSwipe.Phase, translation: Point?, velocity: Point
  ) -> PerpendicularSwipe? {
    let told = swipe?.swipe(phase, translation: translation, velocity: velocity)
    if phase == .ended || phase == .canceled { swipe = nil }
    return told
  }

  /// Whether a swipe is under way whose item has been removed.
  var hasSwipeWithoutItem: Bool { swipe?.hasItem == false }

  // MARK: Wheels and touchpads

  /// Adds notches of a wheel. Returns the number of whole steps by which the carousel must now scroll.
  mutating func addNotches(_ notches: Double, at time: Timestamp) -> Int { wheel.add(notches, at: time) }

  /// Begins a touchpad gesture.
  mutating func beginTouchpad() { (touchpadTravel, touchpadTracker) = (0, VelocityTracker()) }

  /// Adds to the travel of the touchpad gesture. Returns the total travel, and the velocity in points per
  /// second.
  mutating func addTouchpad(_ points: Double, at time: Timestamp) -> (travel: Double, velocity: Double)? {
    guard let travel = touchpadTravel.map({ $0 + points }) else { return nil }
    touchpadTravel = travel
    touchpadTracker.add(Point(x: travel, y: 0), at: time)
    return (travel, touchpadTracker.recentVelocity(at: time).x)
  }

  /// Ends a touchpad gesture. Returns whether there was a touchpad gesture.
  mutating func endTouchpad() -> Bool {
    defer { touchpadTravel = nil }
    return touchpadTravel != nil
  }

  // MARK: Content

  /// Applies edits of content. The last tap and the swipe get the new indexes of their items, and end if
  /// their item is removed.
  mutating func follow(_ edits: ContentEdits) {
    if let tap = lastTap { lastTap = tap.following(edits) }
    swipe?.follow(edits)
  }

  /// Forgets the items of the last tap and the swipe, because all items are new.
  mutating func forgetItems() {
    lastTap = nil
    swipe?.loseItem()
  }
}
