/// Lets the user choose files in the desktop's own dialog.
///
/// Each method returns when the dialog is closed. If the task is canceled, the dialog is closed and the result is
/// ``FileChoice/canceled``.
///
/// The first dialog takes Swift's thread pool into use, whose timer then wakes the process every second
/// (`Documentation/Decisions/0001-no-waiting-tasks-at-rest.md`).
///
/// Portal: `org.freedesktop.portal.FileChooser`.
@MainActor
public struct FileChooser {
  private let bus: SessionBus
  /// The longest wait for the user, after which the dialog is closed. `nil`, the default, waits as long as the
  /// portal runs.
  public var responseTimeout: Duration?

  public init(bus: SessionBus, responseTimeout: Duration? = nil) {
    self.bus = bus
    self.responseTimeout = responseTimeout
  }

  /// Lets the user choose existing files.
  ///
  /// - Parameters:
  ///   - title: The title of the dialog.
  ///   - parentWindow: The window that the dialog belongs to, as `wayland:HANDLE` with a handle of xdg-foreign;
  ///     empty for none.
  ///   - options: The settings of the dialog.
  ///   - allowsMultiple: Whether the user may choose several files.
  /// - Returns: The files in the portal's order, or `.canceled`.
  /// - Throws: ``PortalError``: no dialog was shown, or it ended without an answer.
  ///
  /// Portal: `org.freedesktop.portal.FileChooser.OpenFile`.
  public func openFiles(
    title: String, parentWindow: String = "", options: FileChooserOptions = FileChooserOptions(),
    allowsMultiple: Bool = true
  ) async throws(PortalError) -> FileChoice {
    var values = options.values
    values["multiple"] = .boolean(allowsMultiple)
    return try await choose("OpenFile", title, parentWindow, values)
  }

  /// Lets the user choose an existing folder.
  ///
  /// Portals before version 3 of the interface ignore that a folder is wanted, and let the user choose a file.
  ///
  /// - Parameters: See ``openFiles(title:parentWindow:options:allowsMultiple:)``.
  /// - Throws: ``PortalError``
  ///
  /// Portal: `org.freedesktop.portal.FileChooser.OpenFile`, option `directory`.
  public func openFolder(
    title: String, parentWindow: String = "", options: FileChooserOptions = FileChooserOptions()
  ) async throws(PortalError) -> FileChoice {
    var values = options.values
    values["directory"] = .boolean(true)
    return try await choose("OpenFile", title, parentWindow, values)
  }

  /// Lets the user choose a name for a new file. The dialog asks before it returns the name of an existing file.
  ///
  /// - Parameters:
  ///   - suggestedName: The name in the dialog at first, without a folder.
  ///   - title: The title of the dialog.
  ///   - parentWindow: As for ``openFiles(title:parentWindow:options:allowsMultiple:)``.
  ///   - options: The settings of the dialog.
  /// - Returns: One file, which need not exist, or `.canceled`.
  /// - Throws: ``PortalError``
  ///
  /// Portal: `org.freedesktop.portal.FileChooser.SaveFile`.
  public func saveFile(
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
