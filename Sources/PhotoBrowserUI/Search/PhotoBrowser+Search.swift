internal import CarouselUI
internal import PhotoBrowsing
internal import PhotoLibrary

/// Finds photos by their names and dates, sorts them, and changes the size of their thumbnails.
extension PhotoBrowser {
  func handleSearch() {
    let canFind = { [weak self] in self?.state.current != nil && self?.state.page != .slideshow }
    content.handle(
      PhotoCommands.find, isEnabled: canFind, action: { [weak self] in self?.apply(.beginSearch) })
    for (command, step) in [(PhotoCommands.findNext, 1), (PhotoCommands.findPrevious, -1)] {
      content.handle(
        command, isEnabled: { [weak self] in self?.state.canFindNext == true },
        action: { [weak self] in self?.apply(.findNext(step)) })
    }
    gridPage.handle(
      PhotoCommands.names, isChecked: { [weak self] in self?.state.parts.contains(.thumbnailNames) == true },
      action: { [weak self] in
        if let self { apply(.setPart(.thumbnailNames, !state.parts.contains(.thumbnailNames))) }
      })
    for (command, isLarger) in [(PhotoCommands.zoomIn, true), (PhotoCommands.zoomOut, false)] {
      gridPage.handle(
        command, isEnabled: { [weak self] in self?.gridPage.grid.width(larger: isLarger) != nil },
        action: { [weak self] in
          guard let grid = self?.gridPage.grid, let width = grid.width(larger: isLarger) else { return }
          grid.thumbnailWidth = width
        })
    }
    searchBar.field.onChange = { [weak self] in self?.apply(.find($0)) }
    searchBar.onEnd = { [weak self] in self?.apply(.endSearch) }
    searchBar.onSubmit = { [weak self] in
      // The first match is shown when its date has been read.
      if let self, state.search?.awaitsMatch != true { apply(.endSearch) }
    }
    for (key, command) in PhotoCommands.orders {
      content.handle(
        command, isChecked: { [weak self] in self?.state.order.key == key },
        action: { [weak self] in
          if let self { apply(.sort(PhotoOrder(key, isReversed: state.order.isReversed))) }
        })
    }
    content.handle(
      PhotoCommands.reverse, isChecked: { [weak self] in self?.state.order.isReversed == true },
      action: { [weak self] in
        if let self { apply(.sort(PhotoOrder(state.order.key, isReversed: !state.order.isReversed))) }
      })
  }

  /// Shows the field of the search with the focus in it, or hides it.
  func setSearch(_ isShown: Bool) {
    guard isShown else {
      let hadFocus = content.tree?.focus.focusedView?.isDescendant(of: searchBar) == true
      content.searchBar = nil
      if hadFocus { shownPage?.takeFocus() }
      return
    }
    if content.searchBar == nil {
      searchBar.field.text = ""
      content.searchBar = searchBar
    }
    searchBar.field.becomeFocused()
  }

  /// Shows how many photos were found.
  func showSearch() {
    if let search = state.search { searchBar.show(result: state.searchResult, isComplete: !search.isReading) }
  }
}
