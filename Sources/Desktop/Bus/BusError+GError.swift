internal import CGIO

extension BusError {
  /// Reads and frees a GError.
  init(consuming error: UnsafeMutablePointer<GError>?) {
    guard let error else {
      self = .failed("no reason given")
      return
    }
    defer { g_error_free(error) }
    if let remoteName = g_dbus_error_get_remote_error(error) {
      defer { g_free(remoteName) }
      g_dbus_error_strip_remote_error(error)
      self = .remote(name: String(cString: remoteName), message: String(cString: error.pointee.message))
    } else if g_error_matches(error, g_io_error_quark(), gint(G_IO_ERROR_TIMED_OUT.rawValue)) != 0 {
      self = .timedOut
    } else if g_error_matches(error, g_io_error_quark(), gint(G_IO_ERROR_CLOSED.rawValue)) != 0 {
      self = .disconnected
    } else if g_error_matches(error, g_io_error_quark(), gint(G_IO_ERROR_CANCELLED.rawValue)) != 0 {
      self = .canceled
    } else {
      self = .failed(String(cString: error.pointee.message))
    }
  }
}
