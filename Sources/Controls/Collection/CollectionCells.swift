internal import Geometry
internal import Views

/// The cells of a collection that have views, in groups. A group has pixels of its own, which move when the content scrolls
/// or the cells change their places.
///
/// In a grid, each cell is a group. In a list, a group has several rows: in a tilted card, the sides at which two layers meet
/// take a large part of the time of a frame.
@MainActor
final class CollectionCells {
  /// The cells that a collection shows.
  struct Wanted {
    /// The items in sight.
    let items: [Int]
    /// The number of items in each group but the last.
    let itemsPerGroup: Int
    /// The number of all items.
    let count: Int
    /// Returns the frame of an item at rest, in the coordinates of the content.
    let frame: (Int) -> Rect
    /// Returns the content of a cell.
    let makeContent: (_ item: Int, _ reusing: View?) -> View

    /// Returns the items of a group.
    func items(ofGroup number: Int) -> Range<Int> {
      let first = number * itemsPerGroup
      return first..<first + max(min(itemsPerGroup, count - first), 0)
    }
  }

  /// The largest number of spare rows of a short list, unless one group has more. Views of other spare rows are released.
  private static let mostSpareRows = 8

  private var groups: [Int: CollectionCellGroup] = [:]
  private var spareGroups: [CollectionCellGroup] = []
  /// The groups of removed items, which fade out.
  private var leavingGroups: [CollectionCellGroup] = []
  private var itemsPerGroup = 1
  /// Called with the content of a cell that is no longer shown.
  var onEndDisplaying: ((View) -> Void)?

  /// Whether each group has one cell, whose number is that of its item.
  var isNumberedByItem: Bool { itemsPerGroup == 1 }

  /// The number of cells that have views.
  var viewCount: Int { (groups.values + spareGroups + leavingGroups).reduce(0) { $0 + $1.cells.count } }

  /// Returns the cell of an item; `nil` if it has no view.
  func cell(_ index: Int) -> CollectionCell? { groups[index / itemsPerGroup]?.cell(index) }

  /// Returns the group of an item; `nil` if it has no view.
  func group(of index: Int) -> CollectionCellGroup? { groups[index / itemsPerGroup] }

  /// The cells that have views and are not hidden.
  var shown: [CollectionCell] { groups.values.flatMap(\.cells).filter { !$0.isHidden } }

  /// Lays out new cells in the same frame, before they are painted.
  func layoutIfNeeded() { for group in groups.values { group.layoutIfNeeded() } }

  /// Makes all views spare. Their cells are loaded again before they are shown.
  func recycleAll() {
    for number in Array(groups.keys) { recycle(number) }
    for group in leavingGroups { makeSpare(group) }
    leavingGroups = []
  }

  /// Hides the cells from `count` on.
  func removeItems(from count: Int) {
    for group in groups.values {
      for cell in group.cells where cell.index >= count && !cell.isHidden {
        cell.isHidden = true
        if let content = cell.content { onEndDisplaying?(content) }
      }
    }
  }

  /// Loads the groups of the visible items, and makes the other groups spare, except those that move.
  func show(_ wanted: Wanted, in viewport: View) {
    if wanted.itemsPerGroup != itemsPerGroup {
      // With another number of items per group, no group can be reused.
      for group in groups.values { endDisplaying(group) }
      for group in groups.values + spareGroups + leavingGroups { group.removeFromSuperview() }
      (groups, spareGroups, leavingGroups, itemsPerGroup) = ([:], [], [], wanted.itemsPerGroup)
    }
    var needed = Set(wanted.items.map { $0 / itemsPerGroup })
    for (number, group) in groups where group.isHeld && number * itemsPerGroup < wanted.count {
      needed.insert(number)
    }
    for number in Array(groups.keys) where !needed.contains(number) { recycle(number) }
    for number in needed.sorted() {
      let group = groups[number] ?? takeSpareGroup(for: number)
      groups[number] = group
      group.isHidden = false
      if group.superview == nil { viewport.addSubview(group) }
      group.show(wanted.items(ofGroup: number), wanted.frame, makeContent: wanted.makeContent)
    }
    let spareLimit = max(Self.mostSpareRows / itemsPerGroup, groups.count / 4, 1)
    for group in spareGroups.dropFirst(spareLimit) { group.removeFromSuperview() }
    spareGroups.removeLast(max(spareGroups.count - spareLimit, 0))
  }

  /// Releases the views of the spare cells.
  func purge() {
    for group in spareGroups { group.removeFromSuperview() }
    spareGroups = []
  }

  /// Removes and returns a spare group: the one that showed the same items last, if there is one.
  private func takeSpareGroup(for number: Int) -> CollectionCellGroup {
    let first = number * itemsPerGroup
    let place = spareGroups.lastIndex { $0.cells.first?.index == first } ?? spareGroups.indices.last
    return place.map { spareGroups.remove(at: $0) } ?? CollectionCellGroup()
  }

  private func recycle(_ number: Int) {
    guard let group = groups.removeValue(forKey: number) else { return }
    endDisplaying(group)
    makeSpare(group)
  }

  /// Reports the contents of a group's cells.
  private func endDisplaying(_ group: CollectionCellGroup) {
    guard let onEndDisplaying else { return }
    for content in group.cells.compactMap({ $0.isHidden ? nil : $0.content }) { onEndDisplaying(content) }
  }

  private func makeSpare(_ group: CollectionCellGroup) {
    group.isHidden = true
    group.reset()
    spareGroups.append(group)
  }

  // MARK: Changes

  /// The places of cells on the screen before a change, with which ``move(from:by:_:)`` begins.
  struct Places {
    fileprivate var origins: [ObjectIdentifier: Point] = [:]
  }

  /// The places of all cells with views.
  var places: Places {
    Places(
      origins: Dictionary(uniqueKeysWithValues: groups.values.map { (ObjectIdentifier($0), $0.frame.origin) })
    )
  }

  /// Gives the cells the new indexes of their items. Removed items fade out if `animated`. There must be one item in each
  /// group.
  ///
  /// - Parameter newIndex: Returns the new index of an item; `nil` if it is removed.
  func renumber(animated: Bool, _ newIndex: (Int) -> Int?) {
    let old = groups
    groups = [:]
    // The spare cells show items of the former numbers.
    for group in spareGroups { for cell in group.cells { cell.index = -1 } }
    for (number, group) in old.sorted(by: { $0.key < $1.key }) {
      if let index = newIndex(number) {
        groups[index] = group
        group.cells.first?.index = index
        continue
      }
      endDisplaying(group)
      if animated {
        group.leave()
        leavingGroups.append(group)
      } else {
        group.cells.first?.index = -1
        makeSpare(group)
      }
    }
  }

  /// Requests the content of a cell again.
  func reload(_ index: Int) { group(of: index)?.isLoaded = false }

  /// Moves the cells from their places before a change to their new ones. Cells that are new stay where they are.
  ///
  /// - Parameters:
  ///   - shift: The distance by which the content has scrolled with the change, in points.
  ///   - frame: Returns the new frame of an item.
  func move(from places: Places, by shift: Double, _ frame: (Int) -> Rect) {
    for (number, group) in groups where !group.isLifted {
      guard let old = places.origins[ObjectIdentifier(group)] else { continue }
      group.move(from: Point(x: old.x, y: old.y + shift) - frame(number).origin)
    }
    for group in leavingGroups { group.frame.origin.y += shift }
  }

  /// Lets a cell that has come into sight begin at a distance from its place.
  func enter(_ index: Int, from displacement: Point?) {
    guard let group = group(of: index) else { return }
    if let displacement { group.move(from: displacement) } else { group.appear() }
  }

  /// Advances the motions. Returns whether one of them goes on.
  func advance(to now: Timestamp, _ frame: (Int) -> Rect) -> Bool {
    var isMoving = false
    for (number, group) in groups where group.isMoving {
      if group.advance(to: now) { isMoving = true }
      group.place(at: frame(number))
    }
    for group in leavingGroups where !group.advance(to: now) { makeSpare(group) }
    leavingGroups.removeAll { $0.isHidden }
    return isMoving || !leavingGroups.isEmpty
  }

  /// Whether a cell moves or fades.
  var isMoving: Bool { !leavingGroups.isEmpty || groups.values.contains(where: \.isMoving) }

  /// Ends all motions.
  func stopMotions() {
    for group in leavingGroups { makeSpare(group) }
    leavingGroups = []
    for group in groups.values { group.endMotion() }
  }
}
