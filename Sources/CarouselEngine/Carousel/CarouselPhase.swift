/// The present activity of a carousel.
///
/// Beyond iCarousel, which has `dragging`, `decelerating` and `scrolling`; SwiftUI: `ScrollPhase`.
public enum CarouselPhase: Hashable, Sendable {
  /// The carousel rests, or a linked carousel moves it. SwiftUI: `idle`.
  case idle
  /// A finger touches the carousel and has not moved yet. SwiftUI: `tracking`.
  case held
  /// The carousel follows a finger, a pressed pointer or a touchpad. SwiftUI: `interacting`.
  case dragging
  /// The carousel decelerates after a drag. SwiftUI: `decelerating`.
  case decelerating
  /// The carousel scrolls by itself to an offset: of the program, of a key or a wheel, or to snap to an item.
  /// SwiftUI: `animating`.
  case scrolling
  /// The carousel moves at the speed of ``Carousel/autoscroll``.
  case autoscrolling
}

extension CarouselPhase {
  init(_ activity: ScrollActivity) {
    switch activity {
    case .idle: self = .idle
    case .held: self = .held
    case .dragging: self = .dragging
    case .decelerating: self = .decelerating
    case .animating: self = .scrolling
    case .autoscrolling: self = .autoscrolling
    }
  }
}

extension Carousel {
  /// The present activity; exactly one at a time.
  ///
  /// ``isDragging``, ``isDecelerating`` and ``isScrolling`` are true in the phases of the same name. While a finger
  /// moves the top card of a stack the phase is `dragging`; while it holds a lifted item the phase is `held`. A turn of
  /// covers and an animated change of layout or content are no phases of their own.
  ///
  /// Beyond iCarousel; SwiftUI: `ScrollPhase`.
  public var phase: CarouselPhase { core.stack.isHeld ? .dragging : CarouselPhase(core.scroller.activity) }
}
