internal import Geometry

/// Collects the movements of pointers, fingers and pens, so that views receive one event a frame.
///
/// A mouse may send 1,000 movements a second. Each delivery needs a layout and hit tests.
///
/// UIKit: `coalescedTouchesForTouch:`. Android: `MotionEvent.getHistorySize`.
struct MotionQueue {
  /// The movements of one device.
  struct Motion {
    /// The latest movement.
    var event: InputEvent
    /// The points of all movements, the oldest first.
    var points: [InputPoint]
  }

  /// The time that a movement waits if no frame is drawn, in seconds. Then it is delivered without a frame.
  static let interval = 0.016
  /// The same for a movement of a contact, which has requested a frame. It is longer than a frame of a slow display.
  static let contactInterval = 0.050
  /// The largest number of points of one delivery. It limits the memory while no frame is drawn.
  private static let limit = 1000

  private var motions: [Motion] = []
  private var lastDelivery: Timestamp?

  /// Whether no movement waits.
  var isEmpty: Bool { motions.isEmpty }

  /// Adds a movement to those of the same device.
  mutating func add(_ event: InputEvent, at point: InputPoint) {
    if let place = motions.firstIndex(where: { $0.event.isMotion(ofSameDeviceAs: event) }) {
      motions[place].event = event
      motions[place].points.append(point)
    } else {
      motions.append(Motion(event: event, points: [point]))
    }
  }

  /// Whether a movement at `time` is delivered at once, because none was delivered shortly before.
  func isDue(at time: Timestamp) -> Bool {
    guard let lastDelivery else { return true }
    // If the time is not a number, nothing waits.
    return !(abs(time - lastDelivery) < Self.interval)
  }

  /// Whether the movements are delivered at once, because they are too many.
  var isFull: Bool { motions.contains { $0.points.count >= Self.limit } }

  /// Returns all movements, in the order in which the devices moved first, and empties the queue.
  mutating func take() -> [Motion] {
    defer { motions = [] }
    lastDelivery = motions.last?.points.last?.timestamp ?? lastDelivery
    return motions
  }
}

extension InputEvent {
  /// The point of a movement of a pointer, a finger, a pen or a drag; `nil` for another event.
  var motionPoint: InputPoint? {
    switch self {
    case .pointer(.moved, let point), .touch(.moved, let point), .pen(.moved, let point),
      .drag(.moved, let point):
      point
    default: nil
    }
  }

  /// Whether both events are movements of the same device.
  fileprivate func isMotion(ofSameDeviceAs other: InputEvent) -> Bool {
    switch (self, other) {
    case (.pointer(.moved, let point), .pointer(.moved, let second)),
      (.touch(.moved, let point), .touch(.moved, let second)),
      (.pen(.moved, let point), .pen(.moved, let second)),
      (.drag(.moved, let point), .drag(.moved, let second)):
      point.id == second.id
    default: false
    }
  }
}
