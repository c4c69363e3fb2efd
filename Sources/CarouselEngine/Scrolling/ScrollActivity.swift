/// The current activity of a carousel.
///
/// It replaces iCarousel's `scrolling`, `decelerating`, `dragging`, `didDrag` and timer, and makes impossible
/// combinations unrepresentable.
package enum ScrollActivity: Sendable {
  /// At rest.
  case idle
  /// A finger touches the carousel and has not moved yet; `stoppedMotion` if it stopped a fling or a scroll.
  case held(stoppedMotion: Bool)
  /// Following a finger or a pressed pointer.
  case dragging(Drag)
  /// Decelerating after a release.
  case decelerating(any Motion, since: Timestamp)
  /// Scrolling to an offset that the program set, or to the nearest item; `since` is `nil` until the first
  /// frame.
  case animating(any Motion, since: Timestamp?, then: Arrival)
  /// Moving at a steady speed; `since` is `nil` until the first frame.
  case autoscrolling(SteadyMotion, since: Timestamp?)

  /// A drag under way.
  package struct Drag: Sendable {
    /// The finger's travel along the axis at its last move, in points; `nil` if the axis has turned since.
    var translation: Double?
    /// The time of the last move; `nil` before the first one.
    var lastChange: Timestamp?
    /// The finger's velocity along the axis at its last move, in points per second.
    var speed = 0.0
    /// The page that the drag may leave by one page at most; `nil` if it may go anywhere.
    var page: TouchpadPage?
  }

  /// The action after an animated scroll.
  package struct Arrival: Equatable, Sendable {
    /// Whether the carousel snaps to the nearest item; otherwise it rests.
    var aligns: Bool
    /// The identifier of the scroll if its end is awaited.
    var scroll: ScrollID?

    /// Rest.
    package static let rest = Arrival(aligns: false)
    /// Snap to the nearest item.
    package static let align = Arrival(aligns: true)

    static func rest(after scroll: ScrollID?) -> Arrival { Arrival(aligns: false, scroll: scroll) }
    static func align(after scroll: ScrollID?) -> Arrival { Arrival(aligns: true, scroll: scroll) }
  }
}

extension ScrollActivity {
  /// The motion under way, if there is one.
  package var motion: (any Motion)? {
    switch self {
    case .decelerating(let motion, _): motion
    case .animating(let motion, _, _): motion
    case .autoscrolling(let motion, _): motion
    case .idle, .held, .dragging: nil
    }
  }

  /// When the motion under way began; `nil` before its first frame.
  var since: Timestamp? {
    switch self {
    case .decelerating(_, let since): since
    case .animating(_, let since, _), .autoscrolling(_, let since): since
    case .idle, .held, .dragging: nil
    }
  }

  /// Returns the activity with `items` added to its offsets, because items before them were inserted or removed.
  func shifted(byItems items: Double) -> ScrollActivity {
    switch self {
    case .idle, .held: return self
    case .dragging(var drag):
      drag.page?.shift(by: items)
      return .dragging(drag)
    case .decelerating(let motion, let since):
      return .decelerating(ShiftedMotion(motion, by: items), since: since)
    case .animating(let motion, let since, let arrival):
      return .animating(ShiftedMotion(motion, by: items), since: since, then: arrival)
    case .autoscrolling(let motion, let since):
      return .autoscrolling(motion.shifted(by: items), since: since)
    }
  }

  /// Returns the activity with another motion from `since` on.
  func replacing(_ motion: any Motion, since: Timestamp?) -> ScrollActivity {
    switch self {
    case .decelerating(_, let began): .decelerating(motion, since: since ?? began)
    case .animating(_, _, let arrival): .animating(motion, since: since, then: arrival)
    case .idle, .held, .dragging, .autoscrolling: self
    }
  }

  /// Returns the activity with its times moved to a clock that is `seconds` ahead.
  func shifted(by seconds: Double) -> ScrollActivity {
    switch self {
    case .idle, .held: return self
    case .dragging(var drag):
      drag.lastChange = drag.lastChange.map { $0 + seconds }
      return .dragging(drag)
    case .decelerating(let motion, let since): return .decelerating(motion, since: since + seconds)
    case .animating(let motion, let since, let arrival):
      return .animating(motion, since: since.map { $0 + seconds }, then: arrival)
    case .autoscrolling(let motion, let since):
      return .autoscrolling(motion, since: since.map { $0 + seconds })
    }
  }
}

extension Scroller {
  /// Whether a finger touches a carousel that did not move.
  var isHeldAtRest: Bool { if case .held(stoppedMotion: false) = activity { true } else { false } }

  /// Whether the finger on the carousel has stopped a fling or a scroll.
  var hasStoppedMotion: Bool { if case .held(stoppedMotion: true) = activity { true } else { false } }
}
