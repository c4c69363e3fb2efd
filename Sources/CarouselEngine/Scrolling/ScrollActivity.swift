/// The one thing the carousel is doing.
///
/// iCarousel: `scrolling`, `decelerating`, `dragging`, `didDrag` and the timer; here an impossible combination cannot
/// be written down.
package enum ScrollActivity: Sendable {
  /// At rest.
  case idle
  /// A finger lies on the carousel and has not moved yet; `stoppedMotion` if it stopped a flick or a scroll.
  case held(stoppedMotion: Bool)
  /// Following a finger or a pressed pointer.
  case dragging(Drag)
  /// Gliding after a release.
  case decelerating(any Motion, since: Timestamp)
  /// Moving to a place the program asked for, or to the nearest item; `since` is `nil` until the first frame.
  case animating(any Motion, since: Timestamp?, then: Arrival)
  /// Moving at a steady speed; `since` is `nil` until the first frame.
  case autoscrolling(SteadyMotion, since: Timestamp?)

  /// A drag under way.
  package struct Drag: Sendable {
    /// How far the finger had travelled along the axis when it was last heard of, in points; `nil` if the axis has
    /// turned since.
    var translation: Double?
    /// When it last moved; `nil` if it has not.
    var lastChange: Timestamp?
    /// The page that the drag may leave by one; `nil` if it may go anywhere.
    var page: TouchpadPage?
  }

  /// What follows an animated scroll.
  package enum Arrival: Sendable {
    /// Rest.
    case rest
    /// Align with the nearest item.
    case align
  }
}

extension Scroller {
  /// The motion under way, if there is one.
  package var motion: (any Motion)? {
    switch activity {
    case .decelerating(let motion, _): motion
    case .animating(let motion, _, _): motion
    case .autoscrolling(let motion, _): motion
    case .idle, .held, .dragging: nil
    }
  }

  /// Whether a finger lies on a carousel that did not move.
  var isHeldAtRest: Bool { if case .held(stoppedMotion: false) = activity { true } else { false } }
}
