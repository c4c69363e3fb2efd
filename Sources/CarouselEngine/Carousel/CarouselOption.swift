/// A number that adjusts a carousel's type. The program or the delegate can replace its default.
///
/// iCarousel: `iCarouselOption`.
public enum CarouselOption: CaseIterable, Sendable {
  /// Whether the carousel wraps from the last item to the first: 0 means no, any other value means yes.
  /// Default: yes for rings, no for other types.
  case wrap
  /// Whether items show their backs: 0 means no, any other value means yes. Default: yes, except for
  /// `invertedCylinder` and single-sided views.
  case showBackfaces
  /// The distance that a drag scrolls, in item widths for each item width that the finger moves. Default: 2
  /// for cover flows, 1 for other types.
  case offsetMultiplier
  /// The maximum number of views loaded at the same time, placeholders included; at most 100,000. The default
  /// depends on the type and the carousel's size.
  case visibleItems
  /// The number of positions on a ring. The default depends on the carousel's size and the number of items.
  case count
  /// The part of the circle that `count` items occupy, in radians. Default 2π.
  case arc
  /// The angle between two neighbors on a ring, in radians. Default `arc / count`.
  case angle
  /// The radius of a ring, in points. Default: the radius at which neighbors touch.
  case radius
  /// For cover flows, the angle by which covers turn, as a fraction of a right angle; default 0.9. For time
  /// machines, the distance by which the stack leans for each item, in item widths; default 0.3.
  case tilt
  /// The distance between neighbors, in item widths. Default 1; cover flows 0.25.
  case spacing
  /// The negative offset at which items begin to fade. Default −∞; `invertedTimeMachine` 0.
  case fadeMin
  /// The positive offset at which items begin to fade. Default ∞; `timeMachine` 0.
  case fadeMax
  /// The distance over which an item fades, in items. At 0 the alpha changes abruptly. Default 1.
  case fadeRange
  /// The alpha that remains after fading, in `0...1`. Default 0.
  case fadeMinAlpha
}
