internal import CGIO
internal import Glibc

/// GIO's list of installed applications. Its functions block while they read files, so they run outside the main
/// actor.
enum InstalledApplications {
  enum LaunchError: Error {
    case notInstalled
    case failed(reason: String)
  }

  /// Returns the applications that can open `contentType`: first the default application, then the others in GIO's
  /// order.
  ///
  /// GIO: `g_app_info_get_all_for_type`.
  @concurrent
  nonisolated static func all(for contentType: String) async -> [Application] {
    guard !contentType.utf8.contains(0) else { return [] }
    let preferred = g_app_info_get_default_for_type(contentType, 0)
    defer { if let preferred { g_object_unref(UnsafeMutableRawPointer(preferred)) } }
    let preferredID = preferred.flatMap(identifier)

    let list = g_app_info_get_all_for_type(contentType)
    defer { g_list_free_full(list) { if let info = $0 { g_object_unref(info) } } }
    var applications: [Application] = []
    var node = list
    while let current = node {
      node = current.pointee.next
      guard let info = OpaquePointer(current.pointee.data), let id = identifier(of: info) else { continue }
      applications.append(
        Application(
          id: id, name: g_app_info_get_display_name(info).map { String(cString: $0) } ?? id,
          icon: iconName(of: info), isDefault: id == preferredID))
    }
    return applications.filter(\.isDefault) + applications.filter { !$0.isDefault }
  }

  /// Returns the content type of a file, determined from its name and its first bytes; `nil` if the file cannot be
  /// read.
  ///
  /// GIO: `g_file_query_info` with `standard::content-type`.
  @concurrent
  nonisolated static func contentType(ofFileAt uri: String) async -> String? {
    fileType(of: uri)
  }

  /// Starts an application with a URI.
  ///
  /// - Parameter id: The id of the application; `nil` starts the default application.
  ///
  /// GIO: `g_desktop_app_info_launch_uris_as_manager`.
  @concurrent
  nonisolated static func launch(_ uri: String, with id: String?) async throws(LaunchError) {
    guard let info = id.map(installed(withID:)) ?? preferred(for: uri) else { throw .notInstalled }
    defer { g_object_unref(UnsafeMutableRawPointer(info)) }
    var error: UnsafeMutablePointer<GError>?
    var text = Array(uri.utf8CString)
    let hasStarted = text.withUnsafeMutableBufferPointer { text in
      var node = GList(data: text.baseAddress, next: nil, prev: nil)
      return g_desktop_app_info_launch_uris_as_manager(
        info, &node, nil, G_SPAWN_SEARCH_PATH, unblockSignals, nil, nil, nil, &error)
    }
    guard hasStarted == 0 else { return }
    defer { g_clear_error(&error) }
    throw .failed(reason: error.map { String(cString: $0.pointee.message) } ?? "no reason given")
  }

  private static func installed(withID id: String) -> OpaquePointer? {
    id.utf8.contains(0) ? nil : g_desktop_app_info_new(id)
  }

  /// Returns the default application for a file's content type or a URI's scheme.
  private static func preferred(for uri: String) -> OpaquePointer? {
    guard let scheme = g_uri_parse_scheme(uri) else { return nil }
    defer { g_free(scheme) }
    guard String(cString: scheme) == "file" else { return g_app_info_get_default_for_uri_scheme(scheme) }
    return fileType(of: uri).flatMap { g_app_info_get_default_for_type($0, 0) }
  }

  private static func fileType(of uri: String) -> String? {
    let file = g_file_new_for_uri(uri)
    defer { g_object_unref(UnsafeMutableRawPointer(file)) }
    guard
      let info = g_file_query_info(
        file, G_FILE_ATTRIBUTE_STANDARD_CONTENT_TYPE, G_FILE_QUERY_INFO_NONE, nil, nil)
    else { return nil }
    defer { g_object_unref(UnsafeMutableRawPointer(info)) }
    return g_file_info_get_content_type(info).map { String(cString: $0) }
  }

  private static func identifier(of info: OpaquePointer) -> String? {
    g_app_info_get_id(info).map { String(cString: $0) }
  }

  private static func iconName(of info: OpaquePointer) -> String? {
    guard let icon = g_app_info_get_icon(info), let text = g_icon_to_string(icon) else { return nil }
    defer { g_free(text) }
    return String(cString: text)
  }
}

/// Runs in the new process and unblocks all signals. The threads of Swift's pool block most signals, and the new
/// process inherits their signal mask. If SIGTERM stayed blocked, it could not end the new process.
private func unblockSignals(_: UnsafeMutableRawPointer?) {
  var none = sigset_t()
  sigemptyset(&none)
  sigprocmask(SIG_SETMASK, &none, nil)
}
