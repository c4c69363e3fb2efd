package import FoundationEssentials

/// The options of a file dialog.
package struct FileChooserOptions: Hashable, Sendable {
  /// The label of the button that confirms the dialog; `nil` lets the dialog choose. An underscore in the label marks
  /// the next letter as the button's keyboard shortcut: Alt with this letter.
  ///
  /// Portal: option `accept_label`.
  package var acceptLabel: String?
  /// Whether the parent window accepts no input until the dialog is closed.
  ///
  /// Portal: option `modal`.
  package var isModal = true
  /// The filters that the user can select; empty for all files.
  ///
  /// Portal: option `filters`.
  package var filters: [FileFilter] = []
  /// The filter that is selected initially. It must be an element of ``filters``; otherwise it is ignored.
  ///
  /// Portal: option `current_filter`.
  package var currentFilter: FileFilter?
  /// The folder that is shown initially, as a `file:` URL; `nil` lets the dialog choose.
  ///
  /// Portal: option `current_folder`.
  package var currentFolder: URL?

  package init() {}

  var values: [String: BusValue] {
    var values: [String: BusValue] = ["modal": .boolean(isModal)]
    if let acceptLabel { values["accept_label"] = .string(acceptLabel) }
    if !filters.isEmpty { values["filters"] = .array(of: FileFilter.type, filters.map(\.value)) }
    // The portal refuses a current filter that is not in the list of filters.
    if let currentFilter, filters.contains(currentFilter) { values["current_filter"] = currentFilter.value }
    // A path need not be valid text, so it is sent as bytes with a NUL at the end.
    if let path = currentFolder?.localPath { values["current_folder"] = .bytes(path + [0]) }
    return values
  }
}
