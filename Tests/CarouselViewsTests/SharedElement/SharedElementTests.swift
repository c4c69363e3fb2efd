import CarouselEngine
import CarouselViews
import Drawing
import Geometry
import TestSupport
import Testing
import ViewFixtures
@_spi(Subclassing) import Views

@Suite("Shared elements")
@MainActor
struct SharedElementTests {
  /// A cover flow of sixty items in a window of 800 × 600 points, and a page in front of it.
  @MainActor
  private final class Rig: CarouselDataSource {
    let stage = ControlStage(size: Size(width: 800, height: 600))
    let view = CarouselView(size: Size(width: 800, height: 400))
    let page = View(frame: Rect(x: 100, y: 50, width: 600, height: 500))
    let transition: SharedElementTransition
    /// The item that is opened. Item 2 is tilted while item 0 is the current one.
    var index = 2
    var ends: [String] = []
    var rests: [Bool] = []
    var carousel: Carousel { view.carousel }

    init() {
      var find: () -> View? = { nil }
      transition = SharedElementTransition(to: page) { find() }
      page.backgroundColor = .blue
      carousel.type = .coverFlow
      carousel.dataSource = self
      stage.card.addSubview(view)
      find = { [unowned self] in carousel.itemView(at: index) as? View }
      transition.onRest = { [unowned self] in rests.append($0) }
      stage.settle()
    }

    func numberOfItems(in carousel: Carousel) -> Int { 60 }
    func carousel(
      _ carousel: Carousel, viewForItemAt index: Int, reusing view: (any ItemView)?
    ) -> any ItemView {
      let item = (view as? View) ?? View(size: Size(width: 200, height: 200))
      item.backgroundColor = .red
      return item
    }

    /// Adds the page and opens it. It does not advance the time.
    func open() {
      stage.card.addSubview(page)
      transition.open { self.ends.append("open \($0)") }
    }
    func close() { transition.close { self.ends.append("close \($0)") } }

    var source: View? { carousel.itemView(at: index) as? View }

    /// The corners at which a view is seen.
    func corners(_ view: View?) -> [Point] {
      guard let view, let map = view.homography(to: nil) else { return [] }
      return [(0.0, 0.0), (1, 0), (1, 1), (0, 1)].map {
        map.project(Point(x: view.size.width * $0.0, y: view.size.height * $0.1)) ?? .zero
      }
    }
    func distance(_ a: View?, _ b: View?) -> Double {
      zip(corners(a), corners(b)).map { $0.distance(to: $1) }.max() ?? .infinity
    }

    /// For each view that the frame shows, the number of its visible layers.
    var shown: [ObjectIdentifier: Int] {
      var counts: [ObjectIdentifier: Int] = [:]
      stage.tree.forEachLayer { if $0.alpha > 0 { counts[ObjectIdentifier($0.view), default: 0] += 1 } }
      return counts
    }
    func isShown(_ view: View?) -> Bool { view.map { shown[ObjectIdentifier($0)] != nil } ?? false }
    /// The map with which a view is shown.
    func map(_ view: View) -> Homography? {
      var map: Homography?
      stage.tree.forEachLayer { if $0.view === view, $0.alpha > 0 { map = $0.map } }
      return map
    }
  }

  @Test("A page grows from the tilted item, whose place is empty meanwhile, to its own place")
  func opens() throws {
    let rig = Rig()
    let source = try #require(rig.source)
    let slot = rig.corners(source)
    #expect(abs(slot[0].y - slot[1].y) > 5)  // tilted
    rig.open()
    rig.stage.advance(1.0 / 60)
    #expect(rig.distance(rig.page, source) < 0.01 && !rig.isShown(rig.page) && rig.isShown(source))
    #expect(rig.shown.values.allSatisfy { $0 == 1 })
    rig.stage.advance(0.15)
    #expect(rig.isShown(rig.page) && rig.distance(rig.page, source) > 50)
    rig.stage.advance(1.5)
    #expect(rig.corners(rig.page)[0] == Point(x: 100, y: 50) && rig.isShown(rig.page) && !rig.isShown(source))
    #expect(rig.ends == ["open true"] && rig.rests == [true] && !rig.stage.tree.isMoving)
    #expect(rig.transition.progress == 1)
  }

  @Test("The page returns into the very place of the item, also if the carousel scrolls meanwhile")
  func closes() throws {
    let rig = Rig()
    rig.open()
    rig.stage.advance(2)
    rig.close()
    rig.carousel.scrollToItem(at: 1, animated: true)
    var least = Double.infinity
    for _ in 0..<120 where rig.transition.isMoving {
      rig.stage.advance(1.0 / 60)
      #expect(rig.shown.values.allSatisfy { $0 == 1 })
      if rig.transition.isMoving { least = min(least, rig.distance(rig.page, rig.source)) }
    }
    #expect(least < 0.5)
    #expect(rig.ends == ["open true", "close true"] && rig.rests == [true, false])
    rig.stage.advance(1)
    #expect(rig.isShown(rig.source) && !rig.isShown(rig.page) && !rig.stage.tree.isMoving)
    // The page is still in the tree, and receives no events.
    #expect(rig.stage.tree.root.hitTest(Point(x: 400, y: 540)) !== rig.page)
  }

  @Test("Neither view is painted again on the way, and the source keeps its item")
  func noRepaint() throws {
    let rig = Rig()
    let source = try #require(rig.source)
    rig.open()
    rig.stage.advance(1.0 / 60)
    let versions = [source, rig.page, rig.stage.card].map(\.contentVersion)
    for _ in 0..<8 {
      rig.stage.advance(0.02)
      var items: Set<Int?> = []
      rig.stage.tree.forEachLayer { if $0.view === source { items.insert($0.item?.index) } }
      #expect(items == [2])
    }
    rig.stage.advance(1)
    rig.close()
    rig.stage.advance(0.3)
    #expect([source, rig.page, rig.stage.card].map(\.contentVersion) == versions)
  }

  @Test("Closing during the opening turns the motion around without a jump, and keeps the velocity")
  func interrupts() {
    let rig = Rig()
    rig.open()
    rig.stage.advance(0.1)
    let before = rig.transition.progress
    rig.stage.advance(1.0 / 60)
    let step = rig.transition.progress - before
    rig.close()
    #expect(rig.ends == ["open false"])
    let now = rig.transition.progress
    rig.stage.advance(1.0 / 60)
    #expect(rig.transition.progress > now && rig.transition.progress - now < step)
    rig.stage.advance(2)
    #expect(rig.ends == ["open false", "close true"] && rig.isShown(rig.source))
  }

  @Test(
    "A contact drags the page, the held point stays under it, and the release decides where it goes",
    arguments: [Contact.Kind.touch, .pointer(.primary), .pen])
  func drags(kind: Contact.Kind) throws {
    let rig = Rig()
    rig.open()
    rig.stage.advance(2)
    // A short drag returns.
    rig.stage.drag(rig.page, from: Point(x: 150, y: 100), to: Point(x: 180, y: 130), as: kind)
    #expect(rig.transition.isDragging && rig.transition.progress < 1)
    rig.stage.advance(0.3)
    rig.stage.drop()
    rig.stage.advance(2)
    #expect(rig.transition.isOpen && rig.rests == [true, true])
    // A long drag closes.
    rig.stage.drag(rig.page, from: Point(x: 150, y: 100), to: Point(x: 250, y: 350), as: kind)
    let finger = Point(x: 350, y: 400)
    let held = try #require(rig.page.convert(finger, from: nil))
    #expect(rig.transition.progress < 0.6)
    // The drag began after 8 points, at the place where the finger was then.
    #expect(abs(held.x - 150) < 20 && abs(held.y - 100) < 30)
    rig.stage.drop()
    rig.stage.advance(2)
    #expect(rig.rests == [true, true, false] && rig.isShown(rig.source) && !rig.stage.tree.isMoving)
  }

  @Test("A movement that arrives in a single event counts from where the finger began")
  func singleEvent() {
    let rig = Rig()
    rig.open()
    rig.stage.advance(2)
    rig.stage.drag(rig.page, from: Point(x: 150, y: 100), to: Point(x: 150, y: 350), seconds: 0.01)
    #expect(rig.transition.progress < 0.6)
    rig.stage.advance(0.5)
    rig.stage.drop()
    rig.stage.advance(2)
    #expect(rig.rests == [true, false])
  }

  @Test("A sideways drag is left to others")
  func sideways() {
    let rig = Rig()
    rig.open()
    rig.stage.advance(2)
    rig.stage.drag(rig.page, from: Point(x: 150, y: 100), to: Point(x: 300, y: 120))
    #expect(!rig.transition.isDragging)
    rig.stage.drop()
  }

  @Test(
    "A finger catches the page in flight; without a movement it continues, after a flick it follows the flick"
  )
  func catches() throws {
    let rig = Rig()
    rig.open()
    rig.stage.advance(0.15)
    let center = rig.page.bounds.center
    rig.stage.press(rig.page, center.x, center.y)
    let progress = rig.transition.progress
    rig.stage.advance(0.5)
    #expect(rig.transition.isDragging && rig.transition.progress == progress && rig.ends == ["open false"])
    rig.stage.lift(rig.page, center.x, center.y)
    rig.stage.advance(2)
    #expect(rig.rests == [true])
    rig.close()
    rig.stage.advance(0.1)
    rig.stage.drag(rig.page, from: center, to: Point(x: center.x, y: center.y - 300), seconds: 0.1)
    rig.stage.drop()
    #expect(rig.transition.isOpen)
    rig.stage.advance(2)
    #expect(rig.rests == [true, true] && !rig.stage.tree.isMoving)
  }

  @Test("If the item is gone, its view shows another item, and the page fades")
  func sourceIsGone() {
    let rig = Rig()
    rig.open()
    rig.stage.advance(2)
    rig.carousel.scrollToItem(at: 50, animated: false)
    rig.stage.advance(0.5)
    #expect(rig.source == nil)
    for view in rig.carousel.visibleItemViews { #expect(rig.isShown(view as? View)) }
    rig.close()
    rig.stage.advance(0.2)
    var alpha = 0.0
    rig.stage.tree.forEachLayer { if $0.view === rig.page { alpha = $0.alpha } }
    #expect(alpha > 0 && alpha < 1)
    rig.stage.advance(2)
    #expect(rig.rests == [true, false] && !rig.isShown(rig.page))
  }

  @Test("Removing the page on the way ends the transition once, and the item is in its place")
  func removal() {
    let rig = Rig()
    rig.open()
    rig.stage.advance(0.2)
    #expect(rig.map(rig.page) != nil)
    rig.page.removeFromSuperview()
    #expect(rig.ends == ["open false"] && rig.stage.tree.isMoving == false)
    rig.stage.settle()
    #expect(rig.isShown(rig.source))
    rig.open()
    rig.stage.advance(2)
    #expect(rig.ends.last == "open true")
    rig.page.removeFromSuperview()
    rig.stage.settle()
    #expect(rig.isShown(rig.source) && rig.ends.count == 2)
  }

  @Test("A closed page is invisible for eyes and assistive technologies, also when it returns to the tree")
  func closed() {
    let rig = Rig()
    rig.page.accessibilityLabel = "Page"
    func isListed() -> Bool { rig.stage.tree.root.accessibilityTree().all.contains { $0.name == "Page" } }
    rig.stage.card.addSubview(rig.page)
    rig.transition.close(animated: false)
    rig.stage.settle()
    #expect(!rig.isShown(rig.page) && rig.isShown(rig.source) && !isListed())
    rig.page.removeFromSuperview()
    rig.stage.card.addSubview(rig.page)
    rig.stage.settle()
    #expect(!rig.isShown(rig.page))
    rig.transition.open(animated: false)
    rig.stage.settle()
    #expect(rig.isShown(rig.page) && !rig.isShown(rig.source) && isListed())
    // An open one is in one place when it returns.
    rig.page.removeFromSuperview()
    rig.stage.settle()
    #expect(rig.isShown(rig.source))
    rig.stage.card.addSubview(rig.page)
    rig.stage.settle()
    #expect(rig.isShown(rig.page) && !rig.isShown(rig.source))
  }

  @Test("A canceled drag returns the page to where it was")
  func canceled() {
    let rig = Rig()
    rig.open()
    rig.stage.advance(2)
    rig.stage.drag(rig.page, from: Point(x: 150, y: 100), to: Point(x: 250, y: 350))
    rig.stage.cancel()
    rig.stage.advance(2)
    #expect(rig.transition.isOpen && rig.rests == [true, true])
  }

  @Test("Near its place, the item is as transparent and as clipped as there")
  func fadedSource() throws {
    let rig = Rig()
    rig.view.clipsToBounds = true
    (rig.view.alpha, rig.view.allowsGroupOpacity) = (0.5, false)
    rig.view.frame.origin.x = -250
    rig.stage.settle()
    func layer() -> (alpha: Double, clip: LayerClip?)? {
      var found: (Double, LayerClip?)?
      rig.stage.tree.forEachLayer { if $0.view === rig.source, $0.alpha > 0 { found = ($0.alpha, $0.clip) } }
      return found
    }
    let before = try #require(layer())
    rig.open()
    rig.stage.advance(1.0 / 60)
    let first = try #require(layer())
    #expect(first.alpha == before.alpha && first.clip == before.clip)
    rig.stage.advance(0.1)
    let later = try #require(layer())
    #expect(later.alpha != before.alpha && later.clip != before.clip)
  }

  @Test("If the item is lost in flight, the page fades from there, without a jump")
  func lostSource() {
    let rig = Rig()
    rig.open()
    rig.stage.advance(2)
    rig.close()
    rig.stage.advance(0.15)
    rig.index = -1
    var alphas = [1.0]
    for _ in 0..<60 {
      rig.stage.advance(1.0 / 60)
      var alpha = 0.0
      rig.stage.tree.forEachLayer { if $0.view === rig.page { alpha = $0.alpha } }
      alphas.append(alpha)
    }
    #expect(alphas[1] > 0.9 && alphas.last == 0)
    #expect(zip(alphas, alphas.dropFirst()).allSatisfy { $0 >= $1 && $0 - $1 < 0.2 })
  }

  @Test("If the tree is dropped in flight, the completion is called")
  func droppedTree() {
    let rig = Rig()
    let root = View(size: Size(width: 400, height: 400))
    let source = View(frame: Rect(x: 0, y: 0, width: 40, height: 40))
    let page = View(frame: Rect(x: 0, y: 0, width: 400, height: 400))
    root.addSubview(source)
    root.addSubview(page)
    var tree: ViewTree? = ViewTree(root: root)
    let transition = SharedElementTransition(to: page) { source }
    transition.open { rig.ends.append("\($0)") }
    tree?.prepareFrame(at: .at(0))
    tree = nil
    #expect(rig.ends == ["false"] && transition.isOpen)
  }

  @Test("With reduced motion, the page fades in its place")
  func reducedMotion() {
    let rig = Rig()
    var theme = Theme.light
    theme.isMotionReduced = true
    rig.stage.card.theme = theme
    rig.open()
    rig.stage.advance(0.15)
    #expect(rig.corners(rig.page)[0] == Point(x: 100, y: 50))
    #expect(rig.transition.progress > 0 && rig.transition.progress < 1)
    rig.stage.advance(2)
    #expect(rig.rests == [true])
  }

  @Test("Only the aligned part of the page appears at the item")
  func alignment() throws {
    let rig = Rig()
    rig.transition.alignmentRect = { Rect(x: 50, y: 100, width: 500, height: 300) }
    rig.open()
    rig.stage.advance(1.0 / 60)
    let source = try #require(rig.source)
    let map = try #require(rig.page.homography(to: nil))
    let corner = try #require(map.project(Point(x: 50, y: 100)))
    #expect(corner.distance(to: rig.corners(source)[0]) < 0.01)
    rig.stage.advance(0.2)
    var clip: LayerClip?
    rig.stage.tree.forEachLayer { if $0.view === rig.page { clip = $0.clip } }
    #expect(clip != nil)
    for rect in [
      Rect.zero, Rect(x: .nan, y: 0, width: 1, height: 1), Rect(x: 900, y: 0, width: 1, height: 1),
    ] {
      rig.transition.alignmentRect = { rect }
      rig.stage.advance(0.02)
    }
    rig.stage.advance(2)
    #expect(rig.transition.progress == 1)
  }

  @Test("Without a window, a call has its effect at once")
  func outside() {
    let rig = Rig()
    rig.transition.open { rig.ends.append("open \($0)") }
    #expect(rig.ends == ["open true"] && rig.transition.isOpen)
    rig.transition.close(animated: false) { rig.ends.append("close \($0)") }
    rig.transition.close { rig.ends.append("again \($0)") }
    #expect(rig.ends == ["open true", "close true", "again true"])
  }

  @Test(
    "After a random program, no view is in two places, everything is at rest, and each completion was called once",
    arguments: 0..<40)
  func randomPrograms(seed: Int) {
    var random = SplitMix(seed: UInt64(seed))
    let rig = Rig()
    var (begun, ended): ([Int], [Int]) = ([], [])
    var isPressed = false
    for _ in 0..<50 {
      let id = begun.count
      switch random.whole(0...11) {
      case 0, 1:
        if rig.page.superview == nil { rig.stage.card.addSubview(rig.page) }
        begun.append(id)
        rig.transition.open(animated: !random.once(in: 4)) { _ in ended.append(id) }
      case 2, 3:
        begun.append(id)
        rig.transition.close(animated: !random.once(in: 4)) { _ in ended.append(id) }
      case 4: rig.page.removeFromSuperview()
      case 5: rig.carousel.scrollToItem(at: random.whole(0...59), animated: random.once(in: 2))
      case 6: rig.index = random.whole(-1...60)
      case 7: rig.carousel.reloadData()
      case 8, 9:
        let place = Point(x: random.number(0...600), y: random.number(0...500))
        rig.stage.drag(
          rig.page, from: place, to: Point(x: random.number(0...600), y: random.number(0...500)),
          seconds: random.number(0.02...0.3))
        isPressed = true
      case 10: if isPressed { random.once(in: 3) ? rig.stage.cancel() : rig.stage.drop() }
      default:
        rig.page.frame = Rect(x: 0, y: 0, width: random.number(0...800), height: random.number(0...600))
      }
      if random.once(in: 2), isPressed {
        rig.stage.drop()
        isPressed = false
      }
      for _ in 0..<random.whole(0...20) {
        rig.stage.advance(1.0 / 60)
        #expect(rig.shown.values.allSatisfy { $0 == 1 })
      }
    }
    rig.stage.drop()
    rig.stage.advance(4)
    #expect(ended.sorted() == begun && !rig.stage.tree.isMoving && !rig.transition.isDragging)
    let isOpen = rig.transition.isOpen && rig.page.superview != nil
    #expect(rig.isShown(rig.source) != (isOpen && rig.source != nil) || rig.source == nil)
    rig.page.removeFromSuperview()
    rig.stage.settle()
    for view in rig.carousel.visibleItemViews { #expect(rig.isShown(view as? View)) }
  }
}
