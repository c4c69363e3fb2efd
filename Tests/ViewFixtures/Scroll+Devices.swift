package import Geometry
package import Views

extension Scroll {
  /// Returns a turn of a wheel.
  package static func wheel(_ notches: Point, distance: Point = .zero) -> Scroll {
    Scroll(
      source: .wheel, horizontal: Motion(distance: distance.x, notches: notches.x),
      vertical: Motion(distance: distance.y, notches: notches.y))
  }

  /// Returns a movement of fingers on a touchpad.
  package static func touchpad(_ distance: Point) -> Scroll {
    Scroll(
      source: .finger, horizontal: Motion(distance: distance.x), vertical: Motion(distance: distance.y))
  }

  /// The fingers are lifted from a touchpad.
  package static let touchpadEnd = Scroll(
    source: .finger, horizontal: Motion(isStop: true), vertical: Motion(isStop: true))
}
