/// The way in which views enter and leave the visible range during an edit.
enum EditStyle: Sendable {
  /// A single insertion, removal or reload, as in iCarousel. The view of an inserted item is requested
  /// immediately. Items that an animated insertion pushes out of the visible range stay loaded until the
  /// animation ends. Items that enter the visible range appear without animation.
  case single
  /// A batch, or a move. Items slide into the visible range and out of it.
  case batch
}
