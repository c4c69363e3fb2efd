import CarouselEngine
import CarouselViews
import Geometry
import Testing
import ViewFixtures
@_spi(Subclassing) import Views

@Suite("A carousel in a tree of views")
@MainActor
struct CarouselViewTests {
  private final class Source: CarouselDataSource {
    var views: [View]
    init(_ views: [View]) { self.views = views }
    func numberOfItems(in carousel: Carousel) -> Int { views.count }
    func carousel(
      _ carousel: Carousel, viewForItemAt index: Int, reusing view: (any ItemView)?
    ) -> any ItemView { views[index] }
  }

  private final class LongPressDelegate: CarouselDelegate {
    func carousel(_ carousel: Carousel, didLongPressItemAt index: Int) -> Bool { true }
  }

  private let log = EventLog()
  private let view = CarouselView(size: Size(width: 600, height: 200))
  private let tree: ViewTree
  private let cards: [ProbeView]
  private let source: Source

  init() {
    let log = log
    cards = (0..<5).map { ProbeView("card\($0)", Rect(x: 0, y: 0, width: 100, height: 100), log: log) }
    source = Source(cards)
    let root = View(size: Size(width: 600, height: 300))
    root.addSubview(view)
    tree = ViewTree(root: root)
    view.carousel.dataSource = source
    tree.prepareFrame(at: .at(0))
  }

  private func run(from start: Double, for seconds: Double) {
    for step in 1...60 { tree.prepareFrame(at: .at(start + seconds * Double(step) / 60)) }
  }

  @Test("A carousel view has the item views as subviews, in the order in which they are drawn")
  func adoption() throws {
    #expect(view.subviews.contains { $0 === cards[0] } && view.subviews.count > 1)
    var drawn: [ObjectIdentifier] = []
    tree.forEachLayer { if $0.view.isItemView { drawn.append(ObjectIdentifier($0.view)) } }
    #expect(view.subviews.map(ObjectIdentifier.init) == drawn)
    #expect(cards[0].superview === view && cards[0].isInWindow)
    let center = try #require(cards[0].convert(Point(x: 50, y: 50), to: nil))
    #expect(center.distance(to: Point(x: 300, y: 100)) < 1e-9)
    #expect(view.carousel.index(ofItemViewOrSubview: cards[1]) == 1)
    source.views.removeFirst()
    view.carousel.reloadData()
    tree.prepareFrame(at: .at(1))
    #expect(cards[0].superview == nil && !cards[0].isInWindow)
  }

  @Test("A carousel outside a tree is offscreen, so that its completions do not wait for frames")
  func removedFromTree() {
    #expect(!view.carousel.isOffscreen)
    var hasEnded = false
    source.views.removeFirst()
    view.carousel.removeItem(at: 0, animated: true) { hasEnded = true }
    view.removeFromSuperview()
    #expect(view.carousel.isOffscreen && hasEnded)
    tree.root.addSubview(view)
    #expect(!view.carousel.isOffscreen)
  }

  @Test("Removing an item cancels the contact on its view")
  func removedItem() {
    cards[0].onBegan = { _ in .tracking }
    tree.handle(.touch(.began, InputPoint(at: Point(x: 300, y: 100), time: .at(0))))
    _ = log.take()
    source.views.removeFirst()
    view.carousel.reloadData()
    tree.prepareFrame(at: .at(0.1))
    #expect(log.take() == ["card0 canceled"])
  }

  @Test("If the delegate handles a long press, the press of the control under the finger is canceled")
  func longPress() {
    let delegate = LongPressDelegate()
    view.carousel.delegate = delegate
    cards[0].onBegan = { _ in .tracking }
    tree.handle(.touch(.began, InputPoint(at: Point(x: 300, y: 100), time: .at(0))))
    tree.prepareFrame(at: .at(0.4))
    #expect(log.take() == ["card0 began"])
    tree.prepareFrame(at: .at(0.6))
    #expect(log.take() == ["card0 canceled"])
    withExtendedLifetime(delegate) {}
  }

  @Test("A drag does not scroll the carousel if a control in an item has claimed the press")
  func claimedByControl() {
    cards[0].onBegan = { _ in .claimed }
    tree.handle(.touch(.began, InputPoint(at: Point(x: 300, y: 100), time: .at(0))))
    for step in 1...5 {
      let place = Point(x: 300 - Double(step) * 20, y: 100)
      tree.handle(.touch(.moved, InputPoint(at: place, time: .at(Double(step) * 0.02))))
    }
    tree.handle(.touch(.ended, InputPoint(at: Point(x: 200, y: 100), time: .at(0.2))))
    run(from: 0.2, for: 2)
    #expect(view.carousel.scrollOffset == 0)
  }

  @Test("A press of the secondary button neither drags the carousel nor selects an item")
  func secondaryButton() {
    tree.handle(
      .pointer(.pressed(.secondary), InputPoint(at: Point(x: 300, y: 100), time: .at(0))))
    #expect(log.take() == ["card0 entered", "card0 began"])
    #expect(!tree.isTrackingContacts)
  }

  @Test("A turn of the wheel over an item scrolls the carousel, unless a view in the item handles the turn")
  func wheels() {
    func turn(_ time: Double) {
      tree.handle(
        .scroll(
          .wheel(Point(x: 0, y: 1)), InputPoint(id: 1, at: Point(x: 300, y: 100), time: .at(time))))
      run(from: time, for: 2)
    }
    turn(0)
    #expect(view.carousel.scrollOffset == 1)
    cards[1].onScroll = { _ in true }
    turn(3)
    #expect(view.carousel.scrollOffset == 1)
  }

  @Test("Removing a carousel ends the touchpad scroll over it")
  func removedDuringScroll() {
    for step in 0..<3 {
      tree.handle(
        .scroll(
          .touchpad(Point(x: 12, y: 0)),
          InputPoint(id: 1, at: Point(x: 300, y: 100), time: .at(Double(step) * 0.01))))
    }
    #expect(view.carousel.phase == .dragging)
    view.removeFromSuperview()
    #expect(view.carousel.phase != .dragging)
  }

  @Test("If two carousels show the same view, the view stays a subview of the first carousel")
  func sharedView() {
    let second = CarouselView(size: Size(width: 600, height: 100))
    let shared = Source([cards[0]])
    second.carousel.dataSource = shared
    tree.root.addSubview(second)
    tree.prepareFrame(at: .at(1))
    tree.prepareFrame(at: .at(2))
    #expect(cards[0].superview === view)
    #expect(second.subviews.isEmpty)
    var shown = 0
    tree.forEachLayer { if $0.view === cards[0] { shown += 1 } }
    #expect(shown == 2)
  }

  @Test(
    "If a contact on a turned item moves past the item's horizon, its location in the item stays before the horizon"
  )
  func horizon() {
    final class Floor: CarouselDelegate {
      func carousel(
        _ carousel: Carousel, itemTransformForOffset offset: Double, baseTransform: Transform3D
      ) -> Transform3D {
        baseTransform.translated(x: offset * 150).rotated(by: -1.3, x: 1)
      }
    }
    let floor = Floor()
    view.carousel.delegate = floor
    view.carousel.type = .custom
    view.carousel.perspective = -1 / 200
    tree.prepareFrame(at: .at(1))
    run(from: 1, for: 2)
    var locations: [Point] = []
    cards[0].onBegan = { _ in .claimed }
    cards[0].onMoved = {
      locations.append($0.location(in: self.cards[0]))
      return .tracking
    }
    let hit = cards[0].convert(Point(x: 50, y: 50), to: nil) ?? .zero
    tree.handle(.touch(.began, InputPoint(at: hit, time: .at(3))))
    for (step, y) in [90.0, 60, 0, -500, -1e9].enumerated() {
      tree.handle(.touch(.moved, InputPoint(at: Point(x: 300, y: y), time: .at(3 + Double(step) * 0.01))))
      tree.prepareFrame(at: .at(3 + Double(step) * 0.01))
    }
    #expect(locations.count == 5)
    #expect(locations.allSatisfy { $0.x.isFinite && $0.y.isFinite && $0.y <= 50 })
    withExtendedLifetime(floor) {}
  }

  @Test(
    "The focused carousel view gets keys; Carousel.isFocused is true only while the window has the keyboard"
  )
  func focus() {
    #expect(view.isFocused && !view.carousel.isFocused)
    tree.hasKeyboard = true
    #expect(view.carousel.isFocused)
    #expect(tree.handle(.keyPressed(KeyPress(.right))))
    run(from: 0, for: 2)
    #expect(view.carousel.scrollOffset == 1)
    #expect(!tree.handle(.keyPressed(KeyPress("x"))))
    view.resignFocus()
    #expect(!view.carousel.isFocused)
  }

  @Test(
    "A carousel keeps the layout direction set by the program until the layout direction of its view changes")
  func direction() {
    #expect(view.carousel.layoutDirection == .leftToRight)
    view.carousel.layoutDirection = .rightToLeft
    tree.prepareFrame(at: .at(1))
    #expect(view.carousel.layoutDirection == .rightToLeft)
    tree.root.layoutDirection = .rightToLeft
    tree.prepareFrame(at: .at(2))
    tree.root.layoutDirection = .leftToRight
    tree.prepareFrame(at: .at(3))
    #expect(view.carousel.layoutDirection == .leftToRight)
  }
}
