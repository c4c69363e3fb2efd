internal import CGIO

/// A method call that a ``FakePortal`` has received.
struct FakeCall: Sendable {
  let member: String
  let path: String
  let sender: String
  let serial: UInt32
  /// The arguments as GVariant text.
  let arguments: String
  /// The paths of the files to which the received descriptors refer.
  let descriptorPaths: [String]

  /// The value of the option `handle_token`.
  var token: Substring { arguments.firstMatch(of: /'handle_token': <'([^']*)'>/)?.1 ?? "" }

  /// The path of the request object, derived from the sender and the token as documented.
  var handle: String {
    "/org/freedesktop/portal/desktop/request/\(sender.dropFirst().replacing(".", with: "_"))/\(token)"
  }

  /// Reads a GDBusMessage.
  init(_ message: OpaquePointer) {
    member = g_dbus_message_get_member(message).map { String(cString: $0) } ?? ""
    path = g_dbus_message_get_path(message).map { String(cString: $0) } ?? ""
    sender = g_dbus_message_get_sender(message).map { String(cString: $0) } ?? ""
    serial = g_dbus_message_get_serial(message)
    if let body = g_dbus_message_get_body(message), let text = g_variant_print(body, 0) {
      arguments = String(cString: text)
      g_free(text)
    } else {
      arguments = "()"
    }
    var count: gint = 0
    if let list = g_dbus_message_get_unix_fd_list(message),
      let descriptors = g_unix_fd_list_peek_fds(list, &count)
    {
      descriptorPaths = (0..<Int(count)).map { index in
        var error: UnsafeMutablePointer<GError>?
        guard let path = g_file_read_link("/proc/self/fd/\(descriptors[index])", &error) else { return "" }
        defer { g_free(path) }
        return String(cString: path)
      }
    } else {
      descriptorPaths = []
    }
  }
}

/// The reply of a ``FakePortal`` to a call.
enum FakeReply: Sendable {
  /// The arguments of the reply: a tuple as GVariant text.
  case values(String)
  case error(name: String, message: String)
  /// No reply, so the caller waits until its timeout.
  case nothing
}
