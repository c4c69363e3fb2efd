import Geometry
import Testing

@Suite("Motions of a scale")
struct ScaleMotionTests {
  @Test("A scale moves to its end, equally fast in both directions, and keeps its velocity")
  func motion() {
    let (up, down) = (
      ScaleMotion(from: 1, to: 4, velocity: 0, frequency: 16),
      ScaleMotion(from: 4, to: 1, velocity: 0, frequency: 16)
    )
    #expect(up.scale(at: 0) == 1 && up.scale(at: 2) == 4 && up.isOver(at: 2) && up.part(at: 2) == 1)
    for time in [0.05, 0.1, 0.2] {
      #expect(abs(up.scale(at: time) * down.scale(at: time) - 4) < 1e-9)
      #expect(abs(up.scale(at: time) - (1 + 3 * up.part(at: time))) < 1e-9)
    }
    let next = ScaleMotion(from: up.scale(at: 0.1), to: 4, velocity: up.velocity(at: 0.1), frequency: 16)
    #expect(abs(next.velocity(at: 0) - up.velocity(at: 0.1)) < 1e-9)
    // A velocity away from the end would first change the scale in the wrong direction.
    #expect(ScaleMotion(from: 1, to: 4, velocity: -5, frequency: 16).velocity(at: 0) == 0)
    let still = ScaleMotion(from: 2, to: 2, velocity: 3, frequency: 16)
    #expect(still.scale(at: 0.1) == 2 && still.part(at: 0.1) > 0 && still.part(at: 0.1) < 1)
  }

  @Test("Beyond its range, a scale meets resistance, in proportion to the limit")
  func band() {
    let band = RubberBand(limit: 0.7)
    #expect(band.stretchedScale(2, in: 1...4) == 2 && band.stretchedScale(1, in: 1...4) == 1)
    let (large, small) = (band.stretchedScale(8, in: 1...4), band.stretchedScale(0.5, in: 1...4))
    #expect(large > 4 && large < 8 && small < 1 && small > 0.5)
    #expect(abs(large / 4 - 1 / small) < 1e-9)
    #expect(band.stretchedScale(1e300, in: 1...4) < 8.1)
  }
}
