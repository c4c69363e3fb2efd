import CarouselEngine
import CarouselViews
import Geometry
import TestSupport
import Testing
import ViewFixtures
@_spi(Subclassing) import Views

/// Items whose size follows the size of the carousel's view.
@MainActor
struct ItemSizeTests {
  private final class Source: CarouselDataSource {
    var count = 20
    var numberOfPlaceholders = 0
    func numberOfItems(in carousel: Carousel) -> Int { count }
    func numberOfPlaceholders(in carousel: Carousel) -> Int { numberOfPlaceholders }
    func carousel(
      _ carousel: Carousel, viewForItemAt index: Int, reusing view: (any ItemView)?
    ) -> any ItemView { view ?? View(size: Size(width: 100, height: 30)) }
    func carousel(
      _ carousel: Carousel, placeholderViewAt index: Int, reusing view: (any ItemView)?
    ) -> any ItemView { view ?? View(size: Size(width: 20, height: 20)) }
  }

  /// A delegate that decides the distance of the items.
  private final class Delegate: CarouselDelegate {
    func carouselItemWidth(_ carousel: Carousel) -> Double { 77 }
  }

  private let stage = ControlStage(size: Size(width: 800, height: 600))
  private let view = CarouselView(size: Size(width: 400, height: 200))
  private let source = Source()
  private let widthDelegate = Delegate()
  private var carousel: Carousel { view.carousel }

  private func show(_ size: CarouselItemSize?) {
    view.itemSize = size
    carousel.dataSource = source
    stage.add(view, x: 0, y: 0)
  }

  /// The sizes of the loaded views, each once.
  private var sizes: Set<Size> {
    Set(carousel.visibleItemViews.map { $0.size })
  }

  @Test(
    "The size is as large as possible within the fractions, the maximum and the aspect ratio",
    .proves("D053"),
    arguments: [
      (CarouselItemSize(width: 0.5, height: 1), Size(width: 200, height: 200)),
      (CarouselItemSize(width: 1, height: 1, aspectRatio: 1.5), Size(width: 300, height: 200)),
      (CarouselItemSize(width: 0.25, height: 1, aspectRatio: 2), Size(width: 100, height: 50)),
      (
        CarouselItemSize(width: 1, height: 1, aspectRatio: 2, maximum: Size(width: 150, height: 120)),
        Size(width: 150, height: 75)
      ),
      (CarouselItemSize(width: 0.333, height: 0.333), Size(width: 133, height: 66)),
      (CarouselItemSize(width: 1, height: 1, aspectRatio: -1), Size(width: 400, height: 200)),
      (CarouselItemSize(width: 1, height: 1, aspectRatio: .nan), Size(width: 400, height: 200)),
      (CarouselItemSize(width: 1e300, height: 1), Size(width: 32767, height: 200)),
      (
        CarouselItemSize(width: 1, height: 1, maximum: Size(width: .nan, height: 10)),
        Size(width: 400, height: 10)
      ),
      (CarouselItemSize(width: 1, height: 1, maximum: .zero), Size(width: 400, height: 200)),
    ])
  func size(item: CarouselItemSize, expected: Size) {
    #expect(item.size(in: Size(width: 400, height: 200)) == expected)
  }

  @Test(
    "Sizes that are not numbers, zero or negative have no effect",
    arguments: [
      CarouselItemSize(width: .nan, height: 1), CarouselItemSize(width: 0, height: 1),
      CarouselItemSize(width: -1, height: 1), CarouselItemSize(width: 1, height: -.infinity),
      CarouselItemSize(width: 1, height: 1, aspectRatio: 1e9),
    ])
  func badSize(item: CarouselItemSize) {
    show(item)
    #expect(sizes == [Size(width: 100, height: 30)] && carousel.itemWidth == 100)
    #expect(!carousel.needsFrame)
  }

  @Test("Items have the size from the first frame on, and follow the size of the view")
  func resize() {
    show(CarouselItemSize(width: 0.5, height: 1))
    #expect(sizes == [Size(width: 200, height: 200)] && carousel.itemWidth == 200)
    carousel.currentItemIndex = 7
    stage.settle()
    for width in stride(from: 410.0, through: 800, by: 30) {
      view.size = Size(width: width, height: width / 2)
      stage.settle()
      let expected = Size(width: (width / 2).rounded(.down), height: (width / 2).rounded(.down))
      #expect(sizes == [expected] && carousel.itemWidth == expected.width)
      #expect(carousel.currentItemIndex == 7 && carousel.scrollOffset == 7)
      let neighbor = carousel.itemView(at: 8) as? View
      #expect(
        neighbor.map { stage.place(0, 0, in: $0).x.rounded() } == (width / 2 + expected.width / 2).rounded())
    }
  }

  @Test("The size along a vertical axis is the height")
  func vertical() {
    carousel.isVertical = true
    show(CarouselItemSize(width: 1, height: 0.25))
    #expect(carousel.itemWidth == 50)
    carousel.isVertical = false
    stage.settle()
    #expect(carousel.itemWidth == 400)
  }

  @Test("Views that are loaded later, reloaded views and placeholders have the size, too")
  func laterViews() {
    source.numberOfPlaceholders = 4
    source.count = 3
    show(CarouselItemSize(width: 0.2, height: 0.5))
    let expected = Size(width: 80, height: 100)
    #expect(sizes == [expected] && carousel.indexesForVisibleItems.contains(-1))
    source.count = 30
    carousel.reloadData()
    stage.settle()
    #expect(sizes == [expected] && carousel.itemWidth == 80)
    carousel.scrollToItem(at: 25, animated: true)
    for _ in 0..<60 {
      stage.advance(1 / 60.0)
      #expect(sizes == [expected])
    }
    source.count = 31
    carousel.insertItem(at: 25, animated: true)
    stage.advance(0.1)
    #expect(sizes == [expected])
  }

  @Test("The distance that a delegate returns is kept, and without a size, views keep theirs")
  func delegate() {
    carousel.delegate = widthDelegate
    show(CarouselItemSize(width: 0.5, height: 0.5))
    #expect(carousel.itemWidth == 77 && sizes == [Size(width: 200, height: 100)])
    carousel.perspective = -1 / 700.0
    view.size.width = 600
    stage.settle()
    #expect(carousel.itemWidth == 77 && sizes == [Size(width: 300, height: 100)])
    view.itemSize = nil
    view.size.width = 400
    stage.settle()
    #expect(sizes == [Size(width: 300, height: 100)])
    // Without room, items keep their size.
    view.itemSize = CarouselItemSize(width: 1, height: 1)
    view.size = .zero
    stage.settle()
    view.size = Size(width: 400, height: 200)
    stage.settle()
    #expect(sizes == [Size(width: 400, height: 200)])
  }

  @Test("On a ring, more items come into sight when they become smaller, each with the new size")
  func ring() {
    carousel.type = .rotary
    source.count = 8
    show(CarouselItemSize(width: 0.6, height: 1))
    #expect(carousel.isWrapEnabled && sizes == [Size(width: 240, height: 200)])
    view.itemSize = CarouselItemSize(width: 0.1, height: 0.2)
    stage.advance(0.1)
    #expect(sizes == [Size(width: 40, height: 40)] && carousel.itemWidth == 40)
    #expect(carousel.indexesForVisibleItems.count == 8)
    carousel.scrollByNumberOfItems(11, duration: 0.3)
    stage.advance(1)
    #expect(sizes == [Size(width: 40, height: 40)] && carousel.currentItemIndex == 3)
  }

  @Test("The maximum grows with the text if the size says so, as far as the view has room")
  func growsWithText() {
    var theme = Theme.light
    show(CarouselItemSize(width: 1, height: 1, maximum: Size(width: 100, height: 120), growsWithText: true))
    #expect(sizes == [Size(width: 100, height: 120)])
    for (textScale, expected) in [
      (1.5, Size(width: 150, height: 180)), (2, Size(width: 200, height: 200)),
      (0.5, Size(width: 100, height: 120)),
    ] {
      theme.textScale = textScale
      stage.card.theme = theme
      stage.settle()
      #expect(sizes == [expected] && carousel.itemWidth == expected.width)
    }
    theme.textScale = 2
    stage.card.theme = theme
    view.itemSize?.growsWithText = false
    stage.settle()
    #expect(sizes == [Size(width: 100, height: 120)])
  }

  @Test("A second view of a carousel does not take the size of the items from the first one")
  func secondView() {
    show(CarouselItemSize(width: 0.5, height: 1))
    view.removeFromSuperview()
    let second = CarouselView(carousel, size: Size(width: 300, height: 100))
    second.itemSize = CarouselItemSize(width: .nan, height: 1)
    stage.add(second, x: 0, y: 0)
    view.size = Size(width: 700, height: 100)
    for case let item as View in carousel.visibleItemViews { item.size = Size(width: 70, height: 70) }
    stage.settle()
    #expect(sizes == [Size(width: 70, height: 70)])
  }

  @Test("During a flick, the view changes its size in each frame, and the carousel rests on an item")
  func resizeInMotion() {
    show(CarouselItemSize(width: 0.8, height: 0.8))
    stage.drag(view, from: Point(x: 300, y: 100), to: Point(x: 100, y: 100), seconds: 0.1)
    stage.drop()
    for step in 0..<30 {
      view.size.width = 400 + Double(step % 7) * 40
      stage.advance(1 / 60.0)
      #expect(sizes.count == 1 && sizes.first?.width == (view.size.width * 0.8).rounded(.down))
    }
    stage.advance(3)
    #expect(!carousel.needsFrame && carousel.scrollOffset == Double(carousel.currentItemIndex))
    #expect(carousel.currentItemIndex > 0)
  }
}
