import CarouselUI
import HeadlessCompositor
import Raster
import TestSupport
import Testing

/// Views of the application among the items of a carousel, as pixels in a window.
@MainActor
struct OwnViewTests {
  private static let magenta: UInt32 = 0xFFFF_00FF
  nonisolated private static let types: [CarouselType] = [
    .coverFlow, .rotary, .custom, .cylinder, .timeMachine, .invertedTimeMachine,
  ]

  /// Places the items of a custom carousel on a ridge: the current item is in front.
  private final class Ridge: CarouselDelegate {
    func carousel(
      _ carousel: Carousel, itemTransformForOffset offset: Double, baseTransform: Transform3D
    ) -> Transform3D { baseTransform.translated(x: offset * 110, z: -abs(offset) * 60) }

    // All items are opaque, so that a pixel belongs to one view.
    func carousel(
      _ carousel: Carousel, valueFor option: CarouselOption, withDefault value: Double
    ) -> Double {
      switch option {
      case .fadeMin: -1e6
      case .fadeMax: 1e6
      default: value
      }
    }
  }
  private let delegate = Ridge()

  private func rig(_ type: CarouselType, canWait: Bool = false) throws -> WindowRig {
    try WindowRig(makesLevelsInFrames: !canWait) {
      $0.type = type
      $0.delegate = delegate
    }
  }

  /// A bar across the carousel, at `depth`.
  private func addBar(to rig: WindowRig, z: Double, height: Double = 24) -> View {
    let bar = LabelView("", size: Size(width: 620, height: height), background: Color(hex: 0xFF00FF))
    bar.frame.origin = Point(x: 10, y: 180 - height / 2)
    rig.ui.carouselView.contentView.addSubview(bar)
    rig.ui.carouselView.contentView.setTransform3D(.identity.translated(z: z), of: bar)
    return bar
  }

  /// The depth by which iCarousel orders views.
  private func depth(_ transform: Transform3D) -> Double {
    transform.m13 + transform.m23 + transform.m33 + transform.m43
  }

  /// Whether `point` is inside a view with this map and size, and at least 3 pixels from its sides.
  private func isInside(_ point: Point, _ map: Homography, _ size: Size) -> Bool {
    for offset in [
      Point(x: -3, y: -3), Point(x: 3, y: -3), Point(x: -3, y: 3), Point(x: 3, y: 3),
    ] {
      guard let source = map.sourcePoint(seenAt: point + offset),
        Rect(origin: .zero, size: size).contains(source)
      else { return false }
    }
    return true
  }

  private func isOutside(_ point: Point, _ map: Homography, _ size: Size) -> Bool {
    for offset in [
      Point(x: -3, y: -3), Point(x: 3, y: -3), Point(x: -3, y: 3), Point(x: 3, y: 3), .zero,
    ] {
      if let source = map.sourcePoint(seenAt: point + offset),
        Rect(origin: .zero, size: size).contains(source)
      {
        return false
      }
    }
    return true
  }

  /// Compares the pixels of the bar with the depths of the items.
  ///
  /// - Returns: The numbers of compared pixels at which the bar is in front of an item, and behind one.
  private func compare(_ rig: WindowRig, _ bar: View, z: Double) -> (inFront: Int, behind: Int) {
    let shot = rig.compositor.capture()
    let items = rig.carousel.frame().items
    guard let map = bar.homography(to: nil) else { return (0, 0) }
    let own = depth(.identity.translated(z: z))
    var (inFront, behind) = (0, 0)
    for y in stride(from: 60, to: 300, by: 4) {
      for x in stride(from: 6, to: 634, by: 4) {
        let point = Point(x: Double(x) + 0.5, y: Double(y) + 0.5)
        guard isInside(point, map, bar.size) else { continue }
        // Pixels near the side of an item are skipped: they are blended.
        let isClear = items.allSatisfy {
          isInside(point, $0.homography, $0.size) || isOutside(point, $0.homography, $0.size)
        }
        guard isClear else { continue }
        let here = items.filter { isInside(point, $0.homography, $0.size) }
        let covers = here.contains { depth($0.transform) > own }
        #expect((shot[x, y] == Self.magenta) == !covers, "(\(x), \(y))")
        if covers { behind += 1 } else if !here.isEmpty { inFront += 1 }
      }
    }
    return (inFront, behind)
  }

  @Test(
    "In the pixels of a window, an own view is in front of the items behind it, and behind the items in front of it",
    .proves("Y18", "R155"), arguments: types)
  func pixels(type: CarouselType) throws {
    let rig = try rig(type)
    rig.carousel.currentItemIndex = 8
    var (inFront, behind) = (0, 0)
    // No item is at one of these depths, where its distance from the current item would decide.
    for z in [-32.0, -95] {
      let bar = addBar(to: rig, z: z)
      for offset in [8, 8.3, 8.5, 9.7, 12, 3.25] {
        rig.carousel.scrollOffset = offset
        rig.compositor.run(frames: 3)
        let seen = compare(rig, bar, z: z)
        (inFront, behind) = (inFront + seen.inFront, behind + seen.behind)
      }
      bar.removeFromSuperview()
    }
    #expect(inFront > 50 && behind > 50)
  }

  @Test("At random depths and offsets, pixels follow the depth order", .proves("Y18", "R155"))
  func randomDepths() throws {
    var random = SplitMix(seed: 155)
    var (inFront, behind) = (0, 0)
    for type in [CarouselType.coverFlow, .rotary, .custom] {
      let rig = try rig(type)
      let bar = addBar(to: rig, z: 0)
      for _ in 0..<12 {
        let z = random.number(-200...40)
        rig.ui.carouselView.contentView.setTransform3D(.identity.translated(z: z), of: bar)
        rig.carousel.scrollOffset = random.number(0...19)
        rig.compositor.run(frames: 3)
        let seen = compare(rig, bar, z: z)
        (inFront, behind) = (inFront + seen.inFront, behind + seen.behind)
      }
    }
    #expect(inFront > 50 && behind > 50, "\(inFront), \(behind)")
  }

  @Test(
    "A change of an own view at rest draws a frame with the same pixels as a new window",
    .proves("Y18"), arguments: [1.0, 0.5])
  func changes(alpha: Double) throws {
    let rig = try rig(.coverFlow)
    let content = rig.ui.carouselView.contentView
    // A translucent carousel is painted as one picture.
    rig.ui.carouselView.alpha = alpha
    func expected(_ add: (WindowRig) -> Void) throws -> Capture {
      let other = try self.rig(.coverFlow)
      other.ui.carouselView.alpha = alpha
      add(other)
      other.runUntilSettled()
      return other.compositor.capture()
    }
    let empty = try expected { _ in }
    let bar = addBar(to: rig, z: -30)
    #expect(rig.runUntilSettled())
    let first = rig.compositor.capture()
    #expect(first != empty)
    #expect(try first == expected { _ = self.addBar(to: $0, z: -30) })

    content.setTransform3D(.identity.translated(z: 30), of: bar)
    #expect(rig.runUntilSettled())
    #expect(try rig.compositor.capture() == expected { _ = self.addBar(to: $0, z: 30) })
    bar.frame.origin.y += 40
    #expect(rig.runUntilSettled())
    #expect(try rig.compositor.capture() == expected { self.addBar(to: $0, z: 30).frame.origin.y += 40 })
    bar.alpha = 0.5
    #expect(rig.runUntilSettled())
    #expect(
      try rig.compositor.capture()
        == expected {
          let other = self.addBar(to: $0, z: 30)
          other.frame.origin.y += 40
          other.alpha = 0.5
        })
    bar.isHidden = true
    #expect(rig.runUntilSettled())
    #expect(rig.compositor.capture() == empty)
    bar.isHidden = false
    bar.removeFromSuperview()
    #expect(rig.runUntilSettled())
    #expect(rig.compositor.capture() == empty)
    #expect(content.transform3D(of: bar) == .identity)
  }

  @Test("A tap, a drag and a turn of the wheel on an own view reach the carousel behind it", .proves("Y18"))
  func input() throws {
    let rig = try rig(.custom)
    let bar = addBar(to: rig, z: 50, height: 300)
    rig.runUntilSettled()
    let item = try #require(rig.carousel.frame().items.first { $0.index == 1 })
    let point = try #require(item.homography.project(Point(x: 140, y: 60)))
    #expect(rig.compositor.capture()[Int(point.x), Int(point.y)] == Self.magenta)
    #expect(bar.root.hitTest(point) === rig.ui.carouselView)
    rig.tap(at: (point.x, point.y))
    rig.runUntilSettled()
    #expect(rig.carousel.currentItemIndex == 1)
    rig.drag(from: (320, 180), by: (-160, 0))
    rig.runUntilSettled()
    #expect(rig.carousel.currentItemIndex > 1)
    // The program cannot make it interactive by mistake.
    rig.ui.carouselView.contentView.isUserInteractionEnabled = true
    #expect(bar.root.hitTest(point) === rig.ui.carouselView)
  }

  @Test(
    "While a reload shows the former items, an own view is drawn once", .proves("Y18"))
  func reload() throws {
    let rig = try rig(.coverFlow, canWait: true)
    _ = addBar(to: rig, z: -30)
    rig.runUntilSettled()
    var counts: [Int] = []
    rig.ui.onScene = { counts.append($0.layers.count) }
    rig.ui.invalidate()
    rig.compositor.run(frames: 1)
    let count = try #require(counts.last)
    rig.carousel.reloadData()
    rig.compositor.run(frames: 3)
    #expect(counts.count > 1 && counts.allSatisfy { $0 == count })
    rig.runUntilSettled()
    #expect(counts.last == count)
  }

  @Test("Own views in a carousel inside an item are among the inner items", .proves("Y18"))
  func nested() throws {
    final class Outer: CarouselDataSource {
      let inner = CarouselView(size: Size(width: 600, height: 320))
      func numberOfItems(in carousel: Carousel) -> Int { 1 }
      func carousel(
        _ carousel: Carousel, viewForItemAt index: Int, reusing view: (any ItemView)?
      ) -> any ItemView { inner }
    }
    let rig = try WindowRig()
    let outer = Outer()
    let cards = Cards()
    outer.inner.carousel.type = .coverFlow
    outer.inner.carousel.dataSource = cards
    rig.carousel.dataSource = outer
    let bar = LabelView("", size: Size(width: 560, height: 20), background: Color(hex: 0xFF00FF))
    bar.frame.origin = Point(x: 20, y: 150)
    rig.runUntilSettled()
    let outlines = rig.ui.outlines
    outer.inner.contentView.addSubview(bar)
    outer.inner.contentView.setTransform3D(.identity.translated(z: -30), of: bar)
    rig.runUntilSettled()
    let shot = rig.compositor.capture()
    // The middle of the current card is in front of the bar; both sides of the bar are in front of the other cards.
    #expect(shot[270, 180] != Self.magenta)
    #expect(shot[150, 180] == Self.magenta && shot[490, 180] == Self.magenta)
    // The bar is not an item.
    #expect(outlines.count > 2 && rig.ui.outlines == outlines)
  }

  @Test("A view that shows its back is hidden if it is not double-sided", .proves("Y18"))
  func back() throws {
    let rig = try rig(.coverFlow)
    let bar = addBar(to: rig, z: 30)
    bar.isDoubleSided = false
    rig.runUntilSettled()
    #expect(rig.compositor.capture()[320, 180] == Self.magenta)
    rig.ui.carouselView.contentView.setTransform3D(.identity.translated(z: 30).rotated(by: 3, y: 1), of: bar)
    rig.runUntilSettled()
    #expect(rig.compositor.capture()[320, 180] != Self.magenta)
    bar.isDoubleSided = true
    rig.ui.invalidate()
    rig.compositor.run(frames: 3)
    #expect(rig.compositor.capture()[320, 180] == Self.magenta)
  }
}
