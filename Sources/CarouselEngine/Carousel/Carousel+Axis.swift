public import Geometry

/// The axis and the direction of the carousel.
extension Carousel {
  /// The side on which a horizontal carousel begins; by default the left. The property has no effect on a
  /// vertical carousel.
  ///
  /// With right-to-left direction everything is mirrored: positions, rotations, and the effect of fingers and
  /// touchpads. The content of the views, ``viewpointOffset`` and ``contentOffset`` are not mirrored.
  ///
  /// Beyond iCarousel; UIView: `semanticContentAttribute`; Embla: `direction`.
  public var layoutDirection: LayoutDirection {
    get { core.layout.settings.axis.direction }
    set { change { $0.axis.direction = newValue } }
  }

  /// The angle by which the scroll axis is turned on the screen, in radians, clockwise if positive; by
  /// default 0.
  ///
  /// A horizontal carousel whose axis is turned by π/2 has the frames of a vertical carousel. Views stay
  /// upright in a linear layout, and the covers of a cover flow turn about the line perpendicular to the
  /// axis. With right-to-left direction, the turned layout is mirrored.
  ///
  /// Beyond iCarousel.
  public var axisAngle: Double {
    get { core.layout.settings.axis.angle }
    set { change { $0.axis.angle = newValue.finite(or: $0.axis.angle) } }
  }

  /// The direction on the screen in which indexes increase, as a unit vector. It is (1, 0) unless the
  /// carousel is vertical, turned or runs from right to left.
  public var forwardDirection: Point { core.layout.settings.axis.forward }
}
