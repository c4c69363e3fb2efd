/// The opacity of items, as a function of their distance from the center.
package struct Fade: Hashable, Sendable {
  /// The negative offset at which items begin to fade, in items.
  package var min = -Double.infinity
  /// The positive offset at which items begin to fade, in items.
  package var max = Double.infinity
  /// The distance over which the opacity decreases, in items. At 0 it decreases in one step.
  package var range = 1.0
  /// The opacity of an item beyond that distance, in `0...1`.
  package var minAlpha = 0.0

  package init() {}

  /// Whether every item is opaque.
  var isNone: Bool { min == -.infinity && max == .infinity }

  /// Returns the opacity of the item `offset` items away from the center.
  package func alpha(at offset: Double) -> Double {
    let beyond = offset > max ? offset - max : offset < min ? min - offset : 0
    guard beyond > 0 else { return 1 }
    guard range > 0 else { return minAlpha }
    let alpha = 1 - Swift.min(beyond, range) / range * (1 - minAlpha)
    return alpha.isFinite ? alpha : minAlpha
  }
}
