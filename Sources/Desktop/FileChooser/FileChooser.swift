/// Lets the user choose files in a dialog of the desktop.
///
/// Each method returns when the dialog is closed. If the task is canceled, the dialog is closed and the result is
/// ``FileChoice/canceled``.
///
/// The first dialog starts Swift's thread pool. A timer of the pool then wakes the process every second
/// (`Documentation/Decisions/0001-no-waiting-tasks-at-rest.md`).
///
/// Portal: `org.freedesktop.portal.FileChooser`.
@MainActor
package struct FileChooser {
  private let bus: SessionBus
  /// The longest time to wait for the user. After that, the dialog is closed. The default, `nil`, waits as long as the
  /// portal runs.
  package var responseTimeout: Duration?

  package init(bus: SessionBus, responseTimeout: Duration? = nil) {
    self.bus = bus
    self.responseTimeout = responseTimeout
  }

  /// Lets the user choose existing files.
  ///
  /// - Parameters:
  ///   - title: The title of the dialog.
  ///   - parentWindow: The window to which the dialog belongs, as `wayland:HANDLE` with an xdg-foreign handle; empty
  ///     for none.
  ///   - options: The settings of the dialog.
  ///   - allowsMultiple: Whether the user can choose several files.
  /// - Returns: The files in the portal's order, or `.canceled`.
  /// - Throws: ``PortalError`` if no dialog was shown, or if it ended without a choice of the user.
  ///
  /// Portal: `org.freedesktop.portal.FileChooser.OpenFile`.
  package func openFiles(
    title: String, parentWindow: String = "", options: FileChooserOptions = FileChooserOptions(),
    allowsMultiple: Bool = true
  ) async throws(PortalError) -> FileChoice {
    var values = options.values
    values["multiple"] = .boolean(allowsMultiple)
    return try await choose("OpenFile", title, parentWindow, values)
  }

  /// Lets the user choose an existing folder.
  ///
  /// Portals before version 3 of the interface ignore the option `directory`, so they let the user choose a file.
  ///
  /// - Parameters: See ``openFiles(title:parentWindow:options:allowsMultiple:)``.
  /// - Throws: ``PortalError``
  ///
  /// Portal: `org.freedesktop.portal.FileChooser.OpenFile`, option `directory`.
  package func openFolder(
    title: String, parentWindow: String = "", options: FileChooserOptions = FileChooserOptions()
  ) async throws(PortalError) -> FileChoice {
    var values = options.values
    values["directory"] = .boolean(true)
    return try await choose("OpenFile", title, parentWindow, values)
  }

  /// Lets the user choose a name for a new file. If a file with this name exists, the dialog asks for confirmation.
  ///
  /// - Parameters:
  ///   - suggestedName: The initial file name in the dialog, without a folder.
  ///   - title: The title of the dialog.
  ///   - parentWindow: The same as in ``openFiles(title:parentWindow:options:allowsMultiple:)``.
  ///   - options: The settings of the dialog.
  /// - Returns: One file, which does not necessarily exist, or `.canceled`.
  /// - Throws: ``PortalError``
  ///
  /// Portal: `org.freedesktop.portal.FileChooser.SaveFile`.
  package func saveFile(
    suggestedName: String, title: String, parentWindow: String = "",
    options: FileChooserOptions = FileChooserOptions()
  ) async throws(PortalError) -> FileChoice {
    var values = options.values
    values["current_name"] = .string(suggestedName)
    return try await choose("SaveFile", title, parentWindow, values)
  }

  private func choose(
    _ name: String, _ title: String, _ parentWindow: String, _ options: [String: BusValue]
  ) async throws(PortalError) -> FileChoice {
    let method = Portal.method("FileChooser", name)
    let response = try await PortalRequest.run(
      method, [.string(parentWindow), .string(title)], options: options, responseTimeout: responseTimeout,
      on: bus)
    guard case .success(let results) = response else { return .canceled }
    do throws(BusError) {
      return .chosen(try FileChoice.urls(in: results))
    } catch {
      throw PortalError(error, method: method)
    }
  }
}
