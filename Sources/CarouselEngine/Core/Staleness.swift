/// The parts of the state that are out of date: the layout, the visible items or the last frame.
struct Staleness: Sendable {
  /// Whether bounds, data, delegate or settings have changed since the last layout.
  private(set) var needsLayout = true
  /// Whether the last frame is out of date.
  private(set) var needsFrame = true
  /// Whether the visible items are out of date even at an unchanged scroll offset.
  private var needsVisibleItems = false
  /// The scroller's number of commits when the visible items were last updated.
  private var knownCommits = 0

  /// Whether the visible items are out of date.
  func needsVisibleItems(commits: Int) -> Bool { needsVisibleItems || knownCommits != commits }

  mutating func setNeedsLayout() { (needsLayout, needsFrame) = (true, true) }

  mutating func setNeedsFrame() { needsFrame = true }

  mutating func setNeedsVisibleItems() { needsVisibleItems = true }

  /// Marks the layout as up to date because resolving it begins now.
  mutating func beginLayout() { needsLayout = false }

  /// Marks the visible items as up to date. `commits` is the scroller's number of commits now.
  mutating func takeVisibleItems(commits: Int) { (needsVisibleItems, knownCommits) = (false, commits) }

  /// Marks the last frame as up to date.
  mutating func takeFrame() { needsFrame = false }
}
