public import Geometry

/// Contacts, which are fingers on a touchscreen and pressed pointers, and wheels and touchpads.
///
/// Points are in the carousel's coordinates, with the origin at the top left. The carousel decides whether a
/// contact is a drag, a tap or a gesture for other content.
extension Carousel {
  /// Handles a finger that comes down, or a pointer button that is pressed. The contact stops any motion.
  ///
  /// The carousel tracks only one contact at a time. A contact ends a touchpad gesture.
  ///
  /// - Parameters:
  ///   - id: Identifies the contact until it ends.
  ///   - point: The position, in the carousel's points.
  ///   - time: The time of the event.
  /// - Returns: Whether the carousel tracks this contact; `false` if it tracks another contact that is still
  ///   down.
  ///
  /// iCarousel: `gestureRecognizer:shouldReceiveTouch:`.
  @discardableResult
  public func contactBegan(id: Int, at point: Point, time: Timestamp) -> Bool {
    let isFree = core.contacts.drag == nil
    apply(.contactBegan(id: id, at: point), at: time)
    return isFree && point.isFinite
  }

  /// Handles a contact that moves. When the contact has moved by 8 points, the carousel decides whether the
  /// contact drags the carousel or belongs to other content.
  ///
  /// The decision is valid until the contact ends, even if the direction of the contact or the axis changes.
  ///
  /// iCarousel: `didPan:`, states began and changed.
  public func contactMoved(id: Int, to point: Point, time: Timestamp) {
    apply(.contactMoved(id: id, to: point), at: time)
  }

  /// Handles a contact that has moved several times since the last frame.
  ///
  /// The velocity and the kind of the contact are determined from all positions, as if
  /// ``contactMoved(id:to:time:)`` was called for each. The carousel moves only once, to the last position, and the
  /// delegate is notified of one scroll.
  ///
  /// - Parameter samples: The positions, the oldest first. Positions that are not finite are ignored. A time that is NaN or
  ///   before the time of the preceding position is replaced by that time. If there are no positions, nothing happens.
  ///
  /// Beyond iCarousel; UIKit: `coalescedTouchesForTouch:`.
  public func contactMoved(id: Int, along samples: [ContactSample]) {
    var path: [ContactSample] = []
    for sample in samples where sample.point.isFinite {
      let previous = path.last?.time ?? sample.time
      let isInOrder = sample.time.seconds >= previous.seconds || previous.seconds.isNaN
      path.append(isInOrder ? sample : ContactSample(sample.point, at: previous))
    }
    guard let last = path.popLast() else { return }
    apply(.contactMoved(id: id, to: last.point, earlier: path.isEmpty ? nil : path), at: last.time)
  }

  /// Handles a contact that is lifted. If it has dragged the carousel, the carousel decelerates. If it has
  /// moved less than 8 points, it is a tap: the item drawn at `point` is selected and scrolls to the center. If
  /// there is no item, or only a placeholder, the carousel snaps to the nearest item. A tap that stopped a
  /// flick or a scroll selects nothing.
  ///
  /// - Returns: The result of the tap, or `nil` if the contact was not a tap. It is `notTaken` if the delegate
  ///   declined the tap; the tap then belongs to the content behind the carousel.
  ///
  /// iCarousel: `didPan:`, state ended, and `didTap:`.
  @discardableResult
  public func contactEnded(id: Int, at point: Point, time: Timestamp) -> TapResult? {
    apply(.contactEnded(id: id, at: point), at: time)
    return takeTapResult()
  }

  /// Handles a contact that the compositor or another gesture has canceled. The carousel settles.
  ///
  /// iCarousel: `didPan:` of a gesture that was canceled.
  public func contactCanceled(id: Int, time: Timestamp) {
    apply(.contactCanceled(id: id), at: time)
  }

  /// Whether a contact drags the carousel or holds a lifted item, so that views under the contact must ignore it.
  ///
  /// A finger may come down on a button and then start a drag. The button's code must release the press when
  /// this property becomes `true`. It must trigger the button's action only if the button is still pressed
  /// when the finger is lifted.
  public var isContactDragging: Bool {
    core.contacts.drag?.phase == .dragging || core.hold == .liftedByContact
  }

  /// Whether the contact belongs to the carousel: it drags, holds a lifted item, or is a long press that the
  /// delegate handles.
  package var claimsContact: Bool { isContactDragging || core.contacts.drag?.phase == .pressing }

  /// Whether the contact has moved and no gesture of the carousel handles it.
  package var hasRejectedContact: Bool { core.contacts.drag?.phase == .failed }

  // MARK: Wheel and touchpad

  /// Handles a wheel. One notch scrolls by one item, forward if positive; fractions of notches add up.
  ///
  /// The method has no effect while a contact is down, or if ``isScrollEnabled`` is `false`.
  public func wheel(notches: Double, time: Timestamp) {
    apply(.wheel(notches: notches), at: time)
  }

  /// Handles two fingers that scroll on a touchpad. The carousel follows the fingers as in a drag.
  ///
  /// If ``isPagingEnabled`` is `true`, one gesture scrolls by one page at most, however far the fingers move.
  /// The method has no effect while a contact is down, or if ``isScrollEnabled`` is `false`.
  ///
  /// - Parameter points: The distance since the last event, along the axis; forward if positive. The
  ///   compositor's setting for natural scrolling determines the direction.
  public func touchpadScroll(by points: Double, time: Timestamp) {
    apply(.touchpadScroll(by: points), at: time)
  }

  /// Handles the end of a touchpad gesture, when the fingers have left the touchpad. The carousel settles on
  /// an item.
  ///
  /// A contact or a notch of a wheel also ends the gesture, because not every compositor reports the end of
  /// the gesture.
  public func touchpadScrollEnded(time: Timestamp) {
    apply(.touchpadScrollEnded, at: time)
  }
}
