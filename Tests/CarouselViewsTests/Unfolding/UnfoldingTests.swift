import CarouselViews
import Controls
import Drawing
import Geometry
import TestSupport
import Testing
import ViewFixtures
import Views

/// A card that unfolds, flat and tilted.
@MainActor
@Suite("Cards that unfold")
struct UnfoldingTests {
  /// A card of three panels of 100 × 40 points on a stage. Panel 1 turns in 0.4 s, panel 2 in 0.2 s.
  @MainActor
  private struct Rig {
    let stage: ControlStage
    let card: UnfoldingView
    let front = Rig.colored(.red)
    let panels = [Color.green, .blue, .white].map { Rig.colored($0) }

    init(_ plane: ControlStage.Plane = .flat) {
      stage = ControlStage(plane)
      card = UnfoldingView(front: front, panels: panels, durations: [0.4, 0.2])
      stage.add(card)
    }

    private static func colored(_ color: Color) -> View {
      let view = View(size: Size(width: 100, height: 40))
      view.backgroundColor = color
      return view
    }

    /// The colors of the visible views, from the back to the front.
    var visible: [Color?] { card.subviews.filter { !$0.isHidden }.map(\.backgroundColor) }

    /// Returns where a point of a view is seen, in the coordinates of the card.
    func place(_ x: Double, _ y: Double, of view: View) -> Point {
      card.homography(ofSubview: view)?.project(Point(x: x, y: y)) ?? Point(x: -1, y: -1)
    }
  }

  private let back = Color(hex: 0xD8D4CC)

  @Test(
    "A folded card shows its front in the middle; an open card shows all panels one below the other",
    .proves("V02"))
  func states() throws {
    let rig = Rig()
    #expect(rig.card.size == Size(width: 100, height: 120))
    #expect(rig.visible == [.red] && !rig.card.isOpen)
    #expect(rig.place(0, 0, of: rig.front) == Point(x: 0, y: 40))
    rig.card.setOpen(true, animated: false)
    #expect(rig.visible == [.green, .blue, .white] && rig.card.isOpen)
    for (index, panel) in rig.panels.enumerated() {
      #expect(rig.place(0, 0, of: panel) == Point(x: 0, y: Double(index) * 40))
    }
    let picture = try rig.stage.picture(scale: 1)
    func color(_ y: Int) -> [UInt8] {
      picture.withPixels { pixels in (0..<3).map { pixels[(100 + y) * picture.stride + 150 * 4 + $0] } }
    }
    #expect(color(20) == Color.green.premultipliedBGRA.channels)
    #expect(color(60) == Color.blue.premultipliedBGRA.channels)
    #expect(color(100) == Color.white.premultipliedBGRA.channels)
  }

  @Test(
    "Panel after panel turns, each in its own time, and the completion is called once at the end",
    .proves("V02"),
    arguments: ControlStage.Plane.allCases)
  func turns(plane: ControlStage.Plane) {
    let rig = Rig(plane)
    var ends: [Bool] = []
    let versions = ([rig.card, rig.front] + rig.panels).map(\.contentVersion)
    rig.card.setOpen(true, animated: true) { ends.append($0) }
    rig.stage.advance(1.0 / 60)  // the motion begins with this frame
    rig.stage.advance(0.1)
    #expect(rig.visible == [.green, .red])
    rig.stage.advance(0.2)
    #expect(rig.visible == [.green, back])
    rig.stage.advance(0.13)
    #expect(rig.visible == [.green, .blue, back])
    rig.stage.advance(0.12)
    #expect(rig.visible == [.green, .blue, .white] && ends.isEmpty)
    rig.stage.advance(0.1)
    #expect(ends == [true])
    #expect(rig.place(0, 0, of: rig.panels[2]) == Point(x: 0, y: 80))
    // No panel was painted again.
    #expect(([rig.card, rig.front] + rig.panels).map(\.contentVersion) == versions)
    rig.card.setOpen(false, animated: true) { ends.append($0) }
    rig.stage.advance(0.5)
    #expect(rig.visible != [.red])
    rig.stage.advance(0.2)
    #expect(rig.visible == [.red] && ends == [true, true])
  }

  @Test("A turning panel stays attached to the panel before it, and its other side comes toward the viewer")
  func hinge() {
    let rig = Rig()
    rig.card.setOpen(true, animated: true)
    rig.stage.advance(1.0 / 60)
    var widths: [Double] = []
    for _ in 0..<22 {
      rig.stage.advance(1.0 / 60)
      let line = rig.place(0, 40, of: rig.panels[0])
      guard let turning = rig.card.subviews.last(where: { !$0.isHidden }), turning !== rig.panels[0] else {
        continue
      }
      let isAbove = turning === rig.front
      let (near, far) = (isAbove ? 40.0 : 0, isAbove ? 0.0 : 40)
      #expect(rig.place(0, near, of: turning).distance(to: line) < 1e-9)
      widths.append(rig.place(100, far, of: turning).x - rig.place(0, far, of: turning).x)
      #expect(abs(rig.place(50, far, of: turning).x - 50) < 1e-9)
    }
    #expect(widths.count > 20 && widths.allSatisfy { $0 >= 100 } && (widths.max() ?? 0) > 110)
  }

  @Test(
    "A call during a motion continues from the current position, and ends the former motion early",
    .proves("V02"))
  func reverses() {
    let rig = Rig()
    var ends: [String] = []
    rig.card.setOpen(true, animated: true) { ends.append("open \($0)") }
    rig.stage.advance(0.3)
    let place = rig.place(0, 0, of: rig.panels[0])
    rig.card.setOpen(false, animated: true) { ends.append("fold \($0)") }
    #expect(ends == ["open false"] && !rig.card.isOpen)
    #expect(rig.place(0, 0, of: rig.panels[0]) == place)
    rig.stage.advance(0.2)
    #expect(ends.count == 1)
    rig.stage.advance(0.15)
    #expect(ends == ["open false", "fold true"] && rig.visible == [.red])
    rig.card.setOpen(true, animated: true) { ends.append("open \($0)") }
    rig.stage.advance(0.1)
    rig.card.setOpen(false, animated: false)
    #expect(ends.last == "open false" && rig.visible == [.red])
    rig.stage.advance(1)
    #expect(rig.visible == [.red] && !rig.stage.tree.isMoving)
  }

  @Test(
    "Each completion is called once if the completion of an ended motion opens or folds the card again",
    arguments: [false, true], [false, true])
  func nestedCalls(isAnimated: Bool, isNestedAnimated: Bool) {
    let rig = Rig()
    var ends: [String] = []
    rig.card.setOpen(true, animated: true) { _ in
      ends.append("first")
      rig.card.setOpen(true, animated: isNestedAnimated) { _ in ends.append("nested") }
    }
    rig.stage.advance(0.1)
    rig.card.setOpen(false, animated: isAnimated) { _ in ends.append("second") }
    rig.stage.advance(2)
    #expect(ends.sorted() == ["first", "nested", "second"] && rig.card.isOpen)
    #expect(rig.visible == [.green, .blue, .white] && !rig.stage.tree.isMoving)
  }

  @Test("After a change of the durations, a call during a motion continues from the current position")
  func changedDurations() {
    let rig = Rig()
    rig.card.setOpen(true, animated: true)
    rig.stage.advance(0.3)
    func positions() -> [Point] {
      [
        rig.place(0, 0, of: rig.panels[0]), rig.place(0, 0, of: rig.front),
        rig.place(0, 0, of: rig.panels[1]),
      ]
    }
    let before = positions()
    rig.card.durations = [2, 1]
    rig.card.setOpen(false, animated: true)
    rig.stage.advance(1.0 / 60)  // the motion begins with this frame
    #expect(zip(before, positions()).allSatisfy { $0.distance(to: $1) < 1e-9 })
    // About 0.28 of 0.4 s had passed for panel 1, so it needs about 1.4 of 2 s to turn back.
    rig.stage.advance(1.3)
    #expect(rig.visible != [.red])
    rig.stage.advance(0.2)
    #expect(rig.visible == [.red])
  }

  @Test("Without a window, or with reduced motion, a card opens at once")
  func immediately() {
    let loose = UnfoldingView(front: View(), panels: [View(), View()])
    var isDone = false
    loose.setOpen(true, animated: true) { isDone = $0 }
    #expect(isDone && loose.isOpen)
    let rig = Rig()
    var theme = Theme.light
    theme.isMotionReduced = true
    rig.card.theme = theme
    rig.card.setOpen(true, animated: true)
    #expect(rig.visible == [.green, .blue, .white])
  }

  @Test(
    "A view that is reused for another item shows the state of that item without animation", .proves("V02"))
  func reuse() {
    let rig = Rig()
    let items = OpenItems<Int>()
    items.connect(rig.card, to: 3)
    var ends: [Bool] = []
    rig.card.setOpen(true, animated: true) { ends.append($0) }
    rig.stage.advance(0.1)
    #expect(items.ids == [3])
    items.connect(rig.card, to: 4)
    #expect(rig.visible == [.red] && items.ids == [3] && ends == [false])
    rig.card.setOpen(true, animated: false)
    #expect(items.ids == [3, 4])
    let other = Rig()
    items.connect(other.card, to: 3)
    #expect(other.visible == [.green, .blue, .white])
    other.card.setOpen(false, animated: false)
    #expect(items.ids == [4] && rig.card.isOpen)
  }

  @Test(
    "A button on an open panel can be pressed, and the area around a folded card receives no events",
    arguments: ControlStage.Plane.allCases)
  func events(plane: ControlStage.Plane) {
    let rig = Rig(plane)
    var clicks = 0
    let button = Button("Go") { clicks += 1 }
    button.frame = Rect(x: 10, y: 3, width: 80, height: 34)
    rig.panels[2].addSubview(button)
    #expect(rig.card.hitTest(Point(x: 50, y: 10)) == nil && rig.card.hitTest(Point(x: 50, y: 60)) != nil)
    rig.card.setOpen(true, animated: false)
    rig.stage.settle()
    rig.stage.tap(button)
    #expect(clicks == 1)
    rig.card.setOpen(false, animated: false)
    rig.stage.settle()
    rig.stage.tap(rig.card)
    #expect(clicks == 1)
  }

  @Test("Durations and sizes that are not finite, negative or missing leave the card usable")
  func extremes() {
    for durations in [[], [.nan, .infinity], [-1, -1], [0, 0], [1e300, 0.1]] as [[Double]] {
      let rig = Rig()
      rig.card.durations = durations
      rig.card.setOpen(true, animated: true)
      rig.stage.advance(1)
      rig.card.size = Size(width: 0, height: 0)
      rig.stage.advance(0.1)
      rig.card.size = Size(width: 1e9, height: 1e-9)
      rig.stage.advance(0.1)
      rig.card.setOpen(false, animated: false)
      #expect(rig.visible == [.red])
    }
    let few = UnfoldingView(front: View(), panels: [])
    few.setOpen(true, animated: false)
    #expect(few.panels.count == 2 && few.isOpen)
  }
}

extension SIMD4<UInt8> {
  fileprivate var channels: [UInt8] { [x, y, z] }
}
