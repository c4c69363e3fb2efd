/// How an edit treats views that come into sight and go out of it.
enum EditStyle: Sendable {
  /// A single insertion, removal or reload, as in iCarousel: the view of an inserted item is asked for at once, what an
  /// animated insertion pushes out of sight stays loaded until the end, and what comes into sight is there at once.
  case single
  /// A batch, or a move: items slide into sight and out of it.
  case batch
}
