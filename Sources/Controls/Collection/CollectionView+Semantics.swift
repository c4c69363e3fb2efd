internal import Views

/// The meaning of a collection view for assistive technologies.
extension CollectionView {
  /// The role of the view and its parts: a grid of the items in sight; a list if there is one column.
  func describe(_ semantics: inout Semantics) {
    let isList = collectionLayout.columns == .count(1)
    semantics.role = isList ? .list : .grid
    let visible = Set(contents.visibleItems)
    let shown = contents.shownCells.filter { visible.contains($0.index) && $0.content != nil }
    var parts = shown.map { (item: $0.index, order: 0, part: part(of: $0, isList ? .listItem : .gridCell)) }
    for (section, header) in contents.shownHeaders {
      let title = Semantics(.heading, label: header.text)
      // The header is before the first item of its section, and after the header of an empty section.
      parts.append(
        (
          contents.firstItem(ofSection: section), section - Int.max / 2,
          AccessibilityPart(-1 - section, area: .view(header), title)
        ))
    }
    parts.sort { ($0.item, $0.order) < ($1.item, $1.order) }
    semantics.children = .parts(parts.map(\.part))
  }

  private func part(of cell: CollectionCell, _ role: AccessibilityRole) -> AccessibilityPart {
    let index = cell.index
    var semantics = Semantics(role, children: .subviews)
    semantics.position = AccessibilityPosition(index: index, count: numberOfItems)
    if allowsSelection {
      semantics.states = selection.contains(index) ? [.selectable, .selected] : .selectable
      if hasCursorRing, isFocused, selection.cursor == index { semantics.states.insert(.focused) }
      semantics.actions = [
        AccessibilityAction(.activate) { [weak self] in
          guard let self else { return }
          activatesOnSingleClick ? activate(index) : select(index)
        }
      ]
      if allowsMultipleSelection {
        semantics.actions.append(
          AccessibilityAction(.custom("toggle")) { [weak self] in
            self?.changeSelectionByUser { $0.toggle(index) }
          })
      }
      if onActivate != nil, !activatesOnSingleClick {
        semantics.actions.append(
          AccessibilityAction(.custom("open")) { [weak self] in self?.activate(index) })
      }
    }
    return AccessibilityPart(index, area: .view(cell), semantics)
  }
}
