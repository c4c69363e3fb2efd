public import Geometry

/// Raw input, as a window gets it.
///
/// Points are the carousel's, origin top left. Whether a contact drags, taps or belongs to others is decided here.
extension Carousel {
  /// Handles a finger or pointer button that comes down; a motion stops.
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
    let isFree = core.contacts.drag == nil
    apply(.contactBegan(id: id, at: point), at: known(time))
    return isFree && point.isFinite
  }

  /// Handles a contact that moves; after 8 points it drags, or belongs to others until it is lifted.
  ///
  /// Which of both is decided once, whatever becomes of the finger or of the axis.
  ///
  /// iCarousel: `didPan:`, states began and changed.
  public func contactMoved(id: Int, to point: Point, time: Timestamp) {
    apply(.contactMoved(id: id, to: point), at: known(time))
  }

  /// Handles a contact that is lifted: a drag glides on, anything shorter is a tap.
  ///
  /// - Returns: What became of the tap, or `nil` if it was none.
  ///
  /// iCarousel: `didPan:`, state ended, and `didTap:`.
  @discardableResult
  public func contactEnded(id: Int, at point: Point, time: Timestamp) -> TapResult? {
    apply(.contactEnded(id: id, at: point), at: known(time))
    return takeTapResult()
  }

  /// Handles a contact that the compositor or another gesture has canceled: the carousel comes to rest.
  ///
  /// iCarousel: `didPan:`, state cancelled.
  public func contactCancelled(id: Int, time: Timestamp) {
    apply(.contactCancelled(id: id), at: known(time))
  }

  /// Whether a contact drags the carousel: whatever else it touches should leave it alone.
  ///
  /// A finger that came down on a button and moves on drags: who shows the button lets it go as soon as this is true, and the
  /// button acts only if it still holds the finger when that is lifted.
  public var isContactDragging: Bool { core.contacts.drag?.phase == .dragging }
}
