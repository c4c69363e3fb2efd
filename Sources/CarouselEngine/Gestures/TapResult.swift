/// The result of a tap.
public enum TapResult: Hashable, Sendable {
  /// The item with this index was selected.
  case selected(Int)
  /// The tap was the second tap of a double tap on the item with this index, and the delegate handled the
  /// double tap.
  case doubleTapped(Int)
  /// The tap only stopped a motion. No item was selected.
  case stoppedMotion
  /// No item was hit, or the item was removed or reloaded before the delegate was notified of its selection. The
  /// carousel snaps to the nearest item.
  case aligned
  /// The delegate declined the tap, so it belongs to the content behind the carousel.
  case notTaken
}
