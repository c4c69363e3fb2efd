import CarouselEngine
import Geometry

/// A carousel that changes before each frame.
@MainActor
final class ChangingCarousel {
  /// The change before a frame.
  enum Change: String, CaseIterable {
    /// The carousel scrolls; no width changes. Items have individual widths, as in the next three cases.
    case scroll
    /// The width of one item changes.
    case width
    /// An item is inserted near the first item, or removed again.
    case edit
    /// The carousel gets another size, and asks for all widths again.
    case bounds
    /// 4,000 items are inserted one by one, with animation.
    case inserts
    /// A new list has one item more or less in front.
    case setItems
  }

  private let carousel = Carousel(bounds: Size(width: 1280, height: 720))
  private let source: ChangingSource
  private let change: Change
  private var now = Timestamp(seconds: 1)
  private var isOdd = false
  /// The lists of `setItems`, which are shown in turn.
  private let lists: [[Item]]

  init(_ change: Change, items: Int) {
    self.change = change
    source = ChangingSource(count: items)
    lists = change == .setItems ? [0, -1].map { ($0..<items).map { Item(id: $0) } } : []
    switch change {
    case .setItems: setItems()
    case .inserts: carousel.dataSource = source
    case .scroll, .width, .edit, .bounds:
      carousel.delegate = source
      carousel.itemSizing = .individual
      carousel.dataSource = source
      if change == .scroll { carousel.autoscroll = 1.5 }
    }
    draw()
    draw()
  }

  /// The number of visible items; stored, so that the optimizer does not remove a frame.
  private(set) var visibleItemCount = 0

  /// Makes the change and computes the next frame.
  func run() {
    isOdd.toggle()
    switch change {
    case .scroll: break
    case .width:
      source.growth = isOdd ? 50 : 0
      carousel.itemSizeDidChange(at: 2)
    case .edit:
      source.count += isOdd ? 1 : -1
      if isOdd {
        carousel.insertItem(at: 2, animated: false)
      } else {
        carousel.removeItem(at: 2, animated: false)
      }
    case .bounds: carousel.bounds = Size(width: isOdd ? 1000 : 1280, height: 720)
    case .inserts:
      for _ in 0..<4000 {
        source.count += 1
        carousel.insertItem(at: 2, animated: true)
      }
    case .setItems: setItems()
    }
    draw()
  }

  private func draw() {
    now = now + 1.0 / 60
    carousel.advance(to: now)
    visibleItemCount = carousel.frame().items.count
  }

  private struct Item: Identifiable {
    let id: Int
  }

  private func setItems() { carousel.setItems(lists[isOdd ? 1 : 0]) { _, view in view ?? PlainView() } }
}

/// A data source and delegate with individual widths.
@MainActor
private final class ChangingSource: CarouselDataSource, CarouselDelegate {
  var count: Int
  /// The growth of item 2, in points.
  var growth = 0.0

  init(count: Int) { self.count = count }

  func numberOfItems(in carousel: Carousel) -> Int { count }

  func carousel(_ carousel: Carousel, viewForItemAt index: Int, reusing view: (any ItemView)?) -> any ItemView
  {
    view ?? PlainView()
  }

  func carouselItemWidth(_ carousel: Carousel) -> Double { 200 }

  func carousel(_ carousel: Carousel, widthForItemAt index: Int) -> Double {
    Double(100 + index * 37 % 200) + (index == 2 ? growth : 0)
  }
}
