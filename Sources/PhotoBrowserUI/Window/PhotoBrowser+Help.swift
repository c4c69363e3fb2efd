internal import CarouselUI
internal import PhotoBrowsing

/// Shows the list of keys.
extension PhotoBrowser {
  /// The commands of all pages, those of the shown page first, with the keys that the pages handle at present.
  var helpSections: [KeyHelpView.Section] {
    PhotoCommands.groups(on: state.page).map { title, page, commands in
      let handled = (self.page(page) ?? content).availableCommands + content.availableCommands
      let byID = Dictionary(handled.map { ($0.id, $0) }) { first, _ in first }
      return KeyHelpView.Section(
        commands.filter { $0.id != PhotoCommands.help.id }.compactMap { byID[$0.id] }, title: title)
    }
  }

  func showHelp() {
    // The photos do not go on unseen.
    help.hasPausedShow = state.page == .slideshow && !slideshow.isPaused
    if help.hasPausedShow { slideshow.togglePause() }
    help.show(helpSections)
  }

  /// Continues after the list of keys was closed.
  func helpDidClose() {
    if state.isHelpShown { apply(.toggleHelp) }
    if help.hasPausedShow, state.page == .slideshow, slideshow.isPaused { slideshow.togglePause() }
    help.hasPausedShow = false
    restoreFocus()
  }
}
