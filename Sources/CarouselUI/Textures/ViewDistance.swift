/// How far a view is from being shown. The cache evicts the farthest views first.
///
/// The cases are in ascending order; within a case, the value decides.
enum ViewDistance: Comparable {
  /// The frame shows the view.
  case shown
  /// A carousel has the view loaded, but the frame does not show it.
  ///
  /// The value is the predicted distance from the center, in items: views near the center are shown first. On a
  /// ring, it is measured the shorter way round.
  case loaded(items: Double)
  /// No carousel has the view loaded: it waits for reuse, or its item is far away.
  ///
  /// The value is the number of frames since the view was last loaded. When a user scrolls back, the views
  /// unloaded last are shown first.
  case unloaded(frames: Int)

  /// Whether a carousel has the view loaded, shown or not.
  var isLoaded: Bool {
    if case .unloaded = self { false } else { true }
  }
}
