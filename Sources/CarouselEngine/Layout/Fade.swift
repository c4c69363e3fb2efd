/// The opacity of items by their distance from the center.
///
/// iCarousel: `alphaForItemWithOffset:`.
package struct Fade: Hashable, Sendable {
  /// The negative offset at which items begin to fade, in items.
  package var min = -Double.infinity
  /// The positive offset at which items begin to fade, in items.
  package var max = Double.infinity
  /// The distance over which items fade, in items; 0 is a step.
  package var range = 1.0
  /// The alpha that remains after fading.
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
