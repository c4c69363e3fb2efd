package import Geometry

/// The current activity of a carousel.
///
/// The activity replaces iCarousel's variables `scrolling`, `decelerating`, `dragging` and `didDrag`, and its
/// timer. As an enumeration it cannot represent impossible combinations of these variables.
package enum ScrollActivity: Sendable {
  /// The carousel is at rest.
  case idle
  /// A finger touches the carousel and has not moved yet. `stoppedMotion` states whether the touch stopped a
  /// fling or a scroll.
  case held(stoppedMotion: Bool)
  /// The carousel follows a finger, a pressed pointer or a touchpad.
  case dragging(Drag)
  /// The carousel decelerates after a release.
  case decelerating(any ScrollMotion, since: Moment)
  /// The carousel scrolls to an offset that the program set, or to the nearest item.
  case animating(any ScrollMotion, since: Moment, then: Arrival)
  /// The carousel moves at a steady speed.
  case autoscrolling(SteadyMotion, since: Moment)

  /// A drag under way.
  package struct Drag: Sendable {
    /// The distance that the finger had moved along the axis at its last move, in points; `nil` if the axis
    /// has turned since.
    var translation: Double?
    /// The time of the last move; before the first move, an earlier time.
    var lastChange = Timestamp.start
    /// The finger's velocity along the axis at its last move, in points per second.
    var speed = 0.0
    /// The page that limits the drag to one page in each direction; `nil` if the drag is not limited.
    var page: TouchpadPage?
  }

  /// The action after an animated scroll.
  package enum Arrival: Sendable {
    /// The carousel rests where the scroll has ended.
    case rest
    /// The carousel snaps to the nearest item.
    case align
    /// The carousel rests at the stop to which it had to move because its layout has changed, or because a
    /// linked carousel has left it between two items. Linked carousels do not follow.
    case correction
  }

  /// The current motion, and the moment at which it began; `nil` if the activity has no motion.
  var travel: (motion: any ScrollMotion, since: Moment)? {
    switch self {
    case .decelerating(let motion, let since), .animating(let motion, let since, _): (motion, since)
    case .autoscrolling(let motion, let since): (motion, since)
    case .idle, .held, .dragging: nil
    }
  }

  package var motion: (any ScrollMotion)? { travel?.motion }

  /// Returns the activity with `items` added to its offsets, because items were inserted or removed before
  /// the current item.
  func shifted(byItems items: Double) -> ScrollActivity {
    switch self {
    case .idle, .held: return self
    case .dragging(var drag):
      drag.page?.shift(by: items)
      return .dragging(drag)
    case .decelerating(let motion, let since), .animating(let motion, let since, _):
      return replacing(ShiftedMotion(motion, by: items), since: since)
    case .autoscrolling(let motion, let since):
      return .autoscrolling(motion.shifted(by: items), since: since)
    }
  }

  /// Returns the activity with its motion replaced by `motion`, which begins at `since`.
  func replacing(_ motion: any ScrollMotion, since: Moment) -> ScrollActivity {
    switch self {
    case .decelerating: .decelerating(motion, since: since)
    case .animating(_, _, let arrival): .animating(motion, since: since, then: arrival)
    case .idle, .held, .dragging, .autoscrolling: self
    }
  }
}
