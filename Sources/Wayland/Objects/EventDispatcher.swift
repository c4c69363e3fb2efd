import CWayland

/// Finds the Swift object of an event's target, and lets it decode the event.
///
/// libwayland calls it while a `Connection` delivers what it has read, and passes that connection.
///
/// Wayland: `wl_dispatcher_func_t`.
let eventDispatcher: wl_dispatcher_func_t = { connection, target, opcode, _, arguments in
  guard let connection, let target, let arguments else { return 0 }
  nonisolated(unsafe) let values = UnsafePointer(arguments)
  nonisolated(unsafe) let handle = OpaquePointer(target)
  let address = UInt(bitPattern: connection)
  MainActor.assumeIsolated {
    guard let pointer = UnsafeRawPointer(bitPattern: address) else { return }
    let connection = Unmanaged<Connection>.fromOpaque(pointer).takeUnretainedValue()
    connection.proxy(for: handle)?.receive(opcode, values)
  }
  return 0
}
