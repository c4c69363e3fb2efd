import CWayland

/// One request that has not been passed to libwayland or kept yet.
struct OutgoingRequest {
  let opcode: UInt32
  let name: StaticString
  let version: UInt32
  /// Whether the request destroys the object to which it is sent.
  let destroysSender: Bool
  /// The sender's interface.
  let table: UnsafePointer<wl_interface>?
  /// The arguments. Their memory is valid only during the call that sends the request.
  let arguments: [wl_argument]

  /// The request's description in libwayland's tables.
  var message: wl_message {
    guard let table, Int(opcode) < Int(table.pointee.method_count) else { return wl_message() }
    return table.pointee.methods[Int(opcode)]
  }

  var size: RequestSize { RequestSize(message, arguments) }

  /// Passes the request to libwayland and returns the object that it creates.
  ///
  /// Wayland: `wl_proxy_marshal_array_flags`.
  @discardableResult
  func pass(from sender: OpaquePointer, creating created: UnsafePointer<wl_interface>? = nil)
    -> OpaquePointer?
  {
    var arguments = arguments
    return wl_proxy_marshal_array_flags(
      sender, opcode, created, version, destroysSender ? UInt32(WL_MARSHAL_FLAG_DESTROY) : 0, &arguments)
  }

  /// Returns a copy with its own memory, which can be sent later.
  func kept(creating created: OpaquePointer? = nil) -> KeptRequest {
    KeptRequest(
      opcode: opcode, version: version, destroysSender: destroysSender, message, arguments, creating: created)
  }
}
