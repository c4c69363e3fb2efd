import CWayland
import Glibc
import WaylandProtocol

extension ConnectionError {
  /// Creates the error that libwayland recorded for `display`; if it recorded none, the error of the failed `call`.
  ///
  /// Wayland: `wl_display_get_error`, `wl_display_get_protocol_error`.
  init(of display: OpaquePointer, after call: String, errno callError: Int32, log: RequestLog) {
    switch wl_display_get_error(display) {
    case EPROTO:
      var table: UnsafePointer<wl_interface>?
      var object: UInt32 = 0
      let value = wl_display_get_protocol_error(display, &table, &object)
      let interface = table.map { String(cString: $0.pointee.name) } ?? "wl_display"
      // wl_display raises errors about requests to any object and does not state which object, so the request is not
      // known.
      let request = interface == "wl_display" ? nil : log.lastRequest(to: object)
      self = .protocolError(
        ProtocolViolation(
          interface: interface, object: object, request: request, code: value,
          codeName: Interfaces.errorName(interface: interface, code: value),
          message: LibraryLog.takeLastLine()))
    case EPIPE, ECONNRESET: self = .hungUp
    case 0: self = callError == EPIPE ? .hungUp : .system(call: call, errno: callError)
    case let code: self = .system(call: call, errno: code)
    }
  }
}
