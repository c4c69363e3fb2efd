/// How far a view is from being visible. The cache evicts the farthest views first.
///
/// The cases are in ascending order. Within a case, the associated value decides.
enum ViewDistance: Comparable {
  /// The frame shows the view.
  case shown
  /// A carousel has the view loaded, but the frame does not show it.
  ///
  /// The value is the predicted distance from the center, in items, because views near the center become
  /// visible first. On a ring, it is measured along the shorter way.
  case loaded(items: Double)
  /// No carousel has the view loaded: the view is kept for reuse, or its item is far away.
  ///
  /// The value is the number of frames since the view was last loaded. When a user scrolls back, the views that
  /// were unloaded last become visible first.
  case unloaded(frames: Int)

  /// Whether a carousel has the view loaded, whether it is visible or not.
  var isLoaded: Bool {
    if case .unloaded = self { false } else { true }
  }
}
