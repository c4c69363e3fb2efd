import CarouselEngine
import Foundation
import TestSupport
import Testing

/// Tests of edits of a track: after each edit, it must equal a new track with the same widths.
struct TrackEditTests {
  /// A track, and the widths that its items must have.
  private struct Pair {
    private var track: ItemTrack
    private var widths: [Double]

    init(count: Int, _ random: inout SplitMix) throws {
      widths = (0..<count).map { _ in TrackEditTests.width(&random) }
      let (rule, wraps) = (TrackEditTests.rule(&random, count: min(count, 1100)), random.next() % 2 == 0)
      track = try #require(ItemTrack(widths: widths, wraps: wraps, rule: rule))
    }

    mutating func edit(_ random: inout SplitMix) {
      let count = UInt64(widths.count)
      let (index, other) = (Int(random.next() % count), Int(random.next() % count))
      let width = TrackEditTests.width(&random)
      switch random.next() % 4 {
      case 0:
        track.setWidth(width, ofItem: index)
        widths[index] = width
      case 1:
        let index = Int(random.next() % (count + 1))
        track.insert(width: width, at: index)
        widths.insert(width, at: index)
      case 2:
        let isRemoved = track.remove(at: index)
        #expect(isRemoved == (count > 1))
        if isRemoved { widths.remove(at: index) }
      default:
        track.move(from: index, to: other)
        widths.insert(widths.remove(at: index), at: other)
      }
    }

    /// Compares the positions, offsets and widths at random offsets, and the dimensions of the track, with
    /// those of a new track.
    func compare(_ random: inout SplitMix) {
      let count = widths.count
      let twin = FlatTrack(widths: widths, wraps: track.ring.wraps, rule: track.rule)
      #expect(Array(track.widths) == widths)
      #expect(track.ring.count == count)
      #expect(agree(track.length, twin.length) && agree(track.turn, twin.turn))
      #expect((track.radius == nil) == (twin.radius == nil))
      #expect(agree(track.radius ?? 0, twin.radius ?? 0))
      for _ in 0..<10 {
        let item = Int(random.next() % UInt64(count))
        let place = track.place(at: Double(item))
        #expect(agree(place, twin.place(at: Double(item))), "item \(item) of \(count), \(twin.rule)")
        #expect(track.offset(at: place) == Double(item))
        #expect(track.width(of: item) == widths[item])
        let offset = (Double(random.next() % 3000) / 1000 - 1) * Double(count)
        let other = track.place(at: offset)
        #expect(agree(other, twin.place(at: offset)), "offset \(offset) of \(count), \(twin.rule)")
        #expect(near(track.offset(at: other), offset, within: 1e-6))
        #expect(agree(twin.place(at: track.offset(at: other)), other))
        #expect(agree(track.width(at: offset), twin.width(at: offset)))
      }
    }

    private func agree(_ a: Double, _ b: Double) -> Bool { near(a, b, within: 1e-9 * max(1, abs(b))) }
  }

  /// Returns a random width from zero to more than that of a screen; often the nominal width.
  private static func width(_ random: inout SplitMix) -> Double {
    switch random.next() % 8 {
    case 0: 0
    case 1: 1e6
    case 2, 3: 200
    default: Double(random.next() % 100_000) / 130
    }
  }

  /// Returns a random rule. A circle has about as many positions as there are items, or far fewer.
  private static func rule(_ random: inout SplitMix, count: Int) -> TrackRule {
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
    "After random edits a small track has the same positions, offsets and widths as a new track",
    .proves("D021")
  )
  func smallTracks() throws {
    var random = SplitMix(seed: 41)
    for _ in 0..<200 {
      var pair = try Pair(count: 1 + Int(random.next() % 40), &random)
      pair.compare(&random)
      for _ in 0..<30 {
        let before = pair
        pair.edit(&random)
        pair.compare(&random)
        if random.next() % 4 == 0 { before.compare(&random) }
      }
    }
  }

  @Test(
    "After random edits, a large track and its copies equal new tracks with the same widths", .proves("D021")
  )
  func largeTracks() throws {
    var random = SplitMix(seed: 42)
    for count in [1025, 1500, 2000, 3000, 5000, 7000] {
      var pair = try Pair(count: count, &random)
      var copies = [pair]
      for edit in 1...500 {
        pair.edit(&random)
        guard edit % 25 == 0 else { continue }
        pair.compare(&random)
        copies.append(pair)
      }
      for copy in copies { copy.compare(&random) }
    }
  }

  @Test(
    "If all widths are multiples of 25, the positions are exact after any number of changes", .proves("D021"))
  func exact() throws {
    var random = SplitMix(seed: 43)
    for shape in 0..<2 {
      let rule = TrackRule(
        shape == 0 ? .line(share: 1) : .rim(arc: .pi * 2, count: 12), itemWidth: 200, spacing: 1)
      var widths = (0..<500).map { _ in Double(random.next() % 32) * 25 + 25 }
      var track = try #require(ItemTrack(widths: widths, wraps: true, rule: rule))
      for _ in 0..<300 {
        let index = Int(random.next() % 500)
        widths[index] = Double(random.next() % 32) * 25 + 25
        track.setWidth(widths[index], ofItem: index)
      }
      let twin = FlatTrack(widths: widths, wraps: true, rule: rule)
      #expect(track.length == twin.length)
      for item in 0..<500 { #expect(track.place(at: Double(item)) == twin.place(at: Double(item))) }
    }
  }

  @Test("Rounding errors do not accumulate in 100,000 random edits", .proves("D021"))
  func drift() throws {
    var random = SplitMix(seed: 44)
    let rule = TrackRule(.line(share: 1), itemWidth: 200, spacing: 1.1)
    let widths = (0..<300).map { _ in Double(random.next() % 100_000) / 130 }
    var track = try #require(ItemTrack(widths: widths, wraps: true, rule: rule))
    for _ in 0..<100_000 {
      let index = Int(random.next() % UInt64(track.ring.count))
      let width = random.next() % 10 == 0 ? 1e6 : Double(random.next() % 100_000) / 130
      switch random.next() % 4 {
      case 0 where track.ring.count > 100: _ = track.remove(at: index)
      case 1 where track.ring.count < 400: track.insert(width: width, at: index)
      default: track.setWidth(width, ofItem: index)
      }
    }
    for index in 0..<track.ring.count { track.setWidth(Double(index % 7) / 3, ofItem: index) }
    let fresh = try #require(ItemTrack(widths: track.widths, wraps: true, rule: rule))
    for item in 0...track.ring.count {
      let place = fresh.place(at: Double(item))
      #expect(near(track.place(at: Double(item)), place, within: 1e-12 * max(1, place)))
    }
  }

  @Test("The only item of a track cannot be removed; the attempt leaves the track unchanged", .proves("D021"))
  func onlyItem() throws {
    let rule = TrackRule(.line(share: 1), itemWidth: 200, spacing: 1)
    var track = try #require(ItemTrack(widths: [300, 100], wraps: false, rule: rule, generation: 3))
    let removals = [track.remove(at: 0), track.remove(at: 0)]
    #expect(removals == [true, false])
    #expect(track.ring.count == 1 && track.width(of: 0) == 100 && track.generation == 3)
    track.insert(width: 400, at: 1)
    #expect(track.place(at: 1) == 1.25)
  }

  @Test(
    "If an insertion gives a ring more items than positions, it has no radius of its own; a removal restores the former radius",
    .proves("D021"))
  func ringFillsUp() throws {
    let rule = TrackRule(.tangents(arc: .pi * 2, count: 5), itemWidth: 200, spacing: 1)
    let widths = [100.0, 300, 200, 250]
    let full = try #require(ItemTrack(widths: widths + [150], wraps: true, rule: rule))
    var track = try #require(ItemTrack(widths: widths, wraps: true, rule: rule))
    track.insert(width: 150, at: 4)
    #expect(track.radius == full.radius && track.place(at: 3.5) == full.place(at: 3.5))
    track.insert(width: 900, at: 0)
    #expect(track.radius == nil && track.turn == 5)
    _ = track.remove(at: 0)
    #expect(track.radius == full.radius && track.place(at: 3.5) == full.place(at: 3.5))
  }
}
