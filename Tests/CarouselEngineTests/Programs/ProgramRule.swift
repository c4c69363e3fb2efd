/// The rules that each program must keep.
enum ProgramRule: String, CaseIterable, Sendable {
  /// The carousel comes to rest in ten seconds, and nothing is held then.
  case rest
  /// The carousel rests at an item, at the start of a page or at an end.
  case place
  /// If two frames differ in the offset, `didScroll` was called between them.
  case didScroll
  /// A change of the current item is reported, and before `didSettle`.
  case index
  /// Each motion settles once.
  case settle
  /// The begin and the end of an activity come in pairs, and a drag goes on while its contact is down.
  case pairs
  /// All numbers are finite.
  case finite
  /// The offset and the index are in the range of the items.
  case range
  /// The views show the items of the data source, and only existing items are requested.
  case content
  /// No view is twice in a frame, and all views are released with the carousel.
  case views
  /// Each completion is called once.
  case completions
  /// A frame without need calls nothing and shows the same picture.
  case needsFrame
  /// The replay of the journal makes the same frames.
  case replay
  /// Linked carousels rest at the same place.
  case linked
}
