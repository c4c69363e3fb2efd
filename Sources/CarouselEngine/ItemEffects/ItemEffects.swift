package import Geometry

/// The effects of a carousel, prepared for each frame.
package struct ItemEffects: Sendable {
  package let list: [ItemEffect]
  /// The positions of items that are scaled by the effects.
  package var spread: ItemSpread

  /// No effects. This constant is shared.
  package static let none = ItemEffects()

  package init(_ list: [ItemEffect] = []) {
    self.list = list
    spread = ItemSpread(list.compactMap { if case .scale(let ramp) = $0.change { ramp } else { nil } })
  }

  /// Applies all effects to the pose of the item `offset` items from the center.
  ///
  /// - Parameter axis: The axis in the layout, before it is turned or mirrored.
  package func apply(to pose: inout Pose, at offset: Double, axis: Axis) {
    guard !list.isEmpty else { return }
    let plain = pose
    for effect in list { effect.apply(to: &pose, at: offset, axis: axis) }
    if !pose.isFinite { pose = plain }
    // An invisible item must not receive taps.
    if pose.alpha <= 0 { pose.isHidden = true }
  }
}

extension ItemEffect {
  fileprivate func apply(to pose: inout Pose, at offset: Double, axis: Axis) {
    switch change {
    case .scale(let ramp):
      let scale = ramp.value(at: offset)
      pose.transform = pose.transform.scaled(x: scale, y: scale)
    case .fade(let ramp):
      pose.alpha *= ramp.value(at: offset)
    case .parallax(let amount, let range):
      pose.parallax += amount * min(max(offset / range, -1), 1)
    case .turn(let angle, let range):
      pose.transform = pose.transform.turned(along: axis, by: -angle * min(max(offset / range, -1), 1))
    case .custom(let change):
      let before = pose
      change.apply(&pose, offset)
      if !pose.isFinite { pose = before }
    }
  }
}

extension Pose {
  fileprivate var isFinite: Bool { transform.isDrawable && alpha.isFinite && parallax.isFinite }
}
