public import Geometry

/// Raw input, as a window gets it.
///
/// Points are the carousel's, origin top left. Whether a contact drags, taps or belongs to others is decided here.
extension Carousel {
  /// Takes note of a finger or pointer button that comes down; a motion stops.
  ///
  /// Only one contact at a time counts, and none while two fingers scroll on a touchpad.
  ///
  /// - Parameters:
  ///   - id: Tells the contact from others until it ends.
  ///   - point: Where, in the carousel's points.
  ///   - time: When, as the event says.
  ///
  /// iCarousel: `gestureRecognizer:shouldReceiveTouch:`.
  public func contactBegan(id: Int, at point: Point, time: Timestamp) {
    guard contacts.drag == nil, contacts.touchpad == nil, point.isFinite else { return }
    contacts.drag = DragRecognizer(id: id, at: point, time: time)
    touchDown(at: time)
  }

  /// Takes note of a contact that moves; after 8 points it drags, or belongs to others until it is lifted.
  ///
  /// iCarousel: `didPan:`, states began and changed.
  public func contactMoved(id: Int, to point: Point, time: Timestamp) {
    guard var drag = contacts.drag, drag.id == id, point.isFinite else { return }
    let begins = drag.move(to: point, at: time) { isScrollEnabled && panShouldBegin(translation: $0) }
    contacts.drag = drag
    if begins { panBegan(translation: .zero, velocity: drag.velocity(at: time), at: time) }
    guard drag.phase == .dragging else { return }
    panChanged(translation: drag.translation(at: point), velocity: drag.velocity(at: time), at: time)
  }

  /// Takes note of a contact that is lifted: a drag glides on, anything shorter is a tap.
  ///
  /// - Returns: What became of the tap, or `nil` if it was none.
  ///
  /// iCarousel: `didPan:`, state ended, and `didTap:`.
  @discardableResult
  public func contactEnded(id: Int, at point: Point, time: Timestamp) -> TapResult? {
    guard let drag = contacts.drag, drag.id == id else { return nil }
    contacts.drag = nil
    switch drag.phase {
    case .possible:
      return point.isFinite ? tap(at: point, time: time) : nil
    case .failed:
      release(at: time)
    case .dragging:
      // The velocity now, not when the finger last moved: it may have rested since.
      let (translation, velocity) = (drag.translation(at: point), drag.velocity(at: time))
      panChanged(translation: translation, velocity: velocity, at: time)
      panEnded(translation: translation, velocity: velocity, at: time)
    }
    return nil
  }

  /// Takes note of a contact that was taken away, by the compositor or by another gesture: the carousel comes to rest.
  ///
  /// iCarousel: `didPan:`, state cancelled.
  public func contactCancelled(id: Int, time: Timestamp) {
    guard let drag = contacts.drag, drag.id == id else { return }
    contacts.drag = nil
    timed(time) { $0.dropVelocity() }
    panCancelled(translation: .zero, velocity: .zero, at: time)
    release(at: time)
  }

  /// Whether a contact drags the carousel: whatever else it touches should leave it alone.
  public var isContactDragging: Bool { contacts.drag?.phase == .dragging }

  /// Takes note of a wheel: one notch is one item, forwards if positive; fractions add up.
  ///
  /// It has no effect while a contact is down, or with ``isScrollEnabled`` off.
  public func wheel(notches: Double, time: Timestamp) {
    guard isScrollEnabled, notches.isFinite, contacts.drag == nil else { return }
    let steps = contacts.wheel.add(notches, at: time)
    guard steps != 0 else { return }
    timed(time) { $0.step(by: steps, at: time) }
  }

  /// Takes note of two fingers that scroll on a touchpad: the carousel follows like under a finger.
  ///
  /// It has no effect while a contact is down, or with ``isScrollEnabled`` off.
  ///
  /// - Parameter points: How far since the last time, along the axis; forwards if positive.
  public func touchpadScroll(by points: Double, time: Timestamp) {
    guard isScrollEnabled, points.isFinite, contacts.drag == nil else { return }
    if contacts.touchpad == nil {
      contacts.touchpad = 0
      touchDown(at: time)
      panBegan(translation: .zero, velocity: .zero, at: time)
    }
    let travelled = (contacts.touchpad ?? 0) + points
    contacts.touchpad = travelled
    panChanged(translation: scrollAxis.forward * -travelled, velocity: .zero, at: time)
  }

  /// Takes note that the fingers have left the touchpad: the carousel settles on an item.
  public func touchpadScrollEnded(time: Timestamp) {
    guard contacts.touchpad != nil else { return }
    contacts.touchpad = nil
    panEnded(translation: .zero, velocity: .zero, at: time)
  }
}

extension Point {
  var isFinite: Bool { x.isFinite && y.isFinite }
}
