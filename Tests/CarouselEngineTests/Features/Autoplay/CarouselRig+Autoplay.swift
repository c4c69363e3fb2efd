import CarouselEngine
import Testing

extension CarouselRig {
  /// Creates a carousel with autoplay by one item every `interval` seconds.
  static func playing(
    _ interval: Double = 3, wraps: Bool = true, items: Int = 5, prepare: (CarouselRig) -> Void = { _ in }
  ) -> CarouselRig {
    CarouselRig(items: items) { rig in
      rig.options = [.wrap: wraps ? 1 : 0]
      rig.carousel.autoplayInterval = interval
      prepare(rig)
    }
  }

  /// Lets time pass as in a window that makes frames only when they are needed or at the wake time. Returns
  /// the number of frames.
  @discardableResult
  func live(_ seconds: Double) -> Int {
    let end = now + seconds
    var frames = 0
    while now < end {
      if carousel.needsFrame {
        frame()
        frames += 1
      } else if let wake = carousel.wakeTime, wake < end {
        if wake > now { wait(wake - now) }
        frame()
        frames += 1
      } else {
        wait(end - now)
      }
    }
    return frames
  }
}
