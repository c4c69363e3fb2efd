import CarouselEngine

/// A carousel of 400 items on a virtual clock, which records its offset.
@MainActor
final class MotionRecorder: CarouselDataSource {
  /// The offset at a time after the recording began.
  struct Sample {
    /// In seconds since the beginning of the recording.
    var time: Double
    /// In items, relative to the offset at the beginning of the recording.
    var offset: Double
  }

  let carousel = Carousel(bounds: Size(width: 1920, height: 1080))
  private(set) var samples: [Sample] = []
  private let itemSize: Size
  private var now = Timestamp(seconds: 0)
  private var began = Timestamp(seconds: 0)
  private var firstOffset = 0.0

  /// Frames per second.
  nonisolated static let rate = 240.0

  init(itemWidth: Double, style: MotionStyle, startingAt item: Int = 200) {
    itemSize = Size(width: itemWidth, height: itemWidth)
    carousel.motionStyle = style
    carousel.dataSource = self
    frame()
    carousel.scrollOffset = Double(item)
    frame()
    record()
  }

  /// Restarts the recording.
  func record() {
    samples = [Sample(time: 0, offset: 0)]
    (began, firstOffset) = (now, carousel.scrollOffset)
  }

  func frame(after seconds: Double = 1 / MotionRecorder.rate) {
    now = Timestamp(seconds: now.seconds + seconds)
    carousel.advance(to: now)
    _ = carousel.frame()
    samples.append(
      Sample(time: now.seconds - began.seconds, offset: carousel.scrollOffset - firstOffset))
  }

  /// Advances frames until the carousel settles.
  func settle() { while carousel.needsFrame, samples.count < 20_000 { frame() } }

  /// Drags by `points` and releases at `speed` points per second, with the events of a 120 Hz touchscreen.
  func flick(points: Double, speed: Double) {
    let middle = Point(x: 960, y: 540)
    var place = middle
    carousel.contactBegan(id: 1, at: place, time: now)
    place.x -= 8.001
    carousel.contactMoved(id: 1, to: place, time: now)
    record()
    while middle.x - place.x < points + 8 {
      place.x -= speed / 120
      frame(after: 1 / 120)
      carousel.contactMoved(id: 1, to: place, time: now)
      samples[samples.count - 1].offset = carousel.scrollOffset - firstOffset
    }
    carousel.contactEnded(id: 1, at: place, time: now)
  }

  /// Makes `count` steps at `rate` per second. Returns the largest difference between the steps made and the
  /// distance moved, in items.
  func steps(_ count: Int, rate: Double, _ step: (Timestamp) -> Void) -> Double {
    var (made, behind) = (0, 0.0)
    while made < count {
      if now.seconds - began.seconds >= Double(made) / rate - 1e-9 {
        step(now)
        made += 1
      }
      frame()
      behind = max(behind, Double(made) - (samples.last?.offset ?? 0))
    }
    return behind
  }

  // MARK: Data source

  func numberOfItems(in carousel: Carousel) -> Int { 400 }

  func carousel(
    _ carousel: Carousel, viewForItemAt index: Int, reusing view: (any ItemView)?
  ) -> any ItemView { view ?? Card(size: itemSize) }
}

/// An empty view.
final class Card: ItemView {
  let size: Size
  init(size: Size) { self.size = size }
}

/// The figures of a recording.
struct MotionFigures {
  /// The distance of the whole motion, in items.
  var distance: Double
  /// The time from `start` until the carousel stays within 0.01 items of its final offset, in seconds.
  var nearTime: Double
  /// The largest change of velocity, in items per second per second.
  var acceleration: Double

  /// - Parameter start: The time of the release, in seconds.
  init(_ samples: [MotionRecorder.Sample], from start: Double) {
    let rest = samples.last?.offset ?? 0
    distance = rest
    nearTime = (samples.last { abs($0.offset - rest) > 0.01 }?.time ?? start) - start
    let velocities = velocities(of: samples)
    acceleration = 0
    for (one, next) in zip(velocities, velocities.dropFirst())
    where next.time > start + 1.5 / MotionRecorder.rate {
      acceleration = max(acceleration, abs(next.offset - one.offset) * MotionRecorder.rate)
    }
  }
}

/// Returns the velocities between the samples, in items per second.
func velocities(of samples: [MotionRecorder.Sample]) -> [MotionRecorder.Sample] {
  zip(samples, samples.dropFirst()).map { one, next in
    MotionRecorder.Sample(
      time: next.time, offset: (next.offset - one.offset) / max(next.time - one.time, 1e-9))
  }
}
