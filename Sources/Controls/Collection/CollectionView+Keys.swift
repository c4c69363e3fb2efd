internal import Input
@_spi(Subclassing) internal import Views

/// Keys.
extension CollectionView {
  /// The response to a key of the focused view.
  enum KeyResponse {
    /// The key has had an effect, or must have none.
    case handled
    /// The key does nothing in the collection, and goes on to its superviews.
    case ignored
    /// The scroll view may handle the key.
    case scrolls
  }

  /// Handles a key while the view has the focus and the user can select items.
  func handleKey(_ key: KeyPress) -> KeyResponse {
    let isModified = allowsMultipleSelection && key.modifiers.subtracting([.shift, .control]).isEmpty
    if isModified, key.modifiers == .control, key.latinSymbol == "a" {
      changeSelectionByUser { $0.selectAll(numberOfItems) }
      return .handled
    }
    if let step = CollectionArrangement.Step(
      key.symbol, in: self, hasColumns: collectionLayout.columns != .count(1))
    {
      if key.modifiers == .alt { return moveItem(step) ? .handled : .scrolls }
      guard !key.isShortcut || isModified else { return .scrolls }
      return moveCursor(step, key.modifiers) ? .handled : .ignored
    }
    guard !key.isShortcut || isModified else { return .scrolls }
    switch key.symbol {
    case .return, .keypadEnter:
      guard let cursor = selection.cursor ?? selection.first, !key.isRepeat, !key.isShortcut else {
        return .ignored
      }
      activate(cursor)
      return .handled
    case .space:
      guard allowsMultipleSelection, let cursor = selection.cursor else { return .scrolls }
      if !key.isRepeat { changeSelectionByUser { $0.toggle(cursor) } }
      return .handled
    case .escape:
      guard allowsMultipleSelection, !selection.indexes.isEmpty, !isSelectionOfCursor else { return .scrolls }
      changeSelectionByUser { $0.clear() }
      return .handled
    default: return .scrolls
    }
  }

  /// Whether only the item with the cursor is selected, as after an arrow key. Escape is then left to the superviews, which may go
  /// back.
  private var isSelectionOfCursor: Bool {
    !isSelecting && selection.count == 1 && selection.first == selection.cursor
  }

  /// Moves the item with the cursor for the user.
  private func moveItem(_ step: CollectionArrangement.Step) -> Bool {
    guard let item = selection.cursor, contents.moveItem(item, step) else { return false }
    if let cursor = selection.cursor { scrollToItem(cursor, animated: false) }
    return true
  }

  /// Moves the cursor, and the selection with it. Returns whether it has moved.
  private func moveCursor(_ step: CollectionArrangement.Step, _ modifiers: KeyModifiers) -> Bool {
    layoutIfNeeded()
    let next: Int
    if let cursor = selection.cursor ?? selection.first {
      next = contents.item(step, from: cursor)
      guard next != cursor else { return false }
    } else {
      switch step {
      case .last: next = numberOfItems - 1
      case .next, .down, .pageDown: next = visibleIndexes.first ?? 0
      case .first, .previous, .up, .pageUp: next = 0
      }
    }
    if allowsMultipleSelection, modifiers.contains(.shift) {
      changeSelectionByUser { $0.extend(to: next, keeping: modifiers.contains(.control)) }
    } else if modifiers.contains(.control) {
      changeSelection { $0.moveCursor(to: next) }
    } else {
      select(next)
    }
    scrollToItem(next, animated: false)
    return true
  }
}
