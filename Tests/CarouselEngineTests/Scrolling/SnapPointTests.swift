import CarouselEngine
import TestSupport
import Testing

/// Tests of snap points, the offsets at which a carousel may rest, without a carousel.
struct SnapPointTests {
  /// Offsets that include whole numbers and halves.
  private let offsets = stride(from: -25.0, through: 25, by: 0.125)

  @Test("Without paging and containsEnds, the snap points are exactly the items", arguments: [true, false])
  func everyItem(wraps: Bool) {
    for count in [1, 2, 10] {
      let ring = ItemRow(count: count, wraps: wraps)
      let stops = SnapPoints(ring)
      for offset in offsets {
        #expect(stops.nearest(to: offset) == Double(ring.index(nearestTo: offset)))
        #expect(stops.next(from: offset, forwards: true) == offset.rounded(.up))
        #expect(stops.next(from: offset, forwards: false) == offset.rounded(.down))
        #expect(stops.offset(offset) == ring.offset(offset))
      }
    }
    #expect(SnapPoints(ItemRow(count: 0, wraps: wraps)).nearest(to: 3) == -1)
  }

  @Test("If `restRange` is the whole length of a strip, the strip's snap points are the same as without it")
  func wholeRange() {
    let row = ItemRow(count: 10, wraps: false)
    let (confined, plain) = (SnapPoints(row, restRange: 0...9), SnapPoints(row))
    for offset in offsets {
      #expect(confined.nearest(to: offset) == plain.nearest(to: offset))
      for forwards in [true, false] where abs(offset - 4.5) < 5.5 {
        #expect(
          confined.next(from: offset, forwards: forwards) == plain.next(from: offset, forwards: forwards))
      }
    }
  }

  @Test(
    "With containsEnds, the snap points are the two ends and the whole items between them", .proves("D022"))
  func contained() {
    let stops = SnapPoints(ItemRow(count: 10, wraps: false), restRange: 1.5...7.5)
    let all = [1.5, 2, 3, 4, 5, 6, 7, 7.5]
    for offset in offsets {
      let nearest = stops.nearest(to: offset)
      #expect(all.contains(nearest))
      #expect(abs(nearest - offset) == all.map { abs($0 - offset) }.min())
    }
    #expect(stops.next(from: 1.2, forwards: true) == 1.5 && stops.next(from: 1.6, forwards: true) == 2)
    #expect(stops.next(from: 7.2, forwards: true) == 7.5 && stops.next(from: 7.2, forwards: false) == 7)
    // The result 1 is beyond the end at 1.5. Callers clamp it.
    #expect(stops.next(from: 1.2, forwards: false) == 1)
    #expect((0...9).map { stops.stop($0, near: 1.5) } == [1.5, 2, 3, 4, 5, 6, 7, 7.5, 7.5, 7.5])
    #expect((0...9).map { stops.stop(-$0, near: 7.5) } == [7.5, 7, 6, 5, 4, 3, 2, 1.5, 1.5, 1.5])
  }

  @Test(
    "With ten items and three items per page, the last page has one item, or with truncatesFinalPage begins earlier and is full",
    .proves("C15", "D029"),
    arguments: [true, false])
  func pages(truncates: Bool) {
    let stops = SnapPoints(
      ItemRow(count: 10, wraps: false), pageLength: 3, truncatesFinalPage: truncates)
    let all: [Double] = [0, 3, 6, truncates ? 7 : 9]
    #expect(stops.count == 4 && (0...3).map { stops.stop(Double($0)) } == all)
    #expect(all.map { stops.page(at: $0) } == [0, 1, 2, 3])
    for offset in offsets {
      let nearest = stops.nearest(to: offset)
      #expect(all.contains(nearest) && abs(nearest - offset) == all.map { abs($0 - offset) }.min())
      guard (0...stops.last).contains(offset) else { continue }
      #expect(stops.next(from: offset, forwards: true) == all.first { $0 >= offset })
      #expect(stops.next(from: offset, forwards: false) == all.last { $0 <= offset })
    }
    #expect(stops.stop(1, near: 4) == 6 && stops.stop(-1, near: 4) == 3 && stops.stop(9, near: 0) == all[3])
  }

  @Test(
    "The number of pages is the smallest that holds all items, and no page is empty", .proves("C15", "D029"),
    arguments: [false, true])
  func pageCount(wraps: Bool) {
    let counts = [0, 1, 2, 3, 4, 6, 7, 9].map {
      SnapPoints(ItemRow(count: $0, wraps: wraps), pageLength: 3).count
    }
    #expect(counts == [0, 1, 1, 1, 2, 2, 3, 3])
  }

  @Test("On a ring the last page may be short, and the first page follows it", .proves("C15", "D029"))
  func pagesOnRing() {
    let stops = SnapPoints(ItemRow(count: 10, wraps: true), pageLength: 3, truncatesFinalPage: true)
    let all: [Double] = (-3...3).flatMap { turn in [0, 3, 6, 9].map { Double(turn * 10) + $0 } }
    for offset in offsets {
      #expect(stops.next(from: offset, forwards: true) == all.first { $0 >= offset })
      #expect(stops.next(from: offset, forwards: false) == all.last { $0 <= offset })
      let closest = all.min { abs($0 - offset) < abs($1 - offset) } ?? 0
      let nearest = stops.nearest(to: offset)
      #expect([0, 3, 6, 9].contains(nearest))
      #expect(near(abs(stops.row.distance(from: stops.offset(offset), to: nearest)), abs(closest - offset)))
    }
    #expect((0...5).map { stops.stop($0, near: 6) } == [6, 9, 10, 13, 16, 19])
  }

  @Test("For any offset, ring and page length, all results of SnapPoints are finite")
  func extremes() {
    let rings = [0, 1, 7].flatMap { count in [true, false].map { ItemRow(count: count, wraps: $0) } }
    for ring in rings {
      for length in [0, 1, 3, .max] {
        for restRange in [nil, 2.5...2.5] {
          let stops = SnapPoints(ring, pageLength: length, truncatesFinalPage: true, restRange: restRange)
          for offset in [-1e12, -0.0, 1e12] {
            #expect(stops.nearest(to: offset).isFinite && stops.offset(offset).isFinite)
            #expect(stops.next(from: offset, forwards: true).isFinite)
            #expect(stops.stop(1_000_000, near: offset).isFinite && stops.stop(-1e12).isFinite)
            #expect(stops.page(at: offset) < max(1, ring.count))
          }
        }
      }
    }
  }
}
