/// The parts of the state that are out of date: the layout, the visible items, the last frame.
struct Staleness: Sendable {
  /// Whether bounds, data, delegate or settings have changed since the last layout.
  private(set) var needsLayout = true
  /// Whether the last frame is out of date.
  private(set) var needsFrame = true
  /// Whether the visible items are out of date at any scroll offset.
  private var needsVisibleItems = false
  /// The number of the scroller's commits that the visible items reflect.
  private var knownCommits = 0

  /// Whether the visible items are out of date.
  func needsVisibleItems(commits: Int) -> Bool { needsVisibleItems || knownCommits != commits }

  mutating func setNeedsLayout() { (needsLayout, needsFrame) = (true, true) }

  mutating func setNeedsFrame() { needsFrame = true }

  mutating func setNeedsVisibleItems() { needsVisibleItems = true }

  /// Marks the layout as up to date, because it is being resolved.
  mutating func beginLayout() { needsLayout = false }

  /// Marks the visible items as up to date with the first `commits` commits of the scroller.
  mutating func takeVisibleItems(commits: Int) { (needsVisibleItems, knownCommits) = (false, commits) }

  /// Marks the last frame as up to date.
  mutating func takeFrame() { needsFrame = false }
}
