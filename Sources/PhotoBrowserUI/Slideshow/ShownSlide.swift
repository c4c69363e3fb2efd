internal import CarouselUI

/// A slide that is shown, and the time for which it was shown.
@MainActor
final class ShownSlide<ID: Hashable & Sendable> {
  let id: ID
  var slide: any SlideView
  /// The duration of the movement of the slide, in seconds.
  private let duration: Double
  /// The time of the first frame; `nil` before it.
  private(set) var start: Double?
  /// The time at which the show was paused; `nil` if it runs.
  private var pause: Double?

  init(_ id: ID, _ slide: any SlideView, movingFor duration: Double) {
    (self.id, self.slide, self.duration) = (id, slide, duration)
  }

  /// The first frame is shown. Returns `false` if it was shown before.
  func appear(at time: Double) -> Bool {
    guard start == nil else { return false }
    start = time
    return true
  }

  private func seconds(at time: Double) -> Double { start.map { max((pause ?? time) - $0, 0) } ?? 0 }

  /// Whether the slide moves.
  func isMoving(at time: Double) -> Bool { slide.moves && pause == nil && seconds(at: time) < duration }

  /// Moves the slide to its place at a time.
  func move(to time: Double) { if slide.moves { slide.move(to: seconds(at: time) / duration) } }

  /// Stops the time of the slide, or lets it go on.
  func setPaused(_ isPaused: Bool, at time: Double) {
    guard (pause != nil) != isPaused else { return }
    if isPaused {
      pause = time
    } else if let pause {
      start = start.map { $0 + time - pause }
      self.pause = nil
    }
  }
}
