import CarouselEngine
import TestSupport
import Testing

/// Tests of motions and fling targets, without a carousel.
struct MotionTests {
  @Test(
    "A flick at rate 0.95 decelerates over a third of an item for each item per second", .proves("K03", "Y07")
  )
  func distance() {
    #expect(near(Deceleration.distance(velocity: 6, rate: 0.95), 2))
    #expect(near(Deceleration.distance(velocity: -6, rate: 0.95), -2))
    #expect(near(Deceleration.distance(velocity: 60, rate: 0), 1))
    #expect(Deceleration.distance(velocity: 1, rate: 1) == .infinity)
    #expect(Deceleration.distance(velocity: -1, rate: 1) == -.infinity)
    #expect(Deceleration.distance(velocity: 0, rate: 1) == 0)
  }

  @Test(
    "A motion with constant deceleration covers three quarters of its distance in half of its time",
    .proves("K03"),
    arguments: [3.0, -3])
  func deceleration(distance: Double) {
    let motion = Deceleration(from: 5, to: 5 + distance, velocity: distance > 0 ? 6 : -6)
    #expect(near(motion.duration ?? 0, 1))
    #expect(motion.offset(at: 0) == 5)
    #expect(near(motion.offset(at: 0.5), 5 + distance * 0.75))
    #expect(near(motion.offset(at: 1), 5 + distance))
    #expect(near(motion.offset(at: 9), 5 + distance))
    #expect(motion.isOver(at: 1) && !motion.isOver(at: 0.99))
  }

  @Test(
    "Ease-in-ease-out is slow at both ends and fast in the middle, symmetric, and exact at both ends",
    .proves("K01", "M02"))
  func easeInOut() {
    let motion = EaseInOut(from: 2, to: 6, duration: 2)
    #expect(motion.offset(at: -1) == 2 && motion.offset(at: 0) == 2)
    #expect(motion.offset(at: 0.5) == 2.25)
    #expect(motion.offset(at: 1) == 4)
    #expect(motion.offset(at: 1.5) == 5.75)
    #expect(motion.offset(at: 2) == 6 && motion.offset(at: 99) == 6)
  }

  @Test("A spring follows the equation of a critically damped oscillator and ends exactly")
  func spring() {
    for (end, velocity, frequency) in [
      (6.0, 0.0, 26.0), (6, 40, 26), (0, 15, 40), (2, 9, 10), (2.0001, 0, 26),
    ] {
      let motion = Spring(from: 2, to: end, velocity: velocity, frequency: frequency)
      // The reference integrates the differential equation in small steps.
      let step = 1e-6
      var (offset, speed, time) = (2.0, velocity, 0.0)
      while time < (motion.duration ?? 0) {
        if abs(offset - motion.offset(at: time)) > 1e-3 || abs(speed - motion.velocity(at: time)) > 0.05 {
          Issue.record("at \(time): \(offset), \(speed)")
          break
        }
        for _ in 0..<500 {
          speed += (frequency * frequency * (end - offset) - 2 * frequency * speed) * step
          offset += speed * step
          time += step
        }
      }
      #expect(abs(offset - end) < 0.001 && motion.offset(at: motion.duration ?? 0) == end)
      #expect(motion.isOver(at: motion.duration ?? 0) && motion.velocity(at: 99) == 0)
    }
  }

  @Test("The velocity of a motion is the slope of its offset")
  func velocities() {
    let motions: [any ScrollMotion] = [
      Deceleration(from: 5, to: 8, velocity: 6), EaseInOut(from: 2, to: 6, duration: 2),
      SteadyMotion(from: 1, velocity: -2), Spring(from: 2, to: 6, velocity: 9, frequency: 12),
    ]
    for motion in motions {
      for time in stride(from: 0.05, to: 0.95 * (motion.duration ?? 2), by: 0.05) {
        let slope = (motion.offset(at: time + 1e-6) - motion.offset(at: time - 1e-6)) / 2e-6
        #expect(near(motion.velocity(at: time), slope, within: 1e-4))
      }
    }
  }

  @Test(
    "A flick ends at most the bounce distance beyond the ends; if stopAtItemBoundary is on, it ends on an item",
    .proves("Y27"),
    arguments: [true, false])
  func landing(stops: Bool) throws {
    var settings = ScrollSettings()
    settings.stopAtItemBoundary = stops
    let row = ItemRow(count: 10, wraps: false)
    let inside = try #require(
      FlingTarget.motion(from: 2.5, velocity: 6, in: ScrollGeometry(row, settings: settings))?.end)
    #expect(near(inside, stops ? 5 : 4.5))
    let back = try #require(
      FlingTarget.motion(from: 6.5, velocity: -6, in: ScrollGeometry(row, settings: settings))?.end)
    #expect(near(back, stops ? 4 : 4.5))
    let beyond = try #require(
      FlingTarget.motion(from: 8, velocity: 60, in: ScrollGeometry(row, settings: settings))?.end)
    #expect(beyond == 10)
    settings.bounces = false
    #expect(
      FlingTarget.motion(from: 8, velocity: 60, in: ScrollGeometry(row, settings: settings))?.end == 9)
    #expect(FlingTarget.motion(from: 9, velocity: 60, in: ScrollGeometry(row, settings: settings)) == nil)
  }

  @Test("With paging a flick ends one item past the release", .proves("Y12"), arguments: [3.0, 20, 300])
  func paging(velocity: Double) {
    var settings = ScrollSettings()
    settings.isPagingEnabled = true
    let row = ItemRow(count: 100, wraps: false)
    #expect(
      FlingTarget.motion(from: 4.2, velocity: velocity, in: ScrollGeometry(row, settings: settings))?.end
        == 5)
    #expect(
      FlingTarget.motion(from: 4.2, velocity: -velocity, in: ScrollGeometry(row, settings: settings))?.end
        == 4)
  }

  @Test(
    "A release is a flick above two items per second if it would decelerate over at least a tenth of an item",
    .proves("K04"))
  func thresholds() {
    #expect(!FlingTarget.glides(velocity: 1.9, rate: 0.95) && FlingTarget.glides(velocity: 2.1, rate: 0.95))
    #expect(!FlingTarget.glides(velocity: -1.9, rate: 0.95) && FlingTarget.glides(velocity: -2.1, rate: 0.95))
    #expect(!FlingTarget.glides(velocity: 5, rate: 0))
    #expect(FlingTarget.steps(velocity: 2.1, from: 3.2, nearest: 3))
    #expect(!FlingTarget.steps(velocity: 2.1, from: 3.05, nearest: 3))
    #expect(!FlingTarget.steps(velocity: 1.9, from: 3.2, nearest: 3))
  }

  @Test(
    "A ring wraps indexes and offsets, and the distance between two offsets is that of the shorter way",
    .proves("M01", "M10"))
  func ring() {
    let ring = ItemRow(count: 10, wraps: true)
    #expect([-1, 0, 9, 10, -11, 25].map { ring.index($0) } == [9, 0, 9, 0, 9, 5])
    #expect(ring.distance(from: 8, to: 1) == 3 && ring.distance(from: 1, to: 8) == -3)
    #expect(ring.distance(from: 0, to: 5) == 5 && ring.distance(from: 5, to: 0) == -5)
    #expect(near(ring.offset(-0.25), 9.75) && ring.offset(20) == 0 && ring.offset(-1e-300) == 0)
    #expect(ring.distance(ofItem: 9, from: 0) == -1 && ring.distance(ofItem: 5, from: 0) == 5)
  }

  @Test("A strip clamps indexes and offsets; on an empty strip they are −1", .proves("K10", "Y21"))
  func row() {
    let row = ItemRow(count: 10, wraps: false)
    #expect([-3, 4, 12].map { row.index($0) } == [0, 4, 9])
    #expect(row.offset(-3) == 0 && row.offset(12) == 9)
    #expect(row.distance(from: 8, to: 1) == -7)
    for wraps in [true, false] {
      let empty = ItemRow(count: 0, wraps: wraps)
      #expect(empty.index(3) == -1 && empty.offset(3) == -1)
    }
  }
}
