internal import CarouselUI

/// The list of keys, a dialog in front of the window.
@MainActor
final class KeyHelp {
  private let window: View
  private var dialog: DialogView?
  /// Whether the slideshow pauses only because the list is in front of it.
  var hasPausedShow = false
  /// Called after the list was closed.
  var onClose: (() -> Void)?
  /// Returns whether a command can be performed now.
  var canChoose: ((Command) -> Bool)?
  /// Called with a command that the user has searched for and chosen, after the list was closed.
  var onChoose: ((Command) -> Void)?

  /// - Parameter window: The view in front of which the dialog is shown.
  init(in window: View) { self.window = window }

  /// Shows the keys of commands, with the focus in the search field.
  func show(_ sections: [KeyHelpView.Section]) {
    guard dialog == nil else { return }
    let help = KeyHelpView(sections)
    let dialog = DialogView("Keys", content: help)
    dialog.hasCloseButton = true
    dialog.onClose = { [weak self] in
      self?.dialog = nil
      self?.onClose?()
    }
    help.onChoose = { [weak self, weak dialog] command in
      guard let self, canChoose?(command) != false else { return }
      dialog?.close()
      onChoose?(command)
    }
    // The same key closes the dialog, unless it types a character into the field.
    dialog.handle(PhotoCommands.help) { [weak dialog] in dialog?.close() }
    self.dialog = dialog
    if window.present(dialog) { return }
    self.dialog = nil
    onClose?()
  }

  func hide() { dialog?.close() }
}
