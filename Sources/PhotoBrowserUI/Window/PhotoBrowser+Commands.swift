internal import CarouselUI
internal import PhotoBrowsing
internal import Photos

/// Connects the commands to the inputs of the state.
extension PhotoBrowser {
  /// Handles the commands of the window, and those of the pages.
  func handleCommands() {
    handleSteps()
    handlePhotos()
    handleViews()
    handleWindow()
    handleSinglePage()
    handleRotation()
    handleSlideshow()
  }

  /// Makes a command an input, by default for the whole window.
  ///
  /// - Parameter needsPhotos: Whether the command is disabled without photos.
  private func handle(
    _ command: Command, in page: View? = nil, _ input: BrowserInput, needsPhotos: Bool = true
  ) {
    (page ?? ui.contentView).handle(
      command, isEnabled: needsPhotos ? { [weak self] in self?.state.current != nil } : nil,
      action: { [weak self] in self?.apply(input) })
  }

  /// Handles a key of the carousel or of the thumbnails as a command, if it leads to another photo as soon as the photos have their
  /// places in the order. Returns whether it is one.
  func waitsForOrder(_ key: KeyPress) -> Bool {
    let view: View? =
      switch state.page {
      case .carousel: carouselPage.carouselView
      case .grid: gridPage.grid.collection
      case .single, .slideshow: nil
      }
    guard let view, !state.hasPlaces, key.phase != .released, content.tree?.focus.focusedView === view else {
      return false
    }
    // The view would move at once.
    switch key.symbol.withoutKeypad {
    case .home, .end: return content.performShortcut(key)
    case .left, .right: return !state.isSorted && content.performShortcut(key)
    default: return state.page == .carousel && !state.isSorted && content.performShortcut(key)
    }
  }

  /// Handles the steps to other photos, with the keys of the present layout direction.
  func handleSteps() {
    let steps: [(Command, View?, Int)] = [
      (PhotoCommands.previous, nil, -1), (PhotoCommands.next, nil, 1),
      (PhotoCommands.singlePrevious, single, -1), (PhotoCommands.singleNext, single, 1),
      (PhotoCommands.slideshowPrevious, slideshow, -1), (PhotoCommands.slideshowNext, slideshow, 1),
    ]
    for (command, page, count) in steps {
      handle(layoutDirection == .rightToLeft ? command.mirrored : command, in: page, .step(count))
    }
  }

  private func handlePhotos() {
    handle(PhotoCommands.backward, .step(-5))
    handle(PhotoCommands.forward, .step(5))
    handle(PhotoCommands.first, .first)
    handle(PhotoCommands.last, .last)
    let view = ui.contentView
    view.handle(
      PhotoCommands.open, isEnabled: { [weak self] in self?.state.current != nil },
      action: { [weak self] in
        guard let self else { return }
        if state.page == .carousel { carouselPage.finishMotion() }
        apply(.show(.single))
      })
    view.handle(
      PhotoCommands.copy, isEnabled: { [weak self] in self?.state.current != nil },
      action: { [weak self] in
        guard let self else { return }
        let selected = state.page == .grid ? gridPage.grid.selectedPhotos : []
        exchange.copy((selected.isEmpty ? state.currentPhoto.map { [$0] } ?? [] : selected).map(\.photo))
      })
  }

  private func handleViews() {
    let view = ui.contentView
    // On the other pages, the same keys zoom, or do nothing that can be seen.
    let isOnCarousel = { [weak self] in self?.state.page == .carousel && self?.state.current != nil }
    for (type, command) in PhotoCommands.types {
      view.handle(
        command, isEnabled: isOnCarousel, isChecked: { [weak self] in self?.carousel.type == type },
        action: { [weak self] in self?.carouselPage.show(type) })
    }
    view.handle(
      PhotoCommands.nextType, isEnabled: isOnCarousel,
      action: { [weak self] in self?.carouselPage.showNextType() })
    view.handle(
      PhotoCommands.vertical, isEnabled: isOnCarousel,
      isChecked: { [weak self] in self?.carousel.isVertical == true },
      action: { [weak self] in self?.carouselPage.toggleVertical() })
  }

  private func handleWindow() {
    let view = ui.contentView
    view.handle(
      PhotoCommands.fullscreen, isEnabled: { [weak self] in self?.state.page != .slideshow },
      isChecked: { [weak self] in self?.state.fillsScreen == true },
      action: { [weak self] in self?.apply(.toggleFullscreen) })
    view.handle(
      PhotoCommands.grid, isEnabled: { [weak self] in self?.state.current != nil },
      isChecked: { [weak self] in self?.state.page == .grid },
      action: { [weak self] in
        guard let self else { return }
        apply(state.page == .grid ? .closePage : .show(.grid))
      })
    handle(PhotoCommands.help, .toggleHelp, needsPhotos: false)
    help.onClose = { [weak self] in self?.helpDidClose() }
    help.canChoose = { [weak self] in self?.commandTarget.state(of: $0)?.isEnabled == true }
    help.onChoose = { [weak self] in self?.commandTarget.perform($0) }
    handle(PhotoCommands.dismiss, .dismiss, needsPhotos: false)
    handle(PhotoCommands.quit, .quit, needsPhotos: false)
  }

  private func handleSlideshow() {
    ui.contentView.handle(
      PhotoCommands.slideshow, isEnabled: { [weak self] in self?.state.current != nil },
      isChecked: { [weak self] in self?.state.page == .slideshow },
      action: { [weak self] in
        guard let self else { return }
        apply(state.page == .slideshow ? .closePage : .show(.slideshow))
      })
    slideshow.handle(PhotoCommands.slideshowPause) { [weak self] in self?.slideshow.togglePause() }
    for (command, isLonger) in [
      (PhotoCommands.slideshowLonger, true), (PhotoCommands.slideshowShorter, false),
    ] {
      slideshow.handle(command) { [weak self] in
        self?.setSlideshow { $0.interval = $0.interval(longer: isLonger) }
      }
    }
    for (seconds, command) in PhotoCommands.slideshowIntervals {
      ui.contentView.handle(
        command, isChecked: { [weak self] in self?.state.slideshow.interval == seconds },
        action: { [weak self] in self?.setSlideshow { $0.interval = seconds } })
    }
    ui.contentView.handle(
      PhotoCommands.slideshowRandom, isChecked: { [weak self] in self?.state.slideshow.isRandom == true },
      action: { [weak self] in self?.setSlideshow { $0.isRandom.toggle() } })
    for (transition, command) in PhotoCommands.slideshowTransitions {
      ui.contentView.handle(
        command, isChecked: { [weak self] in self?.state.slideshow.transition == transition },
        action: { [weak self] in self?.setSlideshow { $0.transition = transition } })
    }
  }

  /// Changes the settings of the slideshow for the user.
  private func setSlideshow(_ change: (inout SlideshowOptions) -> Void) {
    var options = state.slideshow
    change(&options)
    apply(.setSlideshow(options))
  }

  private func handleSinglePage() {
    handle(PhotoCommands.first, in: single, .first)
    handle(PhotoCommands.last, in: single, .last)
    handle(PhotoCommands.close, in: single, .closePage)
    for (command, zoom) in PhotoCommands.zooms { handle(command, in: single, .zoom(zoom)) }
    for (command, factor) in [(PhotoCommands.zoomIn, 1.25), (PhotoCommands.zoomOut, 0.8)] {
      single.handle(command) { [weak self] in
        if let self, let zoom = single.zoom(multipliedBy: factor) { apply(.zoom(zoom)) }
      }
    }
    single.handle(
      PhotoCommands.keepZoom, isChecked: { [weak self] in self?.state.keepsZoom == true },
      action: { [weak self] in self?.apply(.toggleKeepZoom) })
  }
}

extension Command {
  /// The command with the arrow keys of the other layout direction.
  fileprivate var mirrored: Command {
    var command = self
    command.shortcuts = shortcuts.map { shortcut in
      switch shortcut {
      case Shortcut(.left): Shortcut(.right)
      case Shortcut(.right): Shortcut(.left)
      default: shortcut
      }
    }
    return command
  }
}
