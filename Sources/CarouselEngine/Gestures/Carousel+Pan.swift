public import Geometry

/// Gestures that somebody else has recognised.
///
/// Whoever has raw contacts, wheels and touchpads feeds those instead: see ``contactBegan(id:at:time:)``.
extension Carousel {
  /// Takes note of a finger that came down on the carousel: a motion stops, autoscroll too.
  ///
  /// iCarousel: `gestureRecognizer:shouldReceiveTouch:`.
  public func touchDown(at time: Timestamp) {
    let time = known(time)
    guard isScrollEnabled else { return }
    if autoplay.pauses.contains(.touch) { autoplay.forgetRest() }
    timed(time) { $0.touchDown() }
  }

  /// Takes note that a finger was lifted without a drag: what it stopped aligns with an item, autoscroll goes on.
  public func release(at time: Timestamp) {
    let time = known(time)
    timed(time) { $0.release(at: time) }
  }

  /// Returns whether a drag is the carousel's: not if it runs across the axis and ``ignorePerpendicularSwipes`` is on. At
  /// 45° it is.
  ///
  /// - Parameter translation: How far the finger has moved, in points.
  ///
  /// iCarousel: `gestureRecognizerShouldBegin:`.
  public func panShouldBegin(translation: Point) -> Bool {
    !ignorePerpendicularSwipes || abs(scrollAxis.along(translation)) >= abs(scrollAxis.across(translation))
  }

  /// Begins a drag.
  ///
  /// - Parameters:
  ///   - translation: How far the finger has moved, in points; the carousel follows from there.
  ///   - velocity: How fast it moves, in points per second.
  ///
  /// iCarousel: `didPan:`, state began.
  public func panBegan(translation: Point, velocity: Point, at time: Timestamp) {
    let time = known(time)
    guard isScrollEnabled else { return }
    timed(time) { $0.beginDrag(translation: scrollAxis.along(translation).finite(or: 0)) }
  }

  /// Goes on with a drag.
  ///
  /// - Parameters:
  ///   - translation: How far the finger has moved in all, in points.
  ///   - velocity: How fast it moves, in points per second; what the carousel glides on with.
  ///
  /// iCarousel: `didPan:`, state changed.
  public func panChanged(translation: Point, velocity: Point, at time: Timestamp) {
    let time = known(time)
    let along = scrollAxis.along(translation)
    guard isScrollEnabled, along.isFinite else { return }
    timed(time) {
      $0.drag(
        translation: along, speed: scrollAxis.along(velocity).finite(or: 0), itemWidth: itemWidth, at: time)
    }
  }

  /// Ends a drag: the carousel glides on with the last velocity it heard of within 150 ms, goes to an item, or stays.
  ///
  /// iCarousel: `didPan:`, state ended.
  public func panEnded(translation: Point, velocity: Point, at time: Timestamp) {
    let time = known(time)
    timed(time) { $0.endDrag(at: time) }
  }

  /// Ends a drag that somebody else has taken over; the carousel does as if the finger were lifted.
  ///
  /// iCarousel: `didPan:`, states cancelled and failed.
  public func panCancelled(translation: Point, velocity: Point, at time: Timestamp) {
    let time = known(time)
    timed(time) { $0.endDrag(at: time) }
  }

  /// Returns `time` as far as it can be reckoned with; without one, the time of the last frame.
  func known(_ time: Timestamp) -> Timestamp { time.known ?? frameTime ?? Timestamp(seconds: 0) }

  /// Lets the scroller act at `time`, and whatever that causes.
  func timed(_ time: Timestamp, _ action: (inout Scroller) -> Void) {
    let clockBefore = clock
    clock = known(time)
    perform(action)
    clock = clockBefore
  }
}
