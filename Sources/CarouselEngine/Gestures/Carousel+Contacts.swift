public import Geometry

/// Raw input, as a window gets it.
///
/// Points are the carousel's, origin top left. Whether a contact drags, taps or belongs to others is decided here.
extension Carousel {
  /// Takes note of a finger or pointer button that comes down; a motion stops.
  ///
  /// Only one contact at a time counts. It ends the gesture on a touchpad, if there is one.
  ///
  /// - Parameters:
  ///   - id: Tells the contact from others until it ends.
  ///   - point: Where, in the carousel's points.
  ///   - time: When, as the event says.
  /// - Returns: Whether the carousel follows the contact; if not, another one is down already, and this is for others.
  ///
  /// iCarousel: `gestureRecognizer:shouldReceiveTouch:`.
  @discardableResult
  public func contactBegan(id: Int, at point: Point, time: Timestamp) -> Bool {
    let time = known(time)
    guard contacts.drag == nil, point.isFinite else { return false }
    touchpadScrollEnded(time: time)
    contacts.drag = DragRecognizer(id: id, at: point, time: time)
    touchDown(at: time)
    // A finger that has stopped a motion was meant to do just that.
    contacts.mayPressLong = !scroller.hasStoppedMotion
    return true
  }

  /// Takes note of a contact that moves; after 8 points it drags, or belongs to others until it is lifted.
  ///
  /// Which of both is decided once, whatever becomes of the finger or of the axis.
  ///
  /// iCarousel: `didPan:`, states began and changed.
  public func contactMoved(id: Int, to point: Point, time: Timestamp) {
    let time = known(time)
    guard contacts.drag?.id == id, point.isFinite else { return }
    pressLong(ifDueAt: time)
    guard var drag = contacts.drag, drag.id == id else { return }
    let isDecided = drag.move(to: point, at: time) {
      guard panShouldBegin(translation: $0) else { return .swiping }
      return isScrollEnabled ? .dragging : .failed
    }
    contacts.drag = drag
    if isDecided { begin(drag, at: time) }
    let (translation, velocity) = (drag.translation(at: point), drag.velocity(at: time))
    switch drag.phase {
    case .dragging: panChanged(translation: translation, velocity: velocity, at: time)
    case .swiping where !isDecided: swipe(.changed, translation: translation, velocity: velocity)
    case .swiping, .possible, .pressing, .failed: break
    }
  }

  /// Takes note of a contact that is lifted: a drag glides on, anything shorter is a tap.
  ///
  /// - Returns: What became of the tap, or `nil` if it was none.
  ///
  /// iCarousel: `didPan:`, state ended, and `didTap:`.
  @discardableResult
  public func contactEnded(id: Int, at point: Point, time: Timestamp) -> TapResult? {
    let time = known(time)
    guard contacts.drag?.id == id else { return nil }
    pressLong(ifDueAt: time)
    guard let drag = contacts.drag, drag.id == id else { return nil }
    contacts.drag = nil
    // The velocity now, not when the finger last moved: it may have rested since.
    let (translation, velocity) = (drag.translation(at: point), drag.velocity(at: time))
    switch drag.phase {
    case .possible:
      return point.isFinite ? tap(of: drag, at: point, time: time) : nil
    case .swiping:
      swipe(.ended, translation: point.isFinite ? translation : nil, velocity: velocity)
      release(at: time)
    case .pressing, .failed:
      release(at: time)
    case .dragging:
      panChanged(translation: translation, velocity: velocity, at: time)
      panEnded(translation: translation, velocity: velocity, at: time)
    }
    return nil
  }

  /// Takes note of a contact that was taken away, by the compositor or by another gesture: the carousel comes to rest.
  ///
  /// iCarousel: `didPan:`, state cancelled.
  public func contactCancelled(id: Int, time: Timestamp) {
    let time = known(time)
    guard let drag = contacts.drag, drag.id == id else { return }
    contacts.drag = nil
    if drag.phase == .swiping { swipe(.cancelled, translation: nil, velocity: .zero) }
    timed(time) { $0.dropVelocity() }
    panCancelled(translation: .zero, velocity: .zero, at: time)
    release(at: time)
  }

  /// Lets what a finger does begin that has just shown what it is.
  private func begin(_ drag: DragRecognizer, at time: Timestamp) {
    contacts.lastTap = nil
    switch drag.phase {
    case .dragging: panBegan(translation: .zero, velocity: drag.velocity(at: time), at: time)
    case .swiping:
      guard let index = itemIndex(at: drag.start), let view = loader.view(at: index) else { return }
      contacts.swipe = PerpendicularDrag(index: index, size: view.size, axis: scrollAxis)
      swipe(.began, translation: .zero, velocity: drag.velocity(at: time))
    case .possible, .pressing, .failed: break
    }
  }

  /// Tells of a swipe across the axis, if it began on an item.
  private func swipe(_ phase: PerpendicularSwipe.Phase, translation: Point?, velocity: Point) {
    guard let swipe = contacts.swipe?.swipe(phase, translation: translation, velocity: velocity) else {
      return
    }
    if phase == .ended || phase == .cancelled { contacts.swipe = nil }
    delegate?.carousel(self, didSwipePerpendicularly: swipe)
  }

  /// Tells that a swipe across the axis is over if its item has gone.
  func cancelSwipeWithoutItem() {
    if contacts.swipe?.hasItem == false { swipe(.cancelled, translation: nil, velocity: .zero) }
  }

  /// Whether a contact drags the carousel: whatever else it touches should leave it alone.
  ///
  /// A finger that came down on a button and moves on drags: who shows the button lets it go as soon as this is true, and the
  /// button acts only if it still holds the finger when that is lifted.
  public var isContactDragging: Bool { contacts.drag?.phase == .dragging }
}

extension Point {
  var isFinite: Bool { x.isFinite && y.isFinite }
}
