import Photos
import Testing

/// The priorities that follow from the position and the motion of a carousel.
struct TravelTests {
  @Test(
    "Distances follow the shorter way around a ring; the sign of the speed determines which items are ahead")
  func travel() {
    let ring = Travel(current: 0, visible: [8, 9, 0, 1, 2], count: 10, wraps: true, velocity: -3)
    #expect(ring.priority(of: 0) == .current)
    #expect(ring.priority(of: 8) == LoadPriority(.visible, distance: 2))
    #expect(ring.priority(of: 7) == LoadPriority(.ahead, distance: 3))
    #expect(ring.priority(of: 3) == LoadPriority(.behind, distance: 3))
    #expect(ring.neighbors(ahead: 2, behind: 1) == [7, 3, 6])
    let row = Travel(current: 1, visible: [0, 1, 2], count: 5, velocity: 20)
    #expect(row.neighbors(ahead: 4, behind: 4) == [3, 4])
    #expect(row.isFast)
    let empty = Travel(current: -7, visible: [-1, .max], count: 0, velocity: .nan)
    #expect(empty.neighbors(ahead: 3, behind: 3).isEmpty)
    #expect(empty.priority(of: .min).reason != .visible)
  }

  @Test("During a fast scroll, the item where the motion ends is the current one")
  func destination() {
    let travel = Travel(current: 3, visible: [2, 3, 4], count: 50, velocity: 20, destination: 9)
    #expect(travel.priority(of: 9) == .current)
    #expect(travel.priority(of: 3).reason == .visible)
    #expect(Travel(current: 3, visible: [], count: 5, destination: 5).destination == nil)
  }
}

/// The speed of a carousel, estimated from its offsets.
struct SpeedEstimateTests {
  @Test(
    "The estimated speed of a steady motion is its speed, also where a ring wraps", arguments: [1.0, -12])
  func steady(speed: Double) {
    var estimate = SpeedEstimate()
    for frame in 0..<60 {
      let time = Double(frame) / 60
      let offset = (5 + speed * time).truncatingRemainder(dividingBy: 10)
      estimate.add(offset: offset < 0 ? offset + 10 : offset, count: 10, at: time)
    }
    #expect(abs(estimate.velocity - speed) < 0.01)
    estimate.stop()
    #expect(estimate.velocity == 0)
  }

  @Test("After a single jump the estimated speed returns to 0; samples without a later time are ignored")
  func jump() {
    var estimate = SpeedEstimate()
    for (offset, time) in [(0.0, 0.0), (100, 0.016), (100, 0.016), (.nan, 1), (100, .infinity)] {
      estimate.add(offset: offset, at: time)
    }
    #expect(estimate.velocity > 100)
    estimate.add(offset: 100, at: 0.2)
    #expect(estimate.velocity == 0)
  }
}
