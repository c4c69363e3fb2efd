/// What is out of date: the layout, the visible items, the last frame.
struct Staleness: Sendable {
  /// Whether bounds, data, delegate or settings have changed since the last layout.
  private(set) var needsLayout = true
  /// Whether the last frame is out of date.
  private(set) var needsFrame = true
  /// Whether the visible items are out of date, wherever the scroller is.
  private var needsVisibleItems = false
  /// The commits of the scroller that the visible items account for.
  private var knownCommits = 0

  /// Whether the visible items are out of date.
  func needsVisibleItems(commits: Int) -> Bool { needsVisibleItems || knownCommits != commits }

  mutating func setNeedsLayout() { (needsLayout, needsFrame) = (true, true) }

  mutating func setNeedsFrame() { needsFrame = true }

  mutating func setNeedsVisibleItems() { needsVisibleItems = true }

  /// The layout is being resolved.
  mutating func beginLayout() { needsLayout = false }

  /// The visible items account for the first `commits` commits of the scroller.
  mutating func takeVisibleItems(commits: Int) { (needsVisibleItems, knownCommits) = (false, commits) }

  /// A frame shows the state.
  mutating func takeFrame() { needsFrame = false }
}
