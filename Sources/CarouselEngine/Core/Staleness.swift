/// The parts of the state that are out of date: the layout, the visible items or the last frame.
struct Staleness: Sendable {
  /// Whether bounds, data, delegate or settings have changed since the last layout.
  private(set) var needsLayout = true
  /// Whether the last frame is out of date.
  private(set) var needsFrame = true
  /// Whether the visible items are out of date even at an unchanged scroll offset.
  private var needsVisibleItems = false
  /// The scroller's number of moves when the visible items were last updated.
  private var knownMoves = 0

  /// Whether the visible items are out of date.
  func needsVisibleItems(moves: Int) -> Bool { needsVisibleItems || knownMoves != moves }

  /// Makes the next frame ask the delegate for options and item width again.
  mutating func setNeedsLayout() { (needsLayout, needsFrame) = (true, true) }

  mutating func setNeedsFrame() { needsFrame = true }

  mutating func setNeedsVisibleItems() { needsVisibleItems = true }

  /// Marks the layout as up to date because resolving it begins now.
  mutating func beginLayout() { needsLayout = false }

  /// Marks the visible items as up to date. `moves` is the scroller's number of moves now.
  mutating func takeVisibleItems(moves: Int) { (needsVisibleItems, knownMoves) = (false, moves) }

  /// Marks the last frame as up to date.
  mutating func takeFrame() { needsFrame = false }
}
