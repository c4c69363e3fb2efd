/// A number that adjusts a carousel's type; the delegate may return another value than the default.
///
/// iCarousel: `iCarouselOption`.
public enum CarouselOption: CaseIterable, Sendable {
  /// Whether the carousel wraps from the last item to the first; not 0 means yes. Default by type: rings yes,
  /// others no.
  case wrap
  /// Whether items show their backs; not 0 means yes. Default: yes, except `invertedCylinder` and
  /// single-sided views.
  case showBackfaces
  /// The distance that a drag scrolls, in item widths for each item width the finger travels. Default 1;
  /// cover flows 2.
  case offsetMultiplier
  /// The maximum number of views loaded at once, placeholders included, at most 100,000. Default by type and
  /// size.
  case visibleItems
  /// The number of positions on a ring. Default by size and item count.
  case count
  /// The part of the circle that `count` items take, in radians. Default 2π.
  case arc
  /// The step between two neighbors on a ring, in radians. Default `arc / count`.
  case angle
  /// The radius of a ring, in points. Default: items touch.
  case radius
  /// The angle at which covers turn away (cover flows, default 0.9) or a stack leans (time machines, default
  /// 0.3).
  case tilt
  /// The distance between neighbors, in item widths. Default 1; cover flows 0.25.
  case spacing
  /// The negative offset at which items begin to fade. Default −∞; `invertedTimeMachine` 0.
  case fadeMin
  /// The positive offset at which items begin to fade. Default ∞; `timeMachine` 0.
  case fadeMax
  /// The distance over which an item fades, in item widths; 0 is a step. Default 1.
  case fadeRange
  /// The alpha that remains after fading, in `0...1`. Default 0.
  case fadeMinAlpha
}
