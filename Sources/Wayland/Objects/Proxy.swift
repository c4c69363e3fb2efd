import CWayland
import Glibc
import WaylandProtocol

/// The client's side of a protocol object.
///
/// The connection retains the proxy until its destructor request is sent, `destroyProxy()` is called or the connection
/// closes. Then the proxy is destroyed and its handler is removed. A request to a destroyed object is ignored. If that
/// request would create an object, the result is an object that is destroyed already. Callers therefore need not check
/// whether the connection is still open.
///
/// Wayland: `wl_proxy`.
@MainActor
package class Proxy {
  /// The interface's name, such as `wl_surface`.
  package class var interfaceName: String { "" }
  /// The newest version that the protocol files in `protocols/` describe.
  package class var newestVersion: UInt32 { 1 }

  /// The number of objects of all connections that are not destroyed. Tests read it.
  package private(set) static var liveCount = 0

  /// The `wl_proxy`; nil after the object was destroyed.
  package private(set) var handle: OpaquePointer? {
    didSet { if hasConnection, oldValue != nil, handle == nil { Proxy.liveCount -= 1 } }
  }
  /// The version with which the object was bound.
  package let version: UInt32
  private(set) weak var connection: Connection?
  /// Whether a connection created the object; false for an object that libwayland-cursor owns.
  private let hasConnection: Bool

  /// Takes ownership of `handle`. If `handle` is nil, the object is destroyed from the start.
  package required init(_ handle: OpaquePointer?, on connection: Connection?) {
    self.handle = handle
    self.connection = connection
    version = max(1, handle.map(wl_proxy_get_version) ?? 1)  // libwayland calls its display version 0
    hasConnection = connection != nil
    guard let handle, let connection else { return }
    Proxy.liveCount += 1
    connection.register(self, handle)
  }

  /// Whether the object is not destroyed.
  package var isAlive: Bool { handle != nil }

  /// Destroys the proxy without sending a request. Used for an object that the compositor has destroyed, such as a
  /// `wl_callback` after `done`.
  ///
  /// Wayland: `wl_proxy_destroy`.
  package func destroyProxy() {
    guard let handle else { return }
    connection?.unregister(handle)
    self.handle = nil
    removeHandler()
    if let connection { connection.destroy(handle) } else { wl_proxy_destroy(handle) }
  }

  // MARK: For generated code

  /// Whether `onEvent` is set.
  var hasHandler: Bool { false }

  /// Sets `onEvent` to nil.
  func removeHandler() {}

  /// Decodes an event and passes it to `onEvent`.
  func receive(_ opcode: UInt32, _ arguments: UnsafePointer<wl_argument>) {}

  /// Sends a request.
  ///
  /// - Precondition: The object's version is `since` or newer.
  func send(
    opcode: UInt32, name: StaticString, since: UInt32, isDestructor: Bool, _ arguments: [wl_argument]
  ) {
    guard let handle else { return }
    require(since, for: name)
    if isDestructor { connection?.unregister(handle) }
    let request = OutgoingRequest(
      opcode: opcode, name: name, version: version, destroysSender: isDestructor,
      table: Interfaces[Self.interfaceName], arguments: arguments)
    if let connection { connection.send(request, from: handle) } else { request.pass(from: handle) }
    if isDestructor {
      self.handle = nil
      removeHandler()
    }
    connection?.schedulePrepare()
  }

  /// Sends a request that creates an object.
  ///
  /// - Precondition: The object's version is `since` or newer.
  func create<New: Proxy>(
    _ type: New.Type, opcode: UInt32, name: StaticString, since: UInt32, version: UInt32? = nil,
    _ arguments: [wl_argument]
  ) -> New {
    guard let handle, let connection, let table = Interfaces[New.interfaceName] else {
      return New(nil, on: nil)
    }
    require(since, for: name)
    let request = OutgoingRequest(
      opcode: opcode, name: name, version: version ?? self.version, destroysSender: false,
      table: Interfaces[Self.interfaceName], arguments: arguments)
    let created = connection.create(table, by: request, from: handle, hasOwnVersion: version != nil)
    connection.schedulePrepare()
    return New(created, on: connection)
  }

  /// Returns a new proxy for an object that the compositor created with an event.
  func adopt<New: Proxy>(_ handle: OpaquePointer?, as type: New.Type) -> New { New(handle, on: connection) }

  /// Returns the proxy of an object that is the argument of an event; nil if the client has destroyed the object in
  /// the meantime.
  func lookUp<Found: Proxy>(_ handle: OpaquePointer?, as type: Found.Type) -> Found? {
    guard let handle else { return nil }
    return connection?.proxy(for: handle) as? Found
  }

  /// Destroys an object that an event has created, unless the event's handler has set `onEvent` on it.
  func destroyUnlessHandled() { if !hasHandler { destroyProxy() } }

  /// Marks the object as destroyed because the connection closes.
  ///
  /// The root object is not destroyed here, because `wl_display_disconnect` destroys it.
  func invalidate(isRoot: Bool = false) {
    removeHandler()
    if let handle, !isRoot { wl_proxy_destroy(handle) }
    handle = nil
  }

  /// Traps if the object's version is older than `since`.
  private func require(_ since: UInt32, for name: StaticString) {
    precondition(
      version >= since,
      "\(Self.interfaceName) is bound at version \(version), but \(name) needs version \(since)")
  }
}

/// Finds the proxy that receives an event, and passes the event to it.
///
/// libwayland calls this function while a `Connection` dispatches events. The first argument is this connection.
///
/// Wayland: `wl_dispatcher_func_t`.
let eventDispatcher: wl_dispatcher_func_t = { connection, target, opcode, message, arguments in
  guard let connection, let target, let arguments else { return 0 }
  nonisolated(unsafe) let values = UnsafePointer(arguments)
  nonisolated(unsafe) let handle = OpaquePointer(target)
  nonisolated(unsafe) let message = message?.pointee
  let address = UInt(bitPattern: connection)
  MainActor.assumeIsolated {
    guard let pointer = UnsafeRawPointer(bitPattern: address) else { return }
    let connection = Unmanaged<Connection>.fromOpaque(pointer).takeUnretainedValue()
    if let proxy = connection.proxy(for: handle) {
      proxy.receive(opcode, values)
    } else {
      message?.discard(values)
    }
  }
  return 0
}

extension wl_message {
  /// Closes the descriptors and destroys the new objects in the arguments of an event whose receiver was destroyed.
  fileprivate func discard(_ arguments: UnsafePointer<wl_argument>) {
    for (index, kind) in kinds.enumerated() {
      switch kind {
      case .descriptor: close(arguments[index].h)
      case .newObject: if let object = arguments[index].o { wl_proxy_destroy(object) }
      case .string, .array, .other: break
      }
    }
  }
}
