public import Geometry

/// Gestures that another recognizer has recognized.
///
/// Code that receives raw input of contacts, wheels and touchpads does not call these methods; see
/// ``contactBegan(id:at:time:)``.
extension Carousel {
  /// Handles a finger that comes down on the carousel. The touch stops any motion and autoscroll.
  ///
  /// iCarousel: `gestureRecognizer:shouldReceiveTouch:`.
  public func touchDown(at time: Timestamp) {
    apply(.touchDown, at: known(time))
  }

  /// Handles a finger that is lifted without a drag. If its touch stopped a motion, the carousel snaps to an
  /// item. Autoscroll continues.
  public func release(at time: Timestamp) {
    apply(.release, at: known(time))
  }

  /// Returns whether the carousel handles a drag.
  ///
  /// The result is `false` if the drag runs across the axis and ``ignorePerpendicularSwipes`` is `true`. A
  /// drag at exactly 45° counts as a drag along the axis. A stack of cards handles all drags.
  ///
  /// - Parameter translation: The distance that the finger has moved, in points.
  ///
  /// iCarousel: `gestureRecognizerShouldBegin:`.
  public func panShouldBegin(translation: Point) -> Bool {
    core.takesDrags
      || core.gestures.panShouldBegin(translation: translation, axis: core.layout.settings.axis)
  }

  /// Begins a drag.
  ///
  /// - Parameters:
  ///   - translation: The distance that the finger has moved since it came down, in points. The carousel
  ///     follows the finger from this position, without a jump.
  ///   - velocity: The finger's velocity, in points per second.
  ///
  /// iCarousel: `didPan:`, state began.
  public func panBegan(translation: Point, velocity: Point, at time: Timestamp) {
    apply(.panBegan(translation: translation), at: known(time))
  }

  /// Continues a drag.
  ///
  /// - Parameters:
  ///   - translation: The distance that the finger has moved since it came down, in points.
  ///   - velocity: The finger's velocity, in points per second. It becomes the initial velocity if the
  ///     carousel decelerates.
  ///
  /// iCarousel: `didPan:`, state changed.
  public func panChanged(translation: Point, velocity: Point, at time: Timestamp) {
    apply(.panChanged(translation: translation, velocity: velocity), at: known(time))
  }

  /// Ends a drag. The carousel decelerates, scrolls to an item, or stays. A velocity that was passed more
  /// than 150 ms ago is ignored.
  ///
  /// iCarousel: `didPan:`, state ended.
  public func panEnded(translation: Point, velocity: Point, at time: Timestamp) {
    apply(.panEnded, at: known(time))
  }

  /// Ends a drag that another recognizer has taken over. The carousel behaves as if the finger were lifted.
  ///
  /// iCarousel: `didPan:`, states cancelled and failed.
  public func panCancelled(translation: Point, velocity: Point, at time: Timestamp) {
    apply(.panEnded, at: known(time))
  }

  /// Returns `time` clamped to the supported range; for NaN, the time of the last frame.
  func known(_ time: Timestamp) -> Timestamp { time.known ?? core.frameTime ?? Timestamp(seconds: 0) }
}
