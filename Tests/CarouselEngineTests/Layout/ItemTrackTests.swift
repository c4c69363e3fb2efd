import CarouselEngine
import Foundation
import TestSupport
import Testing

/// Tests of tracks of items of different widths, without a carousel.
struct ItemTrackTests {
  private static let line = TrackRule(.line(share: 1), itemWidth: 200, spacing: 1)

  /// Returns a random rule with valid numbers.
  private static func anyRule(_ random: inout SplitMix, count: Int) -> TrackRule {
    let spacing = [0.2, 0.25, 0.9, 1, 1.1, 3][Int(random.next() % 6)]
    let places = count + Int(random.next() % 5) - 2
    let arc = [Double.pi * 2, .pi, 1][Int(random.next() % 3)]
    let shape: TrackShape =
      switch random.next() % 4 {
      case 0: .line(share: 1)
      case 1: .line(share: cos(0.9 * .pi / 2))
      case 2: .tangents(arc: arc, count: max(1, places))
      default: .rim(arc: arc, count: max(1, places))
      }
    return TrackRule(shape, itemWidth: 200, spacing: spacing)
  }

  @Test(
    "With random item widths, the position on the track increases with the offset, and maps back to the same offset",
    .proves("D021", "D053"))
  func roundTrip() throws {
    var random = SplitMix(seed: 21)
    for _ in 0..<1000 {
      let count = 1 + Int(random.next() % 199)
      let widths = (0..<count).map { _ in pow(10, Double(random.next() % 4000) / 1000) - 1 }
      let track = try #require(
        ItemTrack(
          widths: widths, wraps: random.next() % 2 == 0, rule: Self.anyRule(&random, count: count)))
      var former = -Double.infinity
      for step in -30...30 {
        let offset = Double(step) / 30 * Double(count) * 1.5 + 0.2
        let place = track.place(at: offset)
        #expect(place > former && place.isFinite)
        former = place
        #expect(near(track.offset(at: place), offset, within: 1e-7))
      }
      let item = Int(random.next() % UInt64(count))
      #expect(track.offset(at: track.place(at: Double(item))) == Double(item))
    }
  }

  @Test(
    "If items have any of 100,000 random fractions of a random width, whole steps on the track are whole items",
    .proves("D053"))
  func fractions() throws {
    var random = SplitMix(seed: 53)
    for _ in 0..<100_000 {
      let fraction = Double(1 + random.next() % 1000) / Double(1 + random.next() % 1000)
      let width = fraction * Double(1 + random.next() % 4000)
      let count = 1 + Int(random.next() % 8)
      let rule = TrackRule(
        .line(share: 1), itemWidth: width, spacing: [0.2, 0.9, 1, 1.1][Int(random.next() % 4)])
      let track = try #require(
        ItemTrack(
          widths: Array(repeating: width, count: count), wraps: random.next() % 2 == 0, rule: rule))
      let (item, steps) = (Int(random.next() % UInt64(count)), Int(random.next() % 41) - 20)
      let offset = track.offset(at: track.place(at: Double(item)) + Double(steps))
      guard near(offset, Double(item + steps), within: 1e-9) else {
        Issue.record("\(steps) items from \(item) of \(count) items of \(width): \(offset)")
        return
      }
    }
  }

  @Test("With random item widths, the gaps between neighbors are equal", .proves("D021", "D053"))
  func equalGaps() throws {
    var random = SplitMix(seed: 22)
    for _ in 0..<500 {
      let count = 2 + Int(random.next() % 399)
      let widths = (0..<count).map { _ in Double(random.next() % 100_000) / 100 + 1 }
      let spacing = 1 + Double(random.next() % 100) / 100
      let rule = TrackRule(.line(share: 1), itemWidth: 200, spacing: spacing)
      let track = try #require(ItemTrack(widths: widths, wraps: true, rule: rule))
      for item in 0..<count {
        let step = (track.place(at: Double(item + 1)) - track.place(at: Double(item))) * 200 * spacing
        let gap = step - (widths[item] + widths[(item + 1) % count]) / 2
        #expect(near(gap, (spacing - 1) * 200, within: 1e-6))
      }
    }
  }

  @Test("On every kind of track, items of nominal width are one pitch apart", .proves("D021"))
  func uniform() throws {
    let shapes: [TrackShape] = [
      .line(share: 1), .line(share: 0.2), .tangents(arc: .pi * 2, count: 7), .tangents(arc: 1, count: 12),
      .tangents(arc: .pi * 2, count: 3), .tangents(arc: .pi * 2, count: 2), .rim(arc: .pi * 2, count: 5),
      .rim(arc: 3, count: 9),
    ]
    for shape in shapes {
      for spacing in [0.1, 1, 1.5] {
        let rule = TrackRule(shape, itemWidth: 200, spacing: spacing)
        let track = try #require(ItemTrack(widths: Array(repeating: 200, count: 7), wraps: true, rule: rule))
        for offset in [-9.5, -1, 0, 0.3, 3, 6.5, 7, 30.25] {
          #expect(near(track.place(at: offset), offset), "\(shape), \(offset)")
        }
      }
    }
  }

  @Test(
    "If a ring has a position for each item, the angles of the items and of the free positions sum to the arc",
    .proves("D021"), arguments: [5, 9])
  func closedRing(places: Int) throws {
    let widths = [40.0, 300, 200, 90, 510]
    let rule = TrackRule(.tangents(arc: .pi * 2, count: places), itemWidth: 200, spacing: 1)
    let track = try #require(ItemTrack(widths: widths, wraps: true, rule: rule))
    let radius = try #require(track.radius)
    let angles = widths.map { 2 * atan($0 / 2 / radius) }
    let blank = 2 * atan(100 / radius)
    #expect(near(angles.reduce(0, +) + Double(places - 5) * blank, .pi * 2, within: 1e-12))
    for item in 0..<5 {
      let step = track.place(at: Double(item + 1)) - track.place(at: Double(item))
      #expect(near(step / track.turn * 2 * .pi, (angles[item] + angles[(item + 1) % 5]) / 2, within: 1e-12))
    }
  }

  @Test("Beyond the ends of a strip the track continues with items of nominal width", .proves("D021"))
  func beyondTheEnds() throws {
    let track = try #require(ItemTrack(widths: [400, 100], wraps: false, rule: Self.line))
    #expect(near(track.place(at: -1), -1.5) && near(track.place(at: -3), -3.5))
    #expect(near(track.place(at: 1), 1.25) && near(track.place(at: 2), 2) && near(track.place(at: 4.5), 4.5))
    #expect(track.width(of: 0) == 400 && track.width(of: -1) == 200 && track.width(of: 2) == 200)
    #expect(near(track.width(at: 0.5), 250) && near(track.width(at: -0.5), 300))
  }

  @Test("The track of a ring repeats the item widths with each turn, in both directions", .proves("D021"))
  func widthsRepeat() throws {
    let track = try #require(ItemTrack(widths: [400, 100, 200], wraps: true, rule: Self.line))
    for turns in [-5.0, -1, 0, 1, 5, 1e6] {
      #expect(track.width(at: turns * 3) == 400 && track.width(at: turns * 3 + 1.5) == 150)
      #expect(track.width(at: turns * 3 + 2.75) == 350)
    }
  }

  @Test(
    "An invalid rule creates no track; with extreme widths all positions are finite", .proves("D021", "X010")
  )
  func strange() throws {
    for bad in [0, -1, Double.nan, .infinity] {
      #expect(
        ItemTrack(widths: [1], wraps: true, rule: TrackRule(.line(share: 1), itemWidth: bad, spacing: 1))
          == nil)
      #expect(
        ItemTrack(widths: [1], wraps: true, rule: TrackRule(.line(share: 1), itemWidth: 1, spacing: bad))
          == nil)
      let ring = TrackRule(.tangents(arc: bad, count: 3), itemWidth: 200, spacing: 1)
      #expect(ItemTrack(widths: [1], wraps: true, rule: ring) == nil)
    }
    #expect(ItemTrack(widths: [], wraps: true, rule: Self.line) == nil)
    for shape in [
      TrackShape.line(share: 1), .tangents(arc: .pi * 2, count: 4), .rim(arc: 1e-300, count: 9),
    ] {
      for itemWidth in [1e-300, 1, 1e300] {
        let rule = TrackRule(shape, itemWidth: itemWidth, spacing: 1)
        let track = try #require(ItemTrack(widths: [0, 0, 1e6, 1e-300], wraps: true, rule: rule))
        for offset in [-1e12, -0.5, 0, 0.5, 1, 2.75, 3.999, 1e12] {
          let place = track.place(at: offset)
          #expect(place.isFinite && track.offset(at: place).isFinite)
        }
      }
    }
  }
}
