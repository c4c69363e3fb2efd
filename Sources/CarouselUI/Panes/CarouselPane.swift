public import CarouselEngine
public import Geometry

/// A carousel and its place in a window.
///
/// A window has one pane over all of its area to begin with; more can be added, each with a carousel of its own. Pointer
/// and touch reach the pane they began in, the keyboard reaches the pane in focus.
@MainActor
public final class CarouselPane {
  /// What is shown; its `bounds` follow ``frame``.
  public let carousel: Carousel
  /// Returns the pane's place, in points, in a window of the given size.
  public var layout: (Size) -> Rect {
    didSet { onLayoutChange?() }
  }
  /// The pane's place in the window, in points.
  public internal(set) var frame = Rect.zero
  var onLayoutChange: (() -> Void)?

  /// Creates a pane; a window shows it once it is added.
  ///
  /// - Parameters:
  ///   - carousel: Its `bounds` follow the pane's size.
  ///   - layout: Returns the pane's place in a window of the given size; by default all of it.
  public init(carousel: Carousel, layout: @escaping (Size) -> Rect = { Rect(origin: .zero, size: $0) }) {
    self.carousel = carousel
    self.layout = layout
  }

  func place(in windowSize: Size) {
    frame = layout(windowSize)
    if carousel.bounds != frame.size { carousel.bounds = frame.size }
  }
}
