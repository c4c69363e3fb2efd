internal import Geometry
internal import Views

/// The rows of a list that have views, in groups. A group has pixels of its own, which move when the list scrolls.
///
/// In a tilted card, the sides at which two layers meet take a large part of the time of a frame. Groups of several rows
/// have fewer such sides than single rows.
@MainActor
final class ListRows {
  /// The rows that a list shows.
  struct Wanted: Equatable {
    let visible: Range<Int>
    let count: Int
    /// In points.
    let rowHeight, width: Double

    /// Higher groups contain more invisible rows.
    private static let groupHeight = 160.0  // points
    private static let mostRowsPerGroup = 8

    /// The number of rows in each group but the last.
    var rowsPerGroup: Int {
      let rows = Int(exactly: (Self.groupHeight / rowHeight).rounded(.down)) ?? 1
      return min(max(rows, 1), Self.mostRowsPerGroup)
    }

    /// The numbers of the groups that contain visible rows.
    var groups: Range<Int> {
      guard !visible.isEmpty else { return 0..<0 }
      return visible.lowerBound / rowsPerGroup..<(visible.upperBound - 1) / rowsPerGroup + 1
    }

    /// Returns the rows of a group.
    func rows(ofGroup number: Int) -> Range<Int> {
      let first = number * rowsPerGroup
      return first..<min(first + rowsPerGroup, count)
    }
  }

  /// The largest number of spare rows, unless one group has more. Views of other spare rows are released.
  private static let mostSpareRows = 8

  private var groups: [Int: ListRowGroup] = [:]
  private var spareGroups: [ListRowGroup] = []
  private var rowsPerGroup = 1

  /// The number of rows that have views.
  var viewCount: Int { (groups.values + spareGroups).reduce(0) { $0 + $1.rows.count } }

  /// Returns the row with `index`; `nil` if it has no view.
  func row(_ index: Int) -> ListRow? { groups[index / rowsPerGroup]?.row(index) }

  /// The rows that have views and are not hidden.
  var shown: [ListRow] { groups.values.flatMap(\.rows).filter { !$0.isHidden } }

  /// Lays out new rows in the same frame, before they are painted.
  func layoutIfNeeded() { for group in groups.values { group.layoutIfNeeded() } }

  /// Makes all views spare. Their rows are loaded again before they are shown.
  func recycleAll() { for number in Array(groups.keys) { recycle(number) } }

  /// Removes the rows from `count` on.
  func removeRows(from count: Int) {
    for group in groups.values { for row in group.rows where row.index >= count { row.isHidden = true } }
  }

  /// Loads the groups of the visible rows, and makes the other groups spare.
  func show(
    _ wanted: Wanted, in viewport: View, makeRow: (_ index: Int, _ reusing: View?) -> View
  ) {
    if wanted.rowsPerGroup != rowsPerGroup {
      // With another number of rows per group, no group can be reused.
      for group in groups.values + spareGroups { group.removeFromSuperview() }
      (groups, spareGroups, rowsPerGroup) = ([:], [], wanted.rowsPerGroup)
    }
    let needed = wanted.groups
    for number in Array(groups.keys) where !needed.contains(number) { recycle(number) }
    for number in needed {
      let group = groups[number] ?? takeSpareGroup(for: number)
      groups[number] = group
      group.isHidden = false
      if group.superview == nil { viewport.addSubview(group) }
      let rows = wanted.rows(ofGroup: number)
      let height = wanted.rowHeight
      group.frame = Rect(
        x: 0, y: height * Double(rows.lowerBound), width: wanted.width, height: height * Double(rows.count))
      group.show(rows, rowHeight: height, makeRow: makeRow)
    }
    let spareLimit = max(Self.mostSpareRows / rowsPerGroup, 1)
    for group in spareGroups.dropFirst(spareLimit) { group.removeFromSuperview() }
    spareGroups.removeLast(max(spareGroups.count - spareLimit, 0))
  }

  /// Releases the views of the spare rows.
  func purge() {
    for group in spareGroups { group.removeFromSuperview() }
    spareGroups = []
  }

  /// Removes and returns a spare group: the one that showed the same rows last, if there is one.
  private func takeSpareGroup(for number: Int) -> ListRowGroup {
    let first = number * rowsPerGroup
    let place = spareGroups.lastIndex { $0.rows.first?.index == first } ?? spareGroups.indices.last
    return place.map { spareGroups.remove(at: $0) } ?? ListRowGroup()
  }

  private func recycle(_ number: Int) {
    guard let group = groups.removeValue(forKey: number) else { return }
    group.isHidden = true
    group.isLoaded = false
    spareGroups.append(group)
  }
}

/// Rows of a list that are painted together.
final class ListRowGroup: ContainerView {
  /// The views of the rows, the last ones of which may be hidden.
  private(set) var rows: [ListRow] = []
  /// Whether the contents of the rows are those that the list wants.
  var isLoaded = false

  init() {
    super.init()
    isLayered = true
  }

  /// Returns the row with `index`, unless it is not shown.
  func row(_ index: Int) -> ListRow? { rows.first { $0.index == index && !$0.isHidden } }

  /// Shows the rows in `range`, and requests the contents of those that are not loaded.
  func show(_ range: Range<Int>, rowHeight: Double, makeRow: (_ index: Int, _ reusing: View?) -> View) {
    // `makeRow` may reload the list, which sets `isLoaded` to `false`.
    let wasLoaded = isLoaded
    isLoaded = true
    for (place, index) in range.enumerated() {
      if place == rows.count {
        let row = ListRow()
        rows.append(row)
        addSubview(row)
      }
      let row = rows[place]
      row.frame = Rect(
        x: 0, y: rowHeight * Double(place), width: size.width, height: rowHeight)
      if wasLoaded, row.index == index, !row.isHidden { continue }
      row.content = makeRow(index, row.content)
      if row.index != index {
        discardPixels()
        tree?.focus.forget(row)
      }
      row.index = index
      row.isHidden = false
    }
    for row in rows.dropFirst(range.count) { row.isHidden = true }
  }
}
