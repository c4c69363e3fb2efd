import CarouselEngine
import Foundation
import Geometry
import TestSupport
import Testing

/// Tests of the positions of items of different widths.
@MainActor
struct SizesTests {
  nonisolated static let widths = [60.0, 300, 120, 480, 200, 90, 250, 30, 400, 150, 220, 100]

  /// Creates a carousel of items with `widths` and a nominal width of 200.
  static func rig(
    _ type: CarouselType, widths: [Double] = widths, wraps: Bool? = nil, vertical: Bool = false,
    options: [CarouselOption: Double] = [:]
  ) -> CarouselRig {
    CarouselRig(type, items: widths.count) { rig in
      rig.options = options
      if let wraps { rig.options[.wrap] = wraps ? 1 : 0 }
      rig.pitch = 200
      rig.widths = { widths[$0] }
      rig.carousel.perspective = 0
      rig.carousel.itemSizing = .individual
      rig.carousel.isVertical = vertical
    }
  }

  /// Returns the middle and the half width of an item along the axis, and its depth.
  private func figures(_ rig: CarouselRig, _ index: Int) throws -> (
    middle: Double, half: Double, depth: Double
  ) {
    let item = try #require(rig.drawn(index))
    let transform = item.transform
    return rig.carousel.isVertical
      ? (transform.m42, abs(transform.m22) * Self.widths[index] / 2, transform.m43)
      : (transform.m41, abs(transform.m11) * Self.widths[index] / 2, transform.m43)
  }

  @Test(
    "Linear: with items of different widths, all gaps are equal", .proves("D021", "T01"),
    arguments: [1, 1.1, 2], [false, true])
  func linearGaps(spacing: Double, vertical: Bool) throws {
    let rig = Self.rig(.linear, wraps: true, vertical: vertical, options: [.spacing: spacing])
    for current in 0..<12 {
      rig.carousel.scrollOffset = Double(current)
      let indexes = (-1...1).map { (current + $0 + 12) % 12 }
      let (left, middle, right) = (
        try figures(rig, indexes[0]), try figures(rig, indexes[1]), try figures(rig, indexes[2])
      )
      #expect(near(middle.middle, 0) && middle.half == Self.widths[current] / 2)
      #expect(near(right.middle - right.half - middle.half, (spacing - 1) * 200))
      #expect(near(-middle.half - (left.middle + left.half), (spacing - 1) * 200))
    }
  }

  @Test(
    "Cover flows: all gaps between turned covers of different widths are equal, and so are both gaps beside the flat cover",
    .proves("D021", "T08", "T09"),
    arguments: [CarouselType.coverFlow, .coverFlow2], [false, true])
  func coverFlowGaps(type: CarouselType, vertical: Bool) throws {
    let rig = Self.rig(type, wraps: true, vertical: vertical)
    let share = cos(0.9 * .pi / 2)
    for current in 0..<12 {
      rig.carousel.scrollOffset = Double(current)
      rig.settle()
      let row = try (-3...3).map { try figures(rig, (current + $0 + 12) % 12) }
      #expect(near(row[3].middle, 0) && near(row[3].half, Self.widths[current] / 2))
      for position in 0..<6 {
        let (left, right) = (row[position], row[position + 1])
        let gap = right.middle - right.half - (left.middle + left.half)
        let besideFlat = position == 2 || position == 3
        // The gaps of a cover flow with uniform widths: 0.25 − share between turned covers, 0.45 + 0.25 − 0.5
        // − share / 2 beside the flat cover.
        #expect(near(gap, 200 * (besideFlat ? 0.2 - share / 2 : 0.25 - share), within: 1e-6))
        // The near edges of turned covers are in one plane.
        #expect(near(left.depth + Self.widths[(current + position - 3 + 12) % 12] / 2, 0) || position == 3)
      }
    }
  }

  @Test(
    "On rings, the angle of each item is that of a tangent as long as the item's width",
    .proves("D021", "T02", "T03", "T04", "T05"),
    arguments: [CarouselType.rotary, .invertedRotary, .cylinder, .invertedCylinder], [1, 1.2])
  func ringAngles(type: CarouselType, spacing: Double) throws {
    let rig = Self.rig(type, options: [.spacing: spacing, .showBackfaces: 1, .visibleItems: 12, .count: 12])
    // Finds the radius at which the angles of all widths, with their gaps, sum to a full circle.
    var (low, high) = (1.0, 1e6)
    let padded = Self.widths.map { $0 + (spacing - 1) * 200 }
    for _ in 0..<200 {
      let radius = (low + high) / 2
      if padded.map({ 2 * atan($0 / 2 / radius) }).reduce(0, +) > .pi * 2 {
        low = radius
      } else {
        high = radius
      }
    }
    let sign = type == .rotary || type == .cylinder ? 1.0 : -1
    for current in 0..<12 {
      rig.carousel.scrollOffset = Double(current)
      var angle = 0.0
      for step in 0..<11 {
        let index = (current + step) % 12
        let lift = type == .cylinder || type == .invertedCylinder ? 0.01 : 0
        let transform = try #require(rig.drawn(index)).transform
        #expect(near(transform.m41, sign * (sign * low + lift) * sin(angle), within: 1e-6))
        #expect(
          near(transform.m43, (sign * low + lift) * cos(angle) - sign * low, within: 1e-6), "\(index)")
        angle += atan(padded[index] / 2 / low) + atan(padded[(index + 1) % 12] / 2 / low)
      }
    }
  }

  @Test(
    "Wheels: items of different widths follow each other on the rim without gaps",
    .proves("D021", "T06", "T07"),
    arguments: [CarouselType.wheel, .invertedWheel])
  func wheelAngles(type: CarouselType) throws {
    let rig = Self.rig(type, options: [.visibleItems: 12])
    let radius = Self.widths.reduce(0, +) / (2 * .pi)
    let sign = type == .wheel ? 1.0 : -1
    for current in 0..<12 {
      rig.carousel.scrollOffset = Double(current)
      var angle = 0.0
      for step in 0..<5 {
        let index = (current + step) % 12
        let transform = try #require(rig.drawn(index)).transform
        #expect(near(transform.m41, radius * sin(angle), within: 1e-6))
        #expect(near(transform.m42, sign * radius * (1 - cos(angle)), within: 1e-6))
        angle += (Self.widths[index] + Self.widths[(index + 1) % 12]) / 2 / radius
      }
    }
  }

  @Test(
    "Time machines: items of different widths have equal steps in depth", .proves("D021", "T10", "T11"),
    arguments: [CarouselType.timeMachine, .invertedTimeMachine])
  func timeMachine(type: CarouselType) throws {
    let rig = Self.rig(type, options: [.fadeMin: -.infinity, .fadeMax: .infinity])
    rig.carousel.scrollOffset = 5
    for index in 2...8 {
      let depth = Double(index - 5) * (type == .timeMachine ? 200 : -200)
      let figures = try figures(rig, index)
      #expect(near(figures.depth, depth))
    }
  }

  @Test(
    "Custom: if the delegate multiplies its offsets by the item width, all gaps between the items are equal",
    .proves("D021", "T12"))
  func custom() throws {
    let rig = Self.rig(.custom)
    rig.customTransform = { $1.translated(x: $0 * 200) }
    rig.carousel.scrollOffset = 3
    rig.frame()
    for index in 1...5 {
      let (left, right) = (try figures(rig, index), try figures(rig, index + 1))
      #expect(near(right.middle - right.half, left.middle + left.half))
    }
  }

  @Test(
    "With items of different widths, the current item rests in the center after a drag or a flick",
    .proves("D021"),
    arguments: CarouselType.builtIn)
  func snap(type: CarouselType) throws {
    let rig = Self.rig(type, wraps: true)
    for distance in [-900.0, -350, 40, 130, 700] {
      rig.drag(by: Point(x: distance, y: 0), in: 0.15)
      rig.settle()
      let current = rig.carousel.currentItemIndex
      #expect(rig.carousel.scrollOffset == Double(current))
      let transform = try #require(rig.drawn(current)).transform
      #expect(near(transform.m41, 0) && near(transform.m42, 0) && near(transform.m11, 1))
    }
  }

  @Test(
    "While a ring of items with different widths scrolls from the last item to the first, no item jumps, and the nearest item is current",
    .proves("D021"),
    arguments: CarouselType.builtIn)
  func seam(type: CarouselType) {
    let rig = Self.rig(type, wraps: true, options: [.showBackfaces: 1])
    let carousel = rig.carousel
    // Only items in the view are compared: when a strip wraps, an item moves from one far end to the other
    // out of the view.
    let sight = CarouselType.rings.contains(type) ? Double.infinity : 250
    var former: [Int: Transform3D] = [:]
    var jumps = 0
    for step in 0...3000 {
      carousel.scrollOffset = Double(step) / 250
      if carousel.currentItemIndex != Int(carousel.scrollOffset.rounded()) % 12 { jumps += 1 }
      guard type != .timeMachine, type != .invertedTimeMachine, type != .coverFlow2 else { continue }
      var transforms: [Int: Transform3D] = [:]
      for item in carousel.frame().items { transforms[item.index] = item.transform }
      for (index, now) in transforms where abs(now.m41) < sight {
        guard let before = former[index], abs(before.m41) < sight else { continue }
        // In a 250th of an item, an item moves by less than 4 points.
        let way = max(abs(now.m41 - before.m41), abs(now.m42 - before.m42), abs(now.m43 - before.m43))
        if way > 4 || abs(now.m11 - before.m11) > 0.02 { jumps += 1 }
      }
      former = transforms
    }
    #expect(jumps == 0)
  }

  @Test(
    "With items of different widths, items fill the view at every offset", .proves("D021"),
    arguments: [false, true])
  func noHoles(wraps: Bool) {
    let widths = (0..<60).map { _ in 0.0 }.enumerated().map { Double(($0.offset * 37) % 23) * 20 + 5 }
    let rig = Self.rig(.linear, widths: widths, wraps: wraps)
    var most = 0
    for step in 0..<590 {
      rig.carousel.scrollOffset = Double(step) / 10
      var end = -400.0
      let extents = rig.carousel.frame().items.map {
        ($0.transform.m41 - widths[$0.index] / 2, $0.transform.m41 + widths[$0.index] / 2)
      }
      for (left, right) in extents.sorted(by: { $0.0 < $1.0 }) where left <= end + 1e-6 {
        end = max(end, right)
      }
      let isInside = wraps || (step > 100 && step < 480)
      #expect(!isInside || end >= 400, "hole at \(rig.carousel.scrollOffset)")
      most = max(most, rig.carousel.numberOfVisibleItems)
      #expect(rig.carousel.indexesForVisibleItems.count == rig.carousel.numberOfVisibleItems)
    }
    #expect(most < 25)
  }

  @Test(
    "If a ring has more items than positions, different widths do not change the angles between its items",
    .proves("D021"))
  func crowdedRing() throws {
    let widths = (0..<100).map { $0 % 2 == 0 ? 100.0 : 300 }
    let rig = Self.rig(.cylinder, widths: widths)
    rig.carousel.scrollOffset = 50
    let count = rig.carousel.derived.circularItemCount
    #expect(count == 12 || count == 13)
    let expected = 100 / tan(Double.pi / Double(count))
    let transform = try #require(rig.drawn(51)).transform
    let angle = atan(50 / expected) + atan(150 / expected)
    #expect(near(transform.m41, (expected + 0.01) * sin(angle), within: 1e-6))
  }
}
