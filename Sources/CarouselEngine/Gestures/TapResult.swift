/// What became of a tap.
public enum TapResult: Hashable, Sendable {
  /// The item with this index was selected.
  case selected(Int)
  /// It was the second of two quick taps on the item with this index, and the delegate has heard of it.
  case doubleTapped(Int)
  /// The tap only stopped a motion; nothing is selected.
  case stoppedMotion
  /// No item was hit, or one that was removed or reloaded before its selection was notified; the carousel aligns with the
  /// current one.
  case aligned
  /// The tap is not the carousel's: the delegate declined, so it belongs to whoever is behind.
  case notTaken
}
