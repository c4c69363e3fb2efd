internal import Input
internal import Views

/// The selection, as the application and the user change it.
extension CollectionView {
  /// The selected items. Setting it calls no closure. Invalid indexes are removed; without ``allowsMultipleSelection``, so are
  /// all but the first.
  ///
  /// UIKit: `indexPathsForSelectedItems`.
  public var selectedIndexes: RangeSet<Int> {
    get { selection.indexes }
    set {
      var valid = newValue.intersection(RangeSet(0..<max(numberOfItems, 0)))
      if !allowsMultipleSelection, let first = valid.ranges.first?.lowerBound {
        valid = RangeSet(first..<first + 1)
      }
      changeSelection { $0.replace(by: valid) }
    }
  }
  /// The index of the first selected item; `nil` for none. Setting it selects this item alone. An invalid index selects
  /// none. Setting the index calls no closure.
  public var selectedIndex: Int? {
    get { selection.first }
    set {
      changeSelection { selection in
        if let newValue, (0..<numberOfItems).contains(newValue) {
          selection.select(newValue)
        } else {
          selection = CollectionSelection()
        }
      }
    }
  }
  /// The item with the keyboard cursor, without a change of the selection; `nil` for none.
  ///
  /// GTK: the focus of `GtkGridView`.
  package var cursorIndex: Int? {
    get { selection.cursor }
    set {
      changeSelection { selection in
        if let newValue, (0..<numberOfItems).contains(newValue) {
          selection.moveCursor(to: newValue)
        } else {
          selection.removeCursor()
        }
      }
    }
  }
  /// Whether the user can select several items.
  var selectsSeveral: Bool { allowsSelection && allowsMultipleSelection }

  /// Changes the selection for the user.
  func changeSelectionByUser(_ change: (inout CollectionSelection) -> Void) {
    if changeSelection(change) { onSelectionChange?() }
  }

  /// Selects an item alone for the user.
  func select(_ index: Int) {
    guard (0..<numberOfItems).contains(index) else { return }
    changeSelectionByUser { $0.select(index) }
    if (0..<numberOfItems).contains(index) { onSelect?(index) }
  }

  func activate(_ index: Int) { if (0..<numberOfItems).contains(index) { onActivate?(index) } }

  /// Begins a selection with a long press.
  func beginSelecting(_ index: Int) {
    changeSelectionByUser { if !$0.contains(index) { $0.toggle(index) } }
    isSelecting = selectsSeveral && !selection.indexes.isEmpty
  }

  /// Handles a tap on an item.
  func tap(_ index: Int, _ contact: Contact) {
    guard (0..<numberOfItems).contains(index) else { return }
    let modifiers = contact.modifiers
    if allowsMultipleSelection, modifiers.contains(.shift) {
      changeSelectionByUser { $0.extend(to: index, keeping: modifiers.contains(.control)) }
    } else if allowsMultipleSelection, modifiers.contains(.control) || isSelecting {
      changeSelectionByUser { $0.toggle(index) }
    } else if activatesOnSingleClick {
      changeSelection { $0.moveCursor(to: index) }
      if contact.tapCount == 1 { activate(index) }
    } else {
      select(index)
      if contact.tapCount == 2 { activate(index) }
    }
  }

  /// Removes all items from the selection, because of a click beside the items.
  func clickBeside() { changeSelectionByUser { $0.clear() } }

  // MARK: Changes of the items

  /// Lets the selection and the gestures follow the items to their new indexes.
  ///
  /// - Parameter nearest: Returns the new index of an item or, if it is removed, of an item near it.
  func itemsDidMove(_ newIndex: (Int) -> Int?, nearest: (Int) -> Int?) {
    gestures.itemsDidChange(newIndex, map: { $0.mapped(newIndex) })
    changeSelection { $0.remap(newIndex, nearest: nearest) }
    contents.updateMarks()
  }

  /// Removes the items from `count` on from the selection and from the gestures, in a time that does not depend on their number.
  func itemsWereRemoved(from count: Int) {
    gestures.itemsDidChange({ $0 < count ? $0 : nil }, map: { $0.intersection(RangeSet(0..<count)) })
    changeSelection { selection in
      let cursor = selection.cursor
      selection.removeItems(from: count)
      if let cursor, cursor >= count, count > 0 { selection.moveCursor(to: count - 1) }
    }
    contents.updateMarks()
  }

  /// Returns the highlight of an item.
  func mark(of index: Int) -> CollectionCell.Mark {
    index == gestures.highlightedItem ? .pressed : selection.contains(index) ? .selected : .none
  }
}
