public import CarouselEngine
public import Geometry

/// A carousel and its frame in a window.
///
/// A new window has one pane that fills it. An application can add more panes, each with its own carousel. A pointer
/// press or a touch goes to the pane it began in, a key to the focused pane.
@MainActor
public final class CarouselPane {
  /// The carousel; the pane sets its `bounds` to the size of ``frame``.
  public let carousel: Carousel
  /// Returns the pane's frame in a window of the given size, both in points.
  public var layout: (Size) -> Rect {
    didSet { onLayoutChange?() }
  }
  /// The pane's frame in the window, in points.
  public internal(set) var frame = Rect.zero
  var onLayoutChange: (() -> Void)?

  /// Creates a pane. Add it to a window with `CarouselWindow.addPane(_:)`.
  ///
  /// - Parameters:
  ///   - carousel: The pane sets its `bounds`.
  ///   - layout: Returns the pane's frame in a window of the given size, both in points; by default the whole
  ///     window.
  public init(carousel: Carousel, layout: @escaping (Size) -> Rect = { Rect(origin: .zero, size: $0) }) {
    self.carousel = carousel
    self.layout = layout
  }

  func place(in windowSize: Size) {
    frame = layout(windowSize)
    if carousel.bounds != frame.size { carousel.bounds = frame.size }
  }
}
