/// The name of an option, with which a delegate replaces its value. ``CarouselOptions`` describes each option.
///
/// A delegate returns Boolean options as numbers: 0 means `false`, any other number means `true`.
///
/// iCarousel: `iCarouselOption`.
public enum CarouselOption: CaseIterable, Sendable {
  case wrap, showBackfaces, offsetMultiplier, visibleItems
  case count, arc, angle, radius
  case tilt, spacing
  case fadeMin, fadeMax, fadeRange, fadeMinAlpha
}
