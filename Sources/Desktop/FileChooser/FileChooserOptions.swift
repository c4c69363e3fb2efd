public import FoundationEssentials

/// The settings of a dialog for files.
public struct FileChooserOptions: Hashable, Sendable {
  /// The text of the button that ends the dialog; `nil` lets the dialog choose. An underscore precedes the letter
  /// that is pressed with Alt.
  ///
  /// Portal: option `accept_label`.
  public var acceptLabel: String?
  /// Whether the parent window accepts no input until the dialog is closed.
  ///
  /// Portal: option `modal`.
  public var isModal = true
  /// The filters that the user can select; empty for all files.
  ///
  /// Portal: option `filters`.
  public var filters: [FileFilter] = []
  /// The filter that is selected at first; an element of ``filters``.
  ///
  /// Portal: option `current_filter`.
  public var currentFilter: FileFilter?
  /// The folder that is shown at first, a `file:` URL; `nil` lets the dialog choose.
  ///
  /// Portal: option `current_folder`.
  public var currentFolder: URL?

  public init() {}

  var values: [String: BusValue] {
    var values: [String: BusValue] = ["modal": .boolean(isModal)]
    if let acceptLabel { values["accept_label"] = .string(acceptLabel) }
    if !filters.isEmpty { values["filters"] = .array(of: FileFilter.type, filters.map(\.value)) }
    // The portal refuses a current filter that is not in the list.
    if let currentFilter, filters.contains(currentFilter) { values["current_filter"] = currentFilter.value }
    // A path is not text: it is sent as bytes that end with NUL.
    if let path = currentFolder?.localPath { values["current_folder"] = .bytes(path + [0]) }
    return values
  }
}
