import CarouselEngine
import Foundation
import TestSupport
import Testing

/// Tests that compare a track with the reference implementation, also while an item is counted at another
/// index.
struct TrackReferenceTests {
  /// Compares the positions, offsets and widths at random offsets, and the dimensions of the track, with
  /// those of the reference.
  private func compare(_ track: ItemTrack, with twin: FlatTrack, _ random: inout SplitMix) {
    let count = twin.widths.count
    func agree(_ a: Double, _ b: Double) -> Bool { near(a, b, within: 1e-9 * max(1, abs(b))) }
    #expect(track.row.count == count)
    #expect(agree(track.length, twin.length) && agree(track.turn, twin.turn))
    #expect((track.radius == nil) == (twin.radius == nil))
    #expect(agree(track.radius ?? 0, twin.radius ?? 0))
    for _ in 0..<10 {
      let item = Int(random.next() % UInt64(count))
      let place = track.place(at: Double(item))
      #expect(agree(place, twin.place(at: Double(item))), "item \(item) of \(count), \(twin.rule)")
      #expect(track.offset(at: place) == Double(item))
      #expect(track.width(of: item) == twin.widths[item])
      let offset = (Double(random.next() % 3000) / 1000 - 1) * Double(count)
      let other = track.place(at: offset)
      #expect(agree(other, twin.place(at: offset)), "offset \(offset) of \(count), \(twin.rule)")
      #expect(near(track.offset(at: other), offset, within: 1e-6))
      #expect(agree(twin.place(at: track.offset(at: other)), other))
      #expect(agree(track.width(at: offset), twin.width(at: offset)))
    }
  }

  /// Returns a random width from zero to more than that of a screen; often the nominal width.
  private func width(_ random: inout SplitMix) -> Double {
    switch random.next() % 8 {
    case 0: 0
    case 1: 1e6
    case 2, 3: 200
    default: Double(random.next() % 100_000) / 130
    }
  }

  /// Returns a random rule. A circle has about as many positions as there are items, or far fewer.
  private func rule(_ random: inout SplitMix, count: Int) -> TrackRule {
    let spacing = [0.2, 0.9, 1, 1.1, 3][Int(random.next() % 5)]
    let places = max(1, random.next() % 2 == 0 ? count + Int(random.next() % 9) - 4 : Int(random.next() % 12))
    let arc = [Double.pi * 2, .pi, 1][Int(random.next() % 3)]
    return switch random.next() % 4 {
    case 0: TrackRule(.line(share: 1), itemWidth: 200, spacing: spacing)
    case 1: TrackRule(.line(share: 0.16), itemWidth: 200, spacing: spacing)
    case 2: TrackRule(.tangents(arc: arc, count: places), itemWidth: 200, spacing: spacing)
    default: TrackRule(.rim(arc: arc, count: places), itemWidth: 200, spacing: spacing)
    }
  }

  @Test(
    "For random widths and rules, a track has the positions, offsets and widths of the reference, also while an item is counted at another index",
    .proves("D021"))
  func random() throws {
    var random = SplitMix(seed: 41)
    for size in Array(repeating: 40, count: 2000) + [1025, 3000, 7000] {
      let count = size > 40 ? size : random.whole(1...size)
      var widths = (0..<count).map { _ in width(&random) }
      let (rule, wraps) = (rule(&random, count: min(count, 1100)), random.once(in: 2))
      let track = try #require(ItemTrack(widths: widths, wraps: wraps, rule: rule))
      compare(track, with: FlatTrack(widths: widths, wraps: wraps, rule: rule), &random)
      let (from, to) = (random.whole(0...count - 1), random.whole(0...count - 1))
      let moved = track.moving(from: from, to: to)
      compare(track, with: FlatTrack(widths: widths, wraps: wraps, rule: rule), &random)
      widths.insert(widths.remove(at: from), at: to)
      compare(moved, with: FlatTrack(widths: widths, wraps: wraps, rule: rule), &random)
    }
  }

  @Test(
    "While an item is counted at any other index, all items have the places of the reference", .proves("D021")
  )
  func everyMove() throws {
    let widths = [50.0, 400, 90, 700, 200, 20]
    for wraps in [false, true] {
      for shape in [TrackShape.line(share: 1), .tangents(arc: 6, count: 6), .tangents(arc: 6, count: 4)] {
        let rule = TrackRule(shape, itemWidth: 200, spacing: 1.1)
        let track = try #require(ItemTrack(widths: widths, wraps: wraps, rule: rule))
        for from in widths.indices {
          for to in widths.indices {
            var order = widths
            order.insert(order.remove(at: from), at: to)
            let (moved, twin) = (
              track.moving(from: from, to: to), FlatTrack(widths: order, wraps: wraps, rule: rule)
            )
            for step in -30...90 {
              let offset = Double(step) / 10
              #expect(near(moved.place(at: offset), twin.place(at: offset), within: 1e-12))
              #expect(near(moved.width(at: offset), twin.width(at: offset)))
            }
          }
        }
      }
    }
  }

  @Test("If all widths are multiples of 25, the positions are exact", .proves("D021"))
  func exact() throws {
    var random = SplitMix(seed: 43)
    for shape in [TrackShape.line(share: 1), .rim(arc: .pi * 2, count: 12)] {
      let rule = TrackRule(shape, itemWidth: 200, spacing: 1)
      let widths = (0..<500).map { _ in Double(random.next() % 32) * 25 + 25 }
      let track = try #require(ItemTrack(widths: widths, wraps: true, rule: rule))
      let twin = FlatTrack(widths: widths, wraps: true, rule: rule)
      #expect(track.length == twin.length)
      for item in 0..<500 { #expect(track.place(at: Double(item)) == twin.place(at: Double(item))) }
    }
  }

  @Test(
    "With lengths of very different sizes, no place is less than the place of the item before",
    .proves("D021"))
  func order() throws {
    var random = SplitMix(seed: 33)
    let sizes = [0, 1e-3, 0.1, 1, 1.0 / 3, 1e6]
    let widths = (0..<20_000).map { _ in sizes[Int(random.next() % 6)] }
    let rule = TrackRule(.line(share: 1), itemWidth: 1, spacing: 1)
    let track = try #require(ItemTrack(widths: widths, wraps: true, rule: rule))
    for track in [track, track.moving(from: 3, to: 19_000)] {
      var former = 0.0
      for index in 0...20_000 {
        let place = track.place(at: Double(index))
        #expect(place >= former)
        former = place
      }
    }
  }

  @Test(
    "A ring with more items than positions has no radius of its own; a ring with a position for each item has one",
    .proves("D021"))
  func ringFillsUp() throws {
    let rule = TrackRule(.tangents(arc: .pi * 2, count: 5), itemWidth: 200, spacing: 1)
    let widths = [100.0, 300, 200, 250, 150]
    let full = try #require(ItemTrack(widths: widths, wraps: true, rule: rule))
    let crowded = try #require(ItemTrack(widths: [900] + widths, wraps: true, rule: rule))
    #expect(full.radius != nil && crowded.radius == nil && crowded.turn == 5)
  }
}
