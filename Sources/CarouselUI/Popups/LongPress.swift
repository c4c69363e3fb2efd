internal import Geometry
internal import Wayland

/// Recognizes a long press: a finger that rests on the screen.
@MainActor
final class LongPress {
  /// The time that the finger must rest, in seconds.
  ///
  /// UIKit: `UILongPressGestureRecognizer.minimumPressDuration`.
  static let duration = 0.5
  /// The distance that the finger may move meanwhile, in points.
  ///
  /// UIKit: `UILongPressGestureRecognizer.allowableMovement`.
  static let slop = 10.0

  private var press: (id: Int, start: Point, timer: any ScheduledTimer)?

  /// Starts the recognition for a finger. A second finger cancels the recognition.
  func begin(
    _ id: Int, at point: Point, on scheduler: any Scheduler, action: @escaping @MainActor () -> Void
  ) {
    guard press == nil else { return cancel() }
    let timer = scheduler.timer(after: Self.duration, every: nil) { [weak self] in
      self?.press = nil
      action()
    }
    press = (id, point, timer)
  }

  func moved(_ id: Int, to point: Point) {
    if let press, press.id == id, press.start.distance(to: point) > Self.slop { cancel() }
  }

  func end(_ id: Int) { if press?.id == id { cancel() } }

  func cancel() {
    press?.timer.cancel()
    press = nil
  }
}
