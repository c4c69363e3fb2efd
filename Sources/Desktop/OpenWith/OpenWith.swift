package import FoundationEssentials

/// Opens files and addresses with the applications of the desktop.
///
/// The request is sent to the portal first. If the session has no bus, no portal, or no portal that can open files,
/// GIO starts the default application. The first use starts Swift's thread pool, as with ``FileChooser``.
///
/// Portal: `org.freedesktop.portal.OpenURI`.
@MainActor
package struct OpenWith {
  /// The way in which a file or an address was opened.
  package enum Result: Hashable, Sendable {
    /// The portal has started an application. The portal does not report which application it has started.
    case openedByPortal
    /// GIO has started the default application or the application that the caller chose.
    case openedDirectly
    /// The user closed the dialog that asks for an application, or the task was canceled.
    case canceled
  }

  private let bus: SessionBus
  /// The longest time to wait for the user's choice of an application. The default, `nil`, waits as long as the portal
  /// runs.
  package var responseTimeout: Duration?

  package init(bus: SessionBus, responseTimeout: Duration? = nil) {
    self.bus = bus
    self.responseTimeout = responseTimeout
  }

  /// Opens a file, a folder or an address with the default application.
  ///
  /// - Parameters:
  ///   - url: An absolute URL. The file of a `file:` URL is passed to the portal as an open descriptor, so that the
  ///     application can read it even in a sandbox.
  ///   - parentWindow: The window to which dialogs belong, as `wayland:HANDLE`; empty for none.
  ///   - asks: Whether the user chooses the application. Only the portal can show this dialog. Without a portal, the
  ///     default application opens the file; to offer a choice, use ``applications(for:)``.
  ///   - activationToken: An xdg-activation token with which the application's window gets the focus.
  /// - Throws: ``OpenWithError``
  ///
  /// Portal: `org.freedesktop.portal.OpenURI.OpenFile`, `OpenURI`.
  package func open(
    _ url: URL, parentWindow: String = "", asks: Bool = false, activationToken: String? = nil
  ) async throws(OpenWithError) -> Result {
    var options: [String: BusValue] = ["ask": .boolean(asks)]
    if let activationToken { options["activation_token"] = .string(activationToken) }
    let descriptor = try await openDescriptor(of: url)
    let method = Portal.method("OpenURI", descriptor == nil ? "OpenURI" : "OpenFile")
    do throws(PortalError) {
      let response = try await PortalRequest.run(
        method, [.string(parentWindow), descriptor == nil ? .string(url.absoluteString) : .handle(0)],
        options: options, descriptors: descriptor.map { [$0.number] } ?? [],
        responseTimeout: responseTimeout, on: bus)
      return response == .canceled ? .canceled : .openedByPortal
    } catch {
      guard error.meansNoPortal else { throw .portal(error) }
    }
    try await launch(url, with: nil)
    return .openedDirectly
  }

  /// Opens a file or an address with an application, such as one of ``applications(for:)``.
  ///
  /// - Throws: ``OpenWithError``
  ///
  /// GIO: `g_app_info_launch_uris`.
  package func open(_ url: URL, with application: Application) async throws(OpenWithError) {
    try await launch(url, with: application.id)
  }

  /// Returns the applications that can open files of a content type, the default application first.
  ///
  /// - Parameter contentType: The content type, such as `image/jpeg`.
  ///
  /// GIO: `g_app_info_get_all_for_type`.
  package func applications(for contentType: String) async -> [Application] {
    await InstalledApplications.all(for: contentType)
  }

  /// Returns the content type of a file, such as `image/jpeg`; `nil` if the file cannot be read.
  ///
  /// GIO: `g_file_query_info`.
  package func contentType(of url: URL) async -> String? {
    guard url.localPath != nil else { return nil }
    return await InstalledApplications.contentType(ofFileAt: url.absoluteString)
  }

  /// Opens the file of a `file:` URL. Returns `nil` for any other URL.
  private func openDescriptor(of url: URL) async throws(OpenWithError) -> FileDescriptor? {
    guard let scheme = url.scheme?.lowercased() else { throw .invalidURL }
    guard scheme == "file" else { return nil }
    guard let path = url.localPath else { throw .invalidURL }
    do throws(FileDescriptor.OpenError) {
      return try await FileDescriptor.open(path: path)
    } catch {
      throw .cannotRead(path: String(decoding: path, as: UTF8.self), reason: error.reason)
    }
  }

  private func launch(_ url: URL, with id: String?) async throws(OpenWithError) {
    do throws(InstalledApplications.LaunchError) {
      try await InstalledApplications.launch(url.absoluteString, with: id)
    } catch {
      switch error {
      case .notInstalled: throw .noApplication
      case .failed(let reason): throw .launchFailed(reason: reason)
      }
    }
  }
}

extension PortalError {
  /// Whether no portal has received the request. Only in this case can GIO open the file without the risk that the file
  /// is opened twice.
  fileprivate var meansNoPortal: Bool {
    switch self {
    case .noSessionBus, .cannotConnect, .noPortal, .missingInterface: true
    default: false
    }
  }
}
