package import Wayland

/// Combines the scroll events of one `wl_pointer.frame` into one `Scroll`.
package struct ScrollAccumulator {
  /// The distance that counts as one wheel step, in points, if the compositor sends no steps.
  private static let pointsPerNotch = 10.0

  private var source: WlPointer.AxisSource?
  private var motions: [WlPointer.Axis: Motion] = [:]
  /// The axes with inverted motion in this frame. A direction event without a scroll event produces no scroll.
  private var inverted: Set<WlPointer.Axis> = []
  /// The timestamp of the last scroll event with a timestamp; 0 before the first.
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
    case .axisRelativeDirection(let axis, let direction) where direction == .inverted:
      inverted.insert(axis)
    default: break
    }
  }

  /// Returns the accumulated scroll and resets; nil if no scroll event was added.
  package mutating func take() -> Scroll? {
    defer {
      source = nil
      motions = [:]
      inverted = []
    }
    guard !motions.isEmpty else { return nil }
    let source: Scroll.Source =
      switch self.source {
      case .finger: .finger
      case .continuous: .continuous
      case .wheelTilt: .wheelTilt
      default: .wheel
      }
    let finished = motions.map { axis, motion -> (WlPointer.Axis, Scroll.Motion) in
      let isStepped = source == .wheel || source == .wheelTilt
      let notches = isStepped ? motion.steps ?? motion.distance / Self.pointsPerNotch : motion.steps ?? 0
      let result = Scroll.Motion(
        distance: motion.distance, notches: notches, isStop: motion.isStop,
        isInverted: inverted.contains(axis))
      return (axis, result)
    }
    let byAxis = Dictionary(uniqueKeysWithValues: finished)
    return Scroll(source: source, horizontal: byAxis[.horizontalScroll], vertical: byAxis[.verticalScroll])
  }
}
