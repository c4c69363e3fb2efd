import CarouselEngine
import Testing

/// A carousel on a virtual clock.
@MainActor
protocol ClockedCarousel: AnyObject {
  var carousel: Carousel { get }
  var now: Timestamp { get set }
  /// The number of frames per second.
  var frameRate: Double { get }
}

extension ClockedCarousel {
  /// Advances one frame.
  func frame() {
    now = now + 1 / frameRate
    carousel.advance(to: now)
    _ = carousel.frame()
  }

  /// Advances frames for `seconds`.
  func run(_ seconds: Double) {
    let end = now + seconds
    while now < end { frame() }
  }

  /// Advances frames until the carousel needs no frame.
  ///
  /// The test fails if frames are still needed after a minute, or if the carousel rests where it must not.
  func comeToRest(sourceLocation: SourceLocation) {
    run(atMost: 60)
    if carousel.needsFrame {
      Issue.record(
        "still wants frames after a minute, at \(carousel.scrollOffset)", sourceLocation: sourceLocation)
    } else if let illegal = carousel.core.scroller.illegalRest {
      Issue.record("\(illegal)", sourceLocation: sourceLocation)
    }
  }

  /// Advances frames until the carousel needs no frame, at most for `seconds`.
  func run(atMost seconds: Double) {
    let end = now + seconds
    while carousel.needsFrame, now < end { frame() }
  }
}
