internal import CarouselUI
import CommandLineText
internal import PhotoBrowsing
internal import Photos

/// Saves the rotation of the current photo.
extension PhotoBrowser {
  func handleRotation() {
    for (command, input) in [
      (PhotoCommands.rotate, BrowserInput.rotate(1)), (PhotoCommands.rotateBack, .rotate(-1)),
      (PhotoCommands.mirror, .mirror), (PhotoCommands.background, .nextBackground),
    ] {
      single.handle(command) { [weak self] in self?.apply(input) }
    }
    single.handle(
      PhotoCommands.saveRotation, isEnabled: { [weak self] in self?.state.orientation != .upright },
      action: { [weak self] in self?.saveRotation() })
    single.handle(
      PhotoCommands.undo, isEnabled: { [weak self] in self?.rotationSaver.canUndo == true },
      action: { [weak self] in self?.undoRotation() })
    for (command, x, y) in PhotoCommands.moves {
      single.handle(
        command, isEnabled: { [weak self] in self?.single.isZoomed == true },
        action: { [weak self] in self?.single.scroll(x: x, y: y) })
    }
    let isAnimated = { [weak self] in self?.single.isAnimated == true }
    single.handle(
      PhotoCommands.playPause, isEnabled: isAnimated, action: { [weak self] in self?.single.togglePlaying() })
    single.handle(
      PhotoCommands.nextFrame, isEnabled: isAnimated, action: { [weak self] in self?.single.showFrame(by: 1) }
    )
    single.handle(
      PhotoCommands.previousFrame, isEnabled: isAnimated,
      action: { [weak self] in self?.single.showFrame(by: -1) })
  }

  /// Saves the rotation of the current photo.
  ///
  /// - Parameter completion: Called with `nil`, or with a sentence that says why it was not saved.
  func saveRotation(completion: @escaping @MainActor (String?) -> Void = { _ in }) {
    guard let photo = state.currentPhoto else { return completion("There is no photo.") }
    let (orientation, name) = (state.orientation, DisplayText.printable(photo.photo.name))
    rotationSaver.save(photo, shownWith: orientation) { [weak self] result in
      guard let self else { return completion("The window is closed.") }
      switch result {
      case .success:
        // The view may have been rotated further meanwhile.
        apply(
          .orientationSaved(photo.id, view: orientation.inverse.followed(by: state.orientation(of: photo.id)))
        )
        content.show(
          ToastView("The rotation of “\(name)” was saved.", action: "Undo") { [weak self] in
            self?.undoRotation()
          })
        completion(nil)
      case .failure(let failure):
        content.show(ToastView(failure.sentence))
        completion(failure.sentence)
      }
    }
  }

  private func undoRotation() {
    rotationSaver.undo { [weak self] result in
      guard let self else { return }
      switch result {
      case .success(let photo):
        if let id = state.photos.first(where: { $0.photo == photo })?.id {
          apply(.orientationSaved(id, view: .upright))
        }
        content.show(ToastView("“\(DisplayText.printable(photo.name))” has its former rotation again."))
      case .failure(let failure): content.show(ToastView(failure.sentence))
      }
    }
  }
}
