import CarouselEngine

/// A carousel on a virtual clock.
@MainActor
protocol ClockedCarousel: AnyObject {
  var carousel: Carousel { get }
  var now: Timestamp { get set }
  /// Frames a second.
  var frameRate: Double { get }
}

extension ClockedCarousel {
  /// Lets one frame pass.
  func frame() {
    now = now + 1 / frameRate
    carousel.advance(to: now)
    _ = carousel.frame()
  }

  /// Lets `seconds` pass.
  func run(_ seconds: Double) {
    let end = now + seconds
    while now < end { frame() }
  }

  /// Lets frames pass until none is wanted, at most `seconds`.
  func run(atMost seconds: Double) {
    let end = now + seconds
    while carousel.needsFrame, now < end { frame() }
  }
}
