package import CarouselUI
internal import PhotoBrowsing

/// Connects the parts of the window around the pages: the header, the menus, the strip and the panel.
extension PhotoBrowser {
  /// Handles the commands of the parts, and opens the context menu.
  func handleParts() {
    for (part, command) in [
      (BrowserState.Part.header, PhotoCommands.header), (.strip, PhotoCommands.strip),
      (.panel, PhotoCommands.panel), (.name, PhotoCommands.name),
    ] {
      content.handle(
        command,
        isEnabled: { [weak self] in
          switch part {
          case .strip: self?.state.current != nil && [.carousel, .single].contains(self?.state.page)
          case .panel: self?.state.current != nil
          case .header, .name, .thumbnailNames: true
          }
        },
        isChecked: { [weak self] in self?.state.parts.contains(part) == true },
        action: { [weak self] in
          if let self { apply(.setPart(part, !state.parts.contains(part))) }
        })
    }
    content.handle(
      PhotoCommands.whole, isEnabled: { [weak self] in self?.state.current != nil },
      isChecked: { [weak self] in self?.state.page == .single },
      action: { [weak self] in
        guard let self else { return }
        if state.page == .single { apply(.closePage) } else { content.perform(PhotoCommands.open) }
      })
    content.handle(PhotoCommands.openFolder) { [weak self] in self?.onOpenFolder?() }
    content.handle(PhotoCommands.menu) { [weak self] in self?.openMenu() }
    content.contextMenu = { [weak self] _ in self?.menuItems ?? [] }
    parts.header.menu = { [weak self] in self?.menuItems ?? [] }
    parts.onInput = { [weak self] in self?.apply($0) }
    parts.onStripRest = { [weak self] in self?.showState() }
    parts.isShowPaused = { [weak self] in self?.slideshow.isPaused == true }
    parts.onTryAgain = { [weak self] in self?.loadFailedAgain() }
  }

  /// The items of the menus on the shown page.
  package var menuItems: [MenuItem] { BrowserMenu.items(on: state.page, target: commandTarget) }

  /// The strip of thumbnails; `nil` while it is hidden.
  package var strip: PhotoStrip? { parts.shownStrip }

  private func openMenu() {
    // A request can ask for the menu again, or while a dialog is in front of the window.
    guard ui.openPopups.isEmpty, content.tree?.modalView == nil else { return }
    if !parts.openMenu() {
      content.present(MenuView(menuItems), at: Rect(x: 12, y: 12, width: 1, height: 1))
    }
  }
}
