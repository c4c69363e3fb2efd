internal import Glibc

/// The radius of a ring of items, and the angle between two of them.
package struct RingFigures: Hashable, Sendable {
  /// In points; negative is seen from inside.
  package var radius: Double
  /// The angle between neighbours, in radians; negative turns the other way.
  package var step: Double

  package init(radius: Double, step: Double) {
    self.radius = radius
    self.step = step
  }

  /// The same ring seen from inside.
  package var inverted: RingFigures { RingFigures(radius: -radius, step: -step) }

  /// Returns the radius at which neighbours of `width` points touch when `count` of them take `arc` radians.
  static func touching(width: Double, arc: Double, count: Double) -> Double {
    width / 2 / tan(arc / 2 / count)
  }
}
