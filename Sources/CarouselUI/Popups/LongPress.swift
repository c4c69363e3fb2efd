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
  ///
  /// - Parameters:
  ///   - deliverMotions: Called when the time has passed, before the decision. It reports the movements that wait for a
  ///     frame to ``moved(_:to:)``.
  ///   - action: Called if the finger has rested.
  func begin(
    _ id: Int, at point: Point, on scheduler: any Scheduler, deliverMotions: @escaping @MainActor () -> Void,
    action: @escaping @MainActor () -> Void
  ) {
    guard press == nil else { return cancel() }
    let timer = scheduler.timer(after: Self.duration, every: nil) { [weak self] in
      deliverMotions()
      guard self?.press?.id == id else { return }
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
