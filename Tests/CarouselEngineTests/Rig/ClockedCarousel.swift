import CarouselEngine
import Testing

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

  /// Lets frames pass until none is wanted; a carousel that wants more after a minute, or rests where it may not, fails the
  /// test.
  func comeToRest(sourceLocation: SourceLocation) {
    run(atMost: 60)
    if carousel.needsFrame {
      Issue.record(
        "still wants frames after a minute, at \(carousel.scrollOffset)", sourceLocation: sourceLocation)
    } else if let illegal = carousel.core.scroller.illegalRest {
      Issue.record("\(illegal)", sourceLocation: sourceLocation)
    }
  }

  /// Lets frames pass until none is wanted, at most `seconds`.
  func run(atMost seconds: Double) {
    let end = now + seconds
    while carousel.needsFrame, now < end { frame() }
  }
}
