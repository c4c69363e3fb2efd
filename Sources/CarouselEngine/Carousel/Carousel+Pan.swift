public import Geometry

/// Gestures that somebody else has recognised.
///
/// Whoever has raw contacts, wheels and touchpads feeds those instead: see ``contactBegan(id:at:time:)``.
extension Carousel {
  /// Takes note of a finger that came down on the carousel: a motion stops, autoscroll too.
  ///
  /// iCarousel: `gestureRecognizer:shouldReceiveTouch:`.
  public func touchDown(at time: Timestamp) {
    apply(.touchDown, at: known(time))
  }

  /// Takes note that a finger was lifted without a drag: what it stopped aligns with an item, autoscroll goes on.
  public func release(at time: Timestamp) {
    apply(.release, at: known(time))
  }

  /// Returns whether a drag is the carousel's: not if it runs across the axis and ``ignorePerpendicularSwipes`` is on. At
  /// 45° it is.
  ///
  /// - Parameter translation: How far the finger has moved, in points.
  ///
  /// iCarousel: `gestureRecognizerShouldBegin:`.
  public func panShouldBegin(translation: Point) -> Bool {
    core.gestures.panShouldBegin(translation: translation, axis: core.layout.settings.axis)
  }

  /// Begins a drag.
  ///
  /// - Parameters:
  ///   - translation: How far the finger has moved, in points; the carousel follows from there.
  ///   - velocity: How fast it moves, in points per second.
  ///
  /// iCarousel: `didPan:`, state began.
  public func panBegan(translation: Point, velocity: Point, at time: Timestamp) {
    apply(.panBegan(translation: translation), at: known(time))
  }

  /// Goes on with a drag.
  ///
  /// - Parameters:
  ///   - translation: How far the finger has moved in all, in points.
  ///   - velocity: How fast it moves, in points per second; what the carousel glides on with.
  ///
  /// iCarousel: `didPan:`, state changed.
  public func panChanged(translation: Point, velocity: Point, at time: Timestamp) {
    apply(.panChanged(translation: translation, velocity: velocity), at: known(time))
  }

  /// Ends a drag: the carousel glides on with the last velocity it heard of within 150 ms, goes to an item, or stays.
  ///
  /// iCarousel: `didPan:`, state ended.
  public func panEnded(translation: Point, velocity: Point, at time: Timestamp) {
    apply(.panEnded, at: known(time))
  }

  /// Ends a drag that somebody else has taken over; the carousel does as if the finger were lifted.
  ///
  /// iCarousel: `didPan:`, states cancelled and failed.
  public func panCancelled(translation: Point, velocity: Point, at time: Timestamp) {
    apply(.panEnded, at: known(time))
  }

  /// Returns `time` clamped to what can be reckoned with; for NaN, the time of the last frame.
  func known(_ time: Timestamp) -> Timestamp { time.known ?? core.frameTime ?? Timestamp(seconds: 0) }
}
