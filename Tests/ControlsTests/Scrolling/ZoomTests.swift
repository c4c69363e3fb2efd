import Controls
import Drawing
import Geometry
import TestSupport
import Testing
import ViewFixtures
import Views

@Suite("Zoom of scroll views")
@MainActor
struct ZoomTests {
  /// Records the visible part.
  private final class Map: View, ZoomableContent {
    var calls: [(rect: Rect, scale: Double, isAtRest: Bool)] = []
    override func makePainter() -> Painter? { { $0.fill(with: Color(hex: 0xFF0000)) } }
    func visibleRectDidChange(to rect: Rect, scale: Double, isAtRest: Bool) {
      calls.append((rect, scale, isAtRest))
    }
  }

  /// A scroll view of 200 × 160 points at (50, 50), whose content of 100 × 50 fits it at 200 × 100 points.
  @MainActor
  private struct Rig {
    let stage: ControlStage
    let map = Map(size: Size(width: 100, height: 50))
    let scroll: ScrollView

    init(_ plane: ControlStage.Plane = .flat, maximum: Double = 8) {
      stage = ControlStage(plane)
      map.preferredSize = Size(width: 100, height: 50)
      scroll = ScrollView(map, axes: [], size: Size(width: 200, height: 160))
      scroll.fitsContent = true
      scroll.maximumZoomScale = maximum
      stage.add(scroll, x: 50, y: 50)
    }

    /// The point of the content at a point of the scroll view.
    func content(_ x: Double, _ y: Double) -> Point {
      scroll.homography(to: nil)?.project(Point(x: x, y: y)).flatMap { map.convert($0, from: nil) } ?? .zero
    }
    func isExact(_ x: Double, _ y: Double, _ point: Point, within tolerance: Double = 0.6) -> Bool {
      content(x, y).distance(to: point) <= tolerance
    }
    func wheel(_ notches: Double, _ x: Double, _ y: Double) {
      let point = InputPoint(
        id: 1, at: stage.place(x, y, in: scroll), time: .at(stage.time), modifiers: .control)
      stage.tree.handle(.scroll(.wheel(Point(x: 0, y: notches), distance: .zero), point))
    }
    func pinch(_ phase: PinchGesture.Phase, _ scale: Double = 1, _ x: Double = 0, _ y: Double = 0) {
      let place = stage.place(x, y, in: scroll)
      stage.tree.handle(
        .pinch(PinchGesture(phase, scale: scale, at: place, time: .at(stage.time)), pointer: 1))
      stage.settle()
    }
  }

  @Test("At a scale of 1, the content fits the scroll view and is in the middle")
  func fits() {
    let rig = Rig()
    #expect(rig.map.size == Size(width: 200, height: 100) && rig.map.frame.origin == Point(x: 0, y: 30))
    #expect(
      rig.scroll.zoomScale == 1 && rig.scroll.visibleContentRect == Rect(x: 0, y: 0, width: 200, height: 100))
    #expect(!rig.scroll.scrolls(along: .horizontal) && !rig.scroll.scrolls(along: .vertical))
  }

  @Test("Two fingers zoom, and the points under them stay there", arguments: ControlStage.Plane.allCases)
  func twoFingers(plane: ControlStage.Plane) {
    let rig = Rig(plane)
    let (first, second) = (rig.content(80, 80), rig.content(120, 80))
    rig.stage.press(rig.scroll, 80, 80, id: 1)
    rig.stage.press(rig.scroll, 120, 80, id: 2)
    for step in 1...10 {
      rig.stage.move(rig.scroll, 80 - 4 * Double(step), 80, id: 1)
      rig.stage.move(rig.scroll, 120 + 4 * Double(step), 80, id: 2)
    }
    #expect(abs(rig.scroll.zoomScale - 3) < 0.02 && rig.scroll.isZooming)
    #expect(rig.isExact(40, 80, first) && rig.isExact(160, 80, second))
    // Both fingers move together: the content follows.
    rig.stage.move(rig.scroll, 60, 90, id: 1)
    rig.stage.move(rig.scroll, 180, 90, id: 2)
    #expect(rig.isExact(60, 90, first) && rig.isExact(180, 90, second))
    // One finger stays: it drags.
    rig.stage.lift(rig.scroll, 180, 90, id: 2)
    rig.stage.move(rig.scroll, 50, 90, id: 1)
    #expect(rig.isExact(50, 90, first) && !rig.scroll.isZooming && rig.scroll.isDragging)
    rig.stage.advance(0.3)
    rig.stage.lift(rig.scroll, 50, 90, id: 1)
    rig.stage.advance(2)
    #expect(abs(rig.scroll.zoomScale - 3) < 0.02 && !rig.stage.tree.isMoving)
  }

  @Test("Beyond the limits the fingers meet resistance, and the scale springs back", arguments: [0.05, 20])
  func limits(factor: Double) {
    let rig = Rig(maximum: 4)
    rig.pinch(.began, 1, 100, 80)
    rig.pinch(.changed, factor)
    let stretched = rig.scroll.zoomScale
    #expect(factor < 1 ? stretched < 1 && stretched > 0.45 : stretched > 4 && stretched < 9)
    rig.pinch(.ended, factor)
    rig.stage.advance(0.05)
    #expect(rig.scroll.isZooming && rig.stage.tree.isMoving)
    rig.stage.advance(3)
    #expect(rig.scroll.zoomScale == (factor < 1 ? 1 : 4) && !rig.stage.tree.isMoving)
    let visible = rig.scroll.visibleContentRect
    #expect(abs(visible.center.x - 100) < 1 && abs(visible.center.y - 50) < 1)
  }

  @Test("A pinch on a touchpad keeps the point under the pointer; a canceled one is undone")
  func touchpad() {
    let rig = Rig()
    let point = rig.content(150, 60)
    rig.pinch(.began, 1, 150, 60)
    rig.pinch(.changed, 2.5)
    #expect(abs(rig.scroll.zoomScale - 2.5) < 1e-9 && rig.isExact(150, 60, point))
    rig.pinch(.canceled, 2.5)
    rig.stage.advance(2)
    #expect(rig.scroll.zoomScale == 1 && rig.isExact(150, 60, point))
  }

  @Test("Control and the wheel zoom about the pointer, and a notch during the motion adds to it")
  func wheel() {
    let rig = Rig()
    let point = rig.content(150, 80)
    rig.wheel(-2, 150, 80)
    rig.stage.advance(0.1)
    #expect(rig.scroll.zoomScale > 1 && rig.scroll.zoomScale < 1.6 && rig.isExact(150, 80, point))
    rig.wheel(-2, 150, 80)
    rig.stage.advance(2)
    #expect(abs(rig.scroll.zoomScale - 2.718) < 0.01 && rig.isExact(150, 80, point))
    // Without Control, the wheel scrolls.
    #expect(rig.stage.turnWheel(rig.scroll, by: Point(x: 0, y: 1)))
    rig.stage.advance(2)
    #expect(abs(rig.scroll.zoomScale - 2.718) < 0.01)
    rig.wheel(50, 150, 80)
    rig.stage.advance(2)
    #expect(rig.scroll.zoomScale == 1)
  }

  @Test("A double tap enlarges the point that was tapped, and another one shows the whole content")
  func doubleTap() {
    let rig = Rig()
    let point = rig.content(60, 70)
    for expected in [3.0, 1] {
      rig.stage.tap(rig.scroll, 60, 70)
      rig.stage.advance(0.05)
      rig.stage.tap(rig.scroll, 60, 70)
      rig.stage.advance(2)
      #expect(abs(rig.scroll.zoomScale - expected) < 1e-9)
      if expected > 1 { #expect(rig.isExact(60, 70, point)) }
    }
  }

  @Test("Plus, minus and 0 zoom about the middle, alone and with Control")
  func keys() {
    let rig = Rig()
    rig.scroll.becomeFocused()
    #expect(rig.stage.key("+") && rig.stage.key("=", .control))
    rig.stage.advance(2)
    #expect(abs(rig.scroll.zoomScale - 2.25) < 1e-9)
    #expect(rig.stage.key("-"))
    rig.stage.advance(2)
    #expect(abs(rig.scroll.zoomScale - 1.5) < 1e-9)
    #expect(rig.stage.key("0", .control) && !rig.stage.key("+", .alt))
    rig.stage.advance(2)
    #expect(rig.scroll.zoomScale == 1)
  }

  @Test("zoom(to:animated:) shows a rectangle as large as possible")
  func rectangle() {
    let rig = Rig()
    rig.scroll.zoom(to: Rect(x: 100, y: 40, width: 50, height: 20), animated: true)
    rig.stage.advance(2)
    #expect(rig.scroll.zoomScale == 4)
    let visible = rig.scroll.visibleContentRect
    #expect(
      abs(visible.minX - 100) < 0.3 && abs(visible.size.width - 50) < 1e-9 && abs(visible.center.y - 50) < 0.3
    )
    rig.scroll.zoom(to: Rect(x: 190, y: 0, width: 1, height: 1), animated: false)
    #expect(rig.scroll.zoomScale == 8 && rig.scroll.visibleContentRect.maxX == 200)
  }

  @Test("Zoomed content is dragged in any direction, glides on, and stops at its ends")
  func pans() {
    let rig = Rig()
    rig.scroll.setZoomScale(4, animated: false)
    let offset = rig.scroll.contentOffset
    rig.stage.drag(rig.scroll, from: Point(x: 100, y: 100), to: Point(x: 60, y: 70), seconds: 0.1)
    #expect(rig.scroll.contentOffset.x > offset.x + 20 && rig.scroll.contentOffset.y > offset.y + 12)
    rig.stage.drop()
    #expect(rig.scroll.isMoving)
    rig.stage.advance(3)
    #expect(rig.scroll.contentOffset.x > offset.x + 60 && !rig.stage.tree.isMoving)
    rig.scroll.contentOffset = Point(x: 600, y: 240)
    rig.stage.drag(rig.scroll, from: Point(x: 100, y: 100), to: Point(x: 20, y: 30))
    #expect(rig.scroll.contentOffset.x > 600)
    rig.stage.drop()
    rig.stage.advance(2)
    #expect(rig.scroll.contentOffset == Point(x: 600, y: 240))
  }

  @Test("Zoomed content that a mouse drags stays where the button is released")
  func mousePans() {
    let rig = Rig()
    rig.scroll.setZoomScale(4, animated: false)
    let offset = rig.scroll.contentOffset
    rig.stage.drag(
      rig.scroll, from: Point(x: 100, y: 100), to: Point(x: 60, y: 70), seconds: 0.1, as: .pointer(.primary))
    let dragged = rig.scroll.contentOffset
    #expect(dragged.x > offset.x + 20 && dragged.y > offset.y + 12)
    rig.stage.drop()
    rig.stage.advance(3)
    #expect(rig.scroll.contentOffset == dragged && !rig.stage.tree.isMoving)
  }

  @Test("A zoom takes 0.4 seconds, and the content is notified of its visible part and scale, also at rest")
  func notifies() throws {
    let rig = Rig()
    rig.map.calls = []
    rig.scroll.setZoomScale(2, animated: true)
    rig.stage.advance(0.1)
    #expect(rig.map.calls.contains { $0.scale > 1 && !$0.isAtRest })
    rig.stage.advance(0.25)
    #expect(rig.scroll.isMoving)
    rig.stage.advance(0.1)
    #expect(!rig.scroll.isMoving)
    rig.stage.advance(1)
    let last = try #require(rig.map.calls.last)
    #expect(last.scale == 2 && last.isAtRest && last.rect == rig.scroll.visibleContentRect)
    let count = rig.map.calls.count
    rig.stage.advance(1)
    #expect(rig.map.calls.count == count && rig.stage.timerCount == 0)
  }

  @Test("While the content moves, it is not painted again; at rest, its visible part is painted at its scale")
  func detail() throws {
    let rig = Rig()
    rig.stage.settle()
    let version = rig.map.contentVersion
    rig.scroll.setZoomScale(4, animated: true)
    rig.stage.advance(0.3)
    #expect(rig.map.contentVersion == version)
    rig.stage.advance(2)
    #expect(rig.map.contentVersion == version)
    let views = rig.map.superview?.subviews ?? []
    #expect(views.count == 2)
    let detail = try #require(views.last)
    #expect(detail.transform == .identity && detail.size.width >= 200 && detail.size.width <= 330)
    // Its pixels are those of the content.
    let surface = try ViewPainting.paint(detail, scale: 1)
    #expect(surface[50, 50] == Pixel(blue: 0, green: 0, red: 255, alpha: 255))
    // A change of the content makes it outdated.
    rig.map.setNeedsDisplay()
    #expect(rig.map.superview?.subviews.count == 1)
    rig.stage.advance(1)
    #expect(rig.map.superview?.subviews.count == 2)
    rig.scroll.setZoomScale(1, animated: false)
    rig.stage.advance(1)
    #expect(rig.map.superview?.subviews.count == 1)
  }

  /// Draws on the main actor only.
  private final class Chart: View {
    override func draw(in canvas: Canvas) { canvas.fill(with: .red) }
  }

  @Test(
    "At rest, only the exact pixels are shown, also of content that draws on the main actor",
    arguments: [false, true])
  func replaces(drawsOnMainActor: Bool) throws {
    let stage = ControlStage()
    let content =
      drawsOnMainActor
      ? Chart(size: Size(width: 100, height: 100)) : PaintedView(size: Size(width: 100, height: 100)) { _ in }
    let scroll = ScrollView(content, axes: [], size: Size(width: 100, height: 100))
    scroll.maximumZoomScale = 4
    content.alpha = 0.5
    stage.add(scroll)
    scroll.zoomScale = 4
    stage.advance(1)
    let detail = try #require(content.superview?.subviews.last)
    #expect(detail !== content && content.isReplacedByCopy && !detail.isHidden && detail.alpha == 0.5)
    // The exact pixels do not cover the other end.
    stage.drag(scroll, from: Point(x: 90, y: 90), to: Point(x: 5, y: 5))
    #expect(!content.isReplacedByCopy && detail.isHidden)
    stage.drop()
    stage.advance(3)
    #expect(content.isReplacedByCopy)
    scroll.maximumZoomScale = 1
    stage.settle()
    #expect(
      content.transform == .identity && content.superview?.subviews.count == 1 && !content.isReplacedByCopy)
  }

  @Test("A finger during a pinch on a touchpad does not keep the pinch from its end")
  func mixedPinch() {
    let rig = Rig(maximum: 4)
    rig.pinch(.began, 1, 100, 80)
    rig.pinch(.changed, 20)
    #expect(rig.map.calls.last?.isAtRest == false)
    rig.stage.press(rig.scroll, 50, 50)
    rig.stage.move(rig.scroll, 90, 90)
    rig.pinch(.ended, 20)
    rig.stage.lift(rig.scroll, 90, 90)
    rig.stage.advance(3)
    #expect(rig.scroll.zoomScale == 4 && !rig.scroll.isZooming && !rig.scroll.isDragging)
    #expect(rig.map.calls.last?.isAtRest == true)
    rig.pinch(.began, 1, 100, 80)
    rig.pinch(.changed, 0.1)
    rig.scroll.removeFromSuperview()
    // The pinch is canceled, so it is undone.
    #expect(rig.scroll.zoomScale == 4 && !rig.scroll.isZooming)
  }

  @Test("New content has a possible scale")
  func newContent() {
    let rig = Rig()
    rig.scroll.minimumZoomScale = 3
    rig.scroll.content = Map(size: Size(width: 50, height: 50))
    rig.stage.advance(1)
    #expect(rig.scroll.zoomScale == 3)
  }

  @Test("With reduced motion, the scale jumps")
  func reducedMotion() {
    let rig = Rig()
    var theme = Theme.light
    theme.isMotionReduced = true
    rig.stage.card.theme = theme
    rig.scroll.setZoomScale(3, animated: true)
    #expect(rig.scroll.zoomScale == 3)
  }

  @Test("Numbers that are not finite, and limits in the wrong order, are harmless")
  func badNumbers() {
    let rig = Rig()
    for scale in [Double.nan, .infinity, -.infinity, 0, -1] {
      rig.scroll.zoomScale = scale
      #expect(rig.scroll.zoomScale == 1)
    }
    rig.scroll.zoom(to: Rect(x: .nan, y: 0, width: 1, height: 1), animated: true)
    rig.scroll.zoom(to: .zero, animated: true)
    rig.pinch(.began, 1, 100, 80)
    rig.pinch(.changed, .nan)
    rig.pinch(.changed, 0)
    rig.pinch(.ended, 1)
    rig.scroll.maximumZoomScale = .nan
    rig.scroll.minimumZoomScale = 3
    rig.stage.advance(1)
    #expect(rig.scroll.zoomScale == 3)
    rig.scroll.minimumZoomScale = .infinity
    rig.scroll.content = nil
    rig.scroll.maximumZoomScale = 1e9
    rig.scroll.setZoomScale(1e9, animated: true)
    rig.scroll.size = .zero
    rig.stage.advance(2)
    #expect(rig.scroll.zoomScale.isFinite && !rig.stage.tree.isMoving)
  }

  @Test(
    "After random gestures, the scale is within its limits, the content covers the view, and all is at rest",
    arguments: 0..<60)
  func randomGestures(seed: Int) {
    var random = SplitMix(seed: UInt64(seed))
    let rig = Rig(seed % 2 == 0 ? .flat : .tilted, maximum: random.number(1...20))
    var down: Set<Int> = []
    func point() -> (Double, Double) { (random.number(0...200), random.number(0...160)) }
    for _ in 0..<40 {
      let (x, y) = point()
      switch random.whole(0...11) {
      case 0, 1:
        let id = random.whole(1...3)
        if down.insert(id).inserted { rig.stage.press(rig.scroll, x, y, id: id) }
      case 2, 3, 4:
        if let id = down.randomElement(using: &random) { rig.stage.move(rig.scroll, x, y, id: id) }
      case 5:
        if let id = down.randomElement(using: &random) {
          down.remove(id)
          random.once(in: 3) ? rig.stage.cancel(id: id) : rig.stage.lift(rig.scroll, x, y, id: id)
        }
      case 6: rig.wheel(random.number(-6...6), x, y)
      case 7:
        rig.pinch(random.choice([.began, .changed, .ended, .canceled]), random.number(0.01...10), x, y)
      case 8: rig.scroll.setZoomScale(random.number(0.1...10), animated: random.once(in: 2))
      case 9:
        rig.scroll.zoom(
          to: Rect(x: x, y: y, width: random.number(0...200), height: 40), animated: random.once(in: 2))
      case 10: rig.scroll.size = Size(width: random.number(0...300), height: random.number(0...300))
      default: rig.scroll.contentOffset = Point(x: random.number(-99...999), y: random.number(-99...999))
      }
      rig.stage.advance(random.number(0...0.2))
    }
    for id in down { rig.stage.lift(rig.scroll, 10, 10, id: id) }
    rig.pinch(.ended)
    rig.stage.advance(4)
    let (scroll, map) = (rig.scroll, rig.map)
    #expect(!rig.stage.tree.isMoving && rig.stage.timerCount == 0)
    #expect(!scroll.isDragging && !scroll.isZooming && !scroll.isMoving)
    #expect(scroll.zoomScale >= 1 && scroll.zoomScale <= scroll.maximumZoomScale)
    let scaled = Size(width: map.size.width * scroll.zoomScale, height: map.size.height * scroll.zoomScale)
    let offset = scroll.contentOffset
    #expect(offset.x >= 0 && offset.x <= max(scaled.width - scroll.size.width, 0) + 0.5)
    #expect(offset.y >= 0 && offset.y <= max(scaled.height - scroll.size.height, 0) + 0.5)
  }

  @Test("A zoom in progress ends at the largest scale, if that becomes smaller meanwhile")
  func smallerMaximum() {
    let rig = Rig()
    rig.scroll.setZoomScale(8, animated: true)
    rig.stage.advance(0.05)
    #expect(rig.scroll.isZooming && rig.scroll.zoomScale < 2)
    rig.scroll.maximumZoomScale = 2
    rig.stage.advance(2)
    #expect(rig.scroll.zoomScale == 2 && !rig.scroll.isZooming)
  }
}
