/// The treatment of views that enter or leave the visible range during an edit.
enum EditStyle: Sendable {
  /// A single insertion, removal or reload, as in iCarousel. The view of an inserted item is requested at
  /// once. Items that an animated insertion pushes out of the visible range stay loaded until its end. Items
  /// that enter the visible range appear at once.
  case single
  /// A batch, or a move: items slide into the visible range and out of it.
  case batch
}
