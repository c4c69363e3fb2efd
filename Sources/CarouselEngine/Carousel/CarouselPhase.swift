/// The current activity of a carousel.
///
/// Beyond iCarousel, which has `dragging`, `decelerating` and `scrolling`; SwiftUI: `ScrollPhase`.
public enum CarouselPhase: Hashable, Sendable {
  /// The carousel is at rest, or a linked carousel moves it. SwiftUI: `idle`.
  case idle
  /// A finger touches the carousel and has not moved yet. SwiftUI: `tracking`.
  case held
  /// The carousel follows a finger, a pressed pointer or a touchpad. SwiftUI: `interacting`.
  case dragging
  /// The carousel decelerates after a drag. SwiftUI: `decelerating`.
  case decelerating
  /// The carousel scrolls to an offset: a scroll by the program, a key or a wheel, or a snap to an item.
  /// SwiftUI: `animating`.
  case scrolling
  /// The carousel moves at the speed of ``Carousel/autoscroll``.
  case autoscrolling
}

extension Carousel {
  /// The current activity. The carousel always has exactly one activity.
  ///
  /// ``isDragging``, ``isDecelerating`` and ``isScrolling`` are true in the phases of the same name. While a
  /// finger moves the top card of a stack the phase is `dragging`. While a finger holds a lifted item the
  /// phase is `held`. A cover turn and an animated change of layout or content have no phase of their own.
  ///
  /// Beyond iCarousel; SwiftUI: `ScrollPhase`.
  public var phase: CarouselPhase {
    if core.hold == .dragged { return .dragging }
    return switch core.scroller.activity {
    case .idle: .idle
    case .held: .held
    case .dragging: .dragging
    case .decelerating: .decelerating
    case .animating: .scrolling
    case .autoscrolling: .autoscrolling
    }
  }
}
