import Controls
import Drawing
import Geometry
import TestSupport
import Testing
import ViewFixtures
import Views

@Suite("Scroll views")
@MainActor
struct ScrollViewTests {
  /// A scroll view of 200 × 200 points whose content is 1,000 points long.
  private func make(_ axes: Set<Axis> = [.vertical], on stage: ControlStage) -> ScrollView {
    let content = PaintedView(size: Size(width: 200, height: 200)) { _ in }
    content.preferredSize = Size(
      width: axes.contains(.horizontal) ? 1000 : 200, height: axes.contains(.vertical) ? 1000 : 200)
    return stage.add(ScrollView(content, axes: axes, size: Size(width: 200, height: 200)), x: 50, y: 50)
  }

  @Test(
    "During a drag, the content moves by the distance that the finger has moved since the drag was recognized",
    arguments: Way.all)
  func follows(way: Way) {
    let stage = ControlStage(way.plane)
    let scroll = make(on: stage)
    stage.drag(scroll, from: Point(x: 100, y: 150), to: Point(x: 100, y: 50), as: way.kind)
    // The drag is recognized after 8 points. The steps are 8.3 points long, and positions in a tilted plane are
    // rounded.
    #expect(abs(scroll.contentOffset.y - 91.7) < 1)
    #expect(scroll.isDragging)
    stage.advance(0.5)
    stage.drop()
    stage.advance(0.1)
    #expect(!scroll.isMoving && !scroll.isDragging)
    #expect(abs(scroll.contentOffset.y - 91.7) < 1)
  }

  @Test(
    "After a flick, the content moves on, slows down, and stops at a whole number of points",
    arguments: Way.all)
  func momentum(way: Way) {
    let stage = ControlStage(way.plane)
    let scroll = make(on: stage)
    stage.drag(scroll, from: Point(x: 100, y: 150), to: Point(x: 100, y: 90), seconds: 0.1, as: way.kind)
    stage.drop()
    var places = [scroll.contentOffset.y]
    for _ in 0..<4 {
      stage.advance(0.25)
      places.append(scroll.contentOffset.y)
    }
    let steps = zip(places.dropFirst(), places).map { $0 - $1 }
    #expect(steps.allSatisfy { $0 > 0 } && steps == steps.sorted(by: >))
    stage.advance(4)
    #expect(!scroll.isMoving && !stage.tree.isAnimating)
    #expect(scroll.contentOffset.y == scroll.contentOffset.y.rounded())
    #expect((250...370).contains(scroll.contentOffset.y))
  }

  @Test("After a flick beyond the end, the content bounces and comes to rest at the end")
  func bounce() {
    let stage = ControlStage()
    let scroll = make(on: stage)
    scroll.contentOffset = Point(x: 0, y: 760)
    stage.drag(scroll, from: Point(x: 100, y: 150), to: Point(x: 100, y: 130), seconds: 0.05)
    stage.drop()
    var farthest = 0.0
    for _ in 0..<240 {
      stage.advance(1.0 / 60)
      farthest = max(farthest, scroll.contentOffset.y)
    }
    #expect((801...900).contains(farthest))
    #expect(scroll.contentOffset.y == 800)
    #expect(!stage.tree.isAnimating)
    scroll.bounces = false
    scroll.contentOffset.y = 790
    stage.drag(scroll, from: Point(x: 100, y: 150), to: Point(x: 100, y: 20))
    #expect(scroll.contentOffset.y == 800)
    stage.drop()
  }

  @Test(
    "Beyond an end, the content moves by less than the finger that drags it, and springs back at the release"
  )
  func stretch() {
    let stage = ControlStage()
    let scroll = make(on: stage)
    stage.drag(scroll, from: Point(x: 100, y: 50), to: Point(x: 100, y: 150))
    let first = -scroll.contentOffset.y
    #expect((20...50).contains(first))
    stage.advance(0.3)
    stage.drop()
    stage.advance(2)
    #expect(scroll.contentOffset.y == 0)
  }

  @Test(
    "If a drag begins across the scroll axis, it belongs to the superview until the finger is lifted",
    .proves("D027"),
    arguments: Way.all)
  func axisLock(way: Way) {
    let stage = ControlStage(way.plane)
    let outer = stage.add(DraggableView(size: Size(width: 300, height: 280)), x: 0, y: 0)
    let scroll = make(on: stage)
    outer.addSubview(scroll)
    stage.settle()
    stage.drag(scroll, from: Point(x: 150, y: 100), to: Point(x: 100, y: 110), as: way.kind)
    #expect(outer.isDragged && scroll.contentOffset.y == 0)
    stage.move(scroll, 100, 20)
    stage.lift(scroll, 100, 20)
    #expect(scroll.contentOffset.y == 0)
    stage.drag(scroll, from: Point(x: 100, y: 150), to: Point(x: 90, y: 100), as: way.kind)
    #expect(scroll.contentOffset.y > 20)
    stage.move(scroll, 10, 100)
    #expect(scroll.contentOffset.x == 0)
    stage.drop()
  }

  @Test(
    "When a scroll view reaches its end, it hands the drag over to the scroll view around it",
    .proves("D027"),
    arguments: Way.all)
  func handOver(way: Way) {
    let stage = ControlStage(way.plane)
    let outerContent = View(size: Size(width: 250, height: 1000))
    outerContent.preferredSize = outerContent.size
    let outer = stage.add(
      ScrollView(outerContent, size: Size(width: 250, height: 250)), x: 10, y: 10)
    let inner = make(on: stage)
    outerContent.addSubview(inner)
    stage.settle()
    inner.contentOffset.y = 780
    stage.drag(inner, from: Point(x: 100, y: 190), to: Point(x: 100, y: 90), as: way.kind)
    #expect(inner.contentOffset.y == 800)
    #expect((40...80).contains(outer.contentOffset.y))
    stage.advance(0.3)
    stage.drop()
    // If the inner scroll view is already at its end, it does not begin the drag at all.
    stage.advance(3)
    let before = outer.contentOffset.y
    stage.drag(inner, from: Point(x: 100, y: 190), to: Point(x: 100, y: 150), seconds: 1, as: way.kind)
    #expect(outer.contentOffset.y > before + 20)
    #expect(inner.contentOffset.y == 800)
    stage.drop()
  }

  @Test("Stopping a motion with a touch does not press the button under the finger", arguments: Way.all)
  func stoppingTouch(way: Way) {
    let stage = ControlStage(way.plane)
    let scroll = make(on: stage)
    var clicks = 0
    let button = Button("Add") { clicks += 1 }
    button.frame = Rect(x: 0, y: 0, width: 200, height: 1000)
    scroll.content?.addSubview(button)
    stage.drag(scroll, from: Point(x: 100, y: 150), to: Point(x: 100, y: 50), seconds: 0.1, as: way.kind)
    stage.drop()
    stage.advance(0.1)
    #expect(scroll.isMoving)
    stage.tap(scroll, as: way.kind)
    #expect(!scroll.isMoving && clicks == 0)
    stage.tap(scroll, as: way.kind)
    #expect(clicks == 1)
  }

  @Test(
    "A wheel, a touchpad and keys scroll the content; at the end of the content, the superview receives them")
  func otherInput() {
    let stage = ControlStage()
    let scroll = make(on: stage)
    #expect(!stage.turnWheel(scroll, by: Point(x: 0, y: -1)))
    #expect(stage.turnWheel(scroll, by: Point(x: 0, y: 1)))
    stage.turnWheel(scroll, by: Point(x: 0, y: 1))
    stage.advance(2)
    #expect(scroll.contentOffset.y == 120)
    #expect(!stage.turnWheel(scroll, by: Point(x: 1, y: 0)))
    for _ in 0..<5 {
      stage.advance(0.02)
      stage.scrollTouchpad(scroll, by: Point(x: 0, y: 10))
    }
    #expect(scroll.contentOffset.y == 170)
    stage.liftFingers(over: scroll)
    stage.advance(3)
    #expect(scroll.contentOffset.y > 200 && !scroll.isMoving)
    let button = Button("Add")
    scroll.content?.addSubview(button)
    button.becomeFocused()
    #expect(stage.key(.home))
    stage.advance(2)
    #expect(scroll.contentOffset.y == 0)
    #expect(!stage.key(.up))
    #expect(stage.key(.pageDown))
    stage.advance(2)
    #expect(scroll.contentOffset.y == 160)
  }

  @Test("Scrolling does not repaint the content, and the scroll bar fades out when the content rests")
  func layers() {
    let stage = ControlStage()
    stage.card.backgroundColor = .white
    let scroll = make(on: stage)
    stage.advance(2)
    let versions = [stage.card, scroll, scroll.content ?? scroll].map(\.contentVersion)
    let bar = scroll.subviews[2]
    #expect(bar.alpha == 0)
    stage.drag(scroll, from: Point(x: 100, y: 150), to: Point(x: 100, y: 50))
    #expect(bar.alpha == 1)
    #expect([stage.card, scroll, scroll.content ?? scroll].map(\.contentVersion) == versions)
    stage.drop()
    stage.advance(6)
    #expect(bar.alpha == 0 && !stage.tree.isAnimating && stage.timerCount == 0)
  }

  @Test("Dragging the scroll bar with the pointer scrolls the content")
  func bar() {
    let stage = ControlStage()
    let scroll = make(on: stage)
    scroll.contentOffset.y = 1
    stage.drag(scroll, from: Point(x: 196, y: 10), to: Point(x: 196, y: 90), as: .pointer(.primary))
    #expect((380...430).contains(scroll.contentOffset.y))
    stage.drop()
  }

  @Test("A scroll view scrolls to the view that gets the focus")
  func focus() {
    let stage = ControlStage()
    let scroll = make(on: stage)
    let button = Button("Add")
    button.frame.origin = Point(x: 0, y: 500)
    scroll.content?.addSubview(button)
    stage.tree.focus.isRingVisible = true
    button.becomeFocused()
    stage.advance(2)
    #expect(scroll.contentOffset.y == 334)
  }

  @Test("When the content becomes shorter, the offset is clamped so that no gap appears")
  func shorter() {
    let stage = ControlStage()
    let scroll = make(on: stage)
    scroll.contentOffset.y = 800
    scroll.content?.preferredSize = Size(width: 200, height: 500)
    stage.settle()
    #expect(scroll.contentOffset.y == 300)
    scroll.content?.preferredSize = Size(width: 200, height: 50)
    stage.settle()
    #expect(scroll.contentOffset.y == 0)
    scroll.contentOffset = Point(x: Double.nan, y: .infinity)
    #expect(scroll.contentOffset == .zero)
  }
}
