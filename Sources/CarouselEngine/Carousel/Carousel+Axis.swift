public import Geometry

/// Which way the carousel runs.
extension Carousel {
  /// Which side a horizontal carousel begins on; by default the left. Without effect on a vertical one.
  ///
  /// From right to left everything is the mirror image: places, rotations, and what a finger or a touchpad does. What the
  /// views show is not mirrored, and neither are ``viewpointOffset`` and ``contentOffset``.
  ///
  /// Beyond iCarousel; UIView: `semanticContentAttribute`; Embla: `direction`.
  public var layoutDirection: LayoutDirection {
    get { core.layout.settings.axis.direction }
    set { change { $0.axis.direction = newValue } }
  }

  /// How far the line that items follow is turned in the picture, in radians, clockwise if positive; by default 0.
  ///
  /// π/2 on a horizontal carousel is a vertical one. Views stay upright on a row, and a cover flow's covers turn about the
  /// line across the axis. From right to left, the turned picture is mirrored.
  ///
  /// Beyond iCarousel.
  public var axisAngle: Double {
    get { core.layout.settings.axis.angle }
    set { change { $0.axis.angle = newValue.finite(or: $0.axis.angle) } }
  }

  /// Where later items stand on the screen: a vector of length 1, (1, 0) unless the carousel is vertical, turned or runs from
  /// right to left.
  public var forwardDirection: Point { core.layout.settings.axis.forward }
}
