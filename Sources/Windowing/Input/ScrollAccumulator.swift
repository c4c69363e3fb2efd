package import Wayland

/// Combines the scroll events of one `wl_pointer.frame` into one `Scroll`.
package struct ScrollAccumulator {
  /// The distance of one wheel step in points, for a compositor that sends no steps.
  private static let pointsPerNotch = 10.0

  private var source: WlPointer.AxisSource?
  private var motions: [WlPointer.Axis: Motion] = [:]
  /// The timestamp of the last event that has one; 0 before the first.
  package private(set) var milliseconds: UInt32 = 0

  private struct Motion {
    var distance = 0.0
    var steps: Double?
    var isStop = false
  }

  /// Creates an accumulator without events.
  package init() {}

  /// Adds a scroll event. Other events are ignored.
  package mutating func add(_ event: WlPointer.Event) {
    switch event {
    case .axisSource(let source): self.source = source
    case .axis(let time, let axis, let value):
      motions[axis, default: Motion()].distance += value
      milliseconds = time
    case .axisStop(let time, let axis):
      motions[axis, default: Motion()].isStop = true
      milliseconds = time
    case .axisDiscrete(let axis, let steps):
      motions[axis, default: Motion()].steps = (motions[axis]?.steps ?? 0) + Double(steps)
    case .axisValue120(let axis, let value):
      motions[axis, default: Motion()].steps = (motions[axis]?.steps ?? 0) + Double(value) / 120
    default: break
    }
  }

  /// Returns the accumulated scroll and resets; nil when there was no scroll event.
  package mutating func take() -> Scroll? {
    defer {
      source = nil
      motions = [:]
    }
    guard !motions.isEmpty else { return nil }
    let source: Scroll.Source =
      switch self.source {
      case .finger: .finger
      case .continuous: .continuous
      case .wheelTilt: .wheelTilt
      default: .wheel
      }
    let finished = motions.mapValues { motion -> Scroll.Motion in
      let isStepped = source == .wheel || source == .wheelTilt
      let notches = isStepped ? motion.steps ?? motion.distance / Self.pointsPerNotch : motion.steps ?? 0
      return Scroll.Motion(distance: motion.distance, notches: notches, isStop: motion.isStop)
    }
    return Scroll(
      source: source, horizontal: finished[.horizontalScroll], vertical: finished[.verticalScroll])
  }
}
