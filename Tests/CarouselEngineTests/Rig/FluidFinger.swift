import CarouselEngine
import Geometry
import Testing

/// A carousel in fluid style, and a finger on a touchscreen of 120 Hz. The position of the finger is a
/// function of time.
@MainActor
final class FluidFinger {
  let rig: CarouselRig
  private let start: Double
  private var point = CarouselRig.middle

  init(
    _ type: CarouselType = .linear, itemWidth: Double, items: Int = 400, multiplier: Double = 1,
    prepare: (CarouselRig) -> Void = { _ in }
  ) {
    rig = CarouselRig(type, items: items, itemSize: Size(width: itemWidth, height: itemWidth)) {
      $0.carousel.motionStyle = .fluid
      $0.options[.offsetMultiplier] = multiplier
      prepare($0)
    }
    start = items > 20 ? 20 : 0
    rig.carousel.scrollOffset = start
    rig.frame()
  }

  /// The velocity of the current motion at the last frame, in items per second.
  var velocity: Double { rig.carousel.core.scroller.presentMotion(at: .at(rig.now)).velocity }

  /// Moves a new finger forward for `seconds`. After `time` seconds the finger has moved by `distance(time)`
  /// points.
  func drag(_ distance: (_ time: Double) -> Double, during seconds: () -> Double) {
    let began = rig.now
    let forward = rig.carousel.forwardDirection
    func place(_ time: Double) -> Point { CarouselRig.middle - forward * distance(time) }
    rig.down(at: place(0))
    var step = 0.0
    while step / 120 < seconds() {
      step += 1
      rig.now = began + min(step / 120, seconds())
      point = place(rig.now - began)
      rig.move(to: point)
      rig.carousel.advance(to: rig.now)
    }
  }

  /// Moves a new finger forward, at first slowly and then at `speed`. The drag is `points` points long.
  func drag(points: Double, speed: Double) {
    // The drag begins after the finger has moved by the threshold.
    let distance = DragThreshold.distance + 1e-6
    let threshold = (points == 0 ? speed : points) < 0 ? -distance : distance
    let (first, slow, fast) = (1.0 / 120, 0.2, 0.06)
    let way = points - speed * fast
    drag {
      guard $0 > first else { return threshold * $0 / first }
      return threshold + ($0 < slow ? way * ($0 - first) / (slow - first) : way + speed * ($0 - slow))
    } during: {
      slow + fast
    }
  }

  /// Lifts the finger.
  func lift() { rig.up(at: point) }

  /// Drags by `points` and lifts the finger at `speed`. Returns the distance from start to rest, in items.
  func flick(points: Double, speed: Double) -> Double {
    rig.carousel.scrollOffset = start
    rig.frame()
    drag(points: points, speed: speed)
    lift()
    rig.settle()
    return rig.carousel.scrollOffset - start
  }

  /// Drags by `points` and lifts the finger at `speed`. Returns the offsets of all frames from the release
  /// until the carousel rests.
  func path(points: Double, speed: Double) -> [Double] {
    drag(points: points, speed: speed)
    lift()
    var path = [rig.carousel.scrollOffset]
    while rig.carousel.needsFrame, path.count < 3000 {
      rig.frame()
      path.append(rig.carousel.scrollOffset)
    }
    return path
  }
}
