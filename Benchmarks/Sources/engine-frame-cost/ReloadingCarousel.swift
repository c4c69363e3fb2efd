import CarouselEngine
import Geometry
import Measuring

/// A carousel that reloads all its content.
@MainActor
final class ReloadingCarousel {
  /// Whether all items have the same width or each has its own.
  enum Widths: String, CaseIterable {
    case uniform, individual
  }

  private let carousel = Carousel(bounds: Size(width: 1280, height: 720))
  private let source: Source
  private let delegate = WidthDelegate()
  private var now = Timestamp(seconds: 1)

  init(items: Int, widths: Widths) {
    source = Source(count: items)
    if case .individual = widths {
      carousel.delegate = delegate
      carousel.itemSizing = .individual
    }
    carousel.dataSource = source
    carousel.advance(to: now)
    visibleItemCount = carousel.frame().items.count
  }

  /// The number of visible items; stored, so that the optimizer does not remove a frame.
  private(set) var visibleItemCount: Int

  /// Reloads everything and advances to the next frame.
  func run() {
    now = now + 1.0 / 60
    carousel.reloadData()
    carousel.advance(to: now)
    visibleItemCount = carousel.frame().items.count
  }
}

/// Gives every item its own width.
@MainActor
private final class WidthDelegate: CarouselDelegate {
  func carouselItemWidth(_ carousel: Carousel) -> Double { 200 }
  func carousel(_ carousel: Carousel, widthForItemAt index: Int) -> Double { Double(100 + index * 37 % 200) }
}
