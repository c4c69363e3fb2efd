import CarouselEngine
import TestSupport
import Testing

/// Tests of the positions of scaled items, without a carousel.
struct ItemSpreadTests {
  private static let ramps: [[Ramp]] = [
    [Ramp(center: 1.3, sides: 0.7, range: 1)], [Ramp(center: 0.5, sides: 2, range: 3)],
    [Ramp(center: 1.3, sides: 0.7, range: 2.5), Ramp(center: 1, sides: 0.4, range: 4)],
    [Ramp(center: 1, sides: 0, range: 1)], [Ramp(center: 100, sides: 100, range: 100)],
  ]

  @Test(
    "The distance between neighbors is half the sum of their scaled sizes, at any offset", .proves("D023"))
  func neighbours() {
    let ramp = Ramp(center: 1.3, sides: 0.7, range: 2.5)
    let spread = ItemSpread([ramp])
    for offset in stride(from: -5.0, through: 5, by: 0.01) {
      let distance = spread.place(at: offset + 1) - spread.place(at: offset)
      #expect(near(distance, (ramp.value(at: offset) + ramp.value(at: offset + 1)) / 2))
    }
  }

  @Test(
    "The position of an item increases continuously with its offset, and is symmetric about offset 0",
    .proves("D023"), arguments: ramps)
  func monotone(ramps: [Ramp]) {
    let spread = ItemSpread(ramps)
    var last = -Double.infinity
    for step in -12_000...12_000 {
      let place = spread.place(at: Double(step) / 100)
      #expect(place.isFinite && place >= last && (step == -12_000 || place - last < 1.0001))
      #expect(place == -spread.place(at: Double(-step) / 100))
      last = place
    }
    #expect(spread.place(at: 0) == 0)
  }

  @Test("The gap beside an item is not scaled", .proves("D023"))
  func gap() {
    var spread = ItemSpread([Ramp(center: 1.3, sides: 0.7, range: 1)])
    spread.gap = 0.5
    // In item widths, neighbors are 1.5 apart.
    for offset in [-3.0, -1, 0, 1, 2, 0.4] {
      let ramp = Ramp(center: 1.3, sides: 0.7, range: 1)
      let distance = 1.5 * (spread.place(at: offset + 1) - spread.place(at: offset))
      #expect(near(distance, 0.5 + (ramp.value(at: offset) + ramp.value(at: offset + 1)) / 2))
    }
  }

  @Test(
    "On a ring the positions on both sides end at the far side, half a ring from the center", .proves("D023"),
    arguments: ramps,
    [1.0, 2, 12, 13])
  func ring(ramps: [Ramp], count: Double) {
    var spread = ItemSpread(ramps)
    spread.halfRing = count / 2
    guard spread.place(at: count / 2) > 0 else { return }
    #expect(near(spread.place(at: count / 2), count / 2))
    #expect(near(spread.place(at: -count / 2), -count / 2))
  }

  @Test("If all scales are 1, no position changes", .proves("D023"))
  func none() {
    var spread = ItemSpread([Ramp(center: 1, sides: 1, range: 7)])
    spread.gap = 0.3
    spread.halfRing = 7
    #expect(spread.isNone && spread.minimumPitch == 1)
    for offset in [0.1, -1 / 3.0, 1e12] { #expect(spread.place(at: offset) == offset) }
  }
}
