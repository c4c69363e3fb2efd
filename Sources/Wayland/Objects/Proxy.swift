import CWayland
import WaylandProtocol

/// The client's end of an object in the compositor.
///
/// The connection keeps it alive until its destructor request is sent, `forget()` is called or the connection
/// closes; then its handler is dropped. Requests to an object that is gone are left out, and objects made through
/// it are gone from the start, so that a compositor's sudden end needs no care at each call.
///
/// Wayland: `wl_proxy`.
@MainActor
package class Proxy {
  package class var interfaceName: String { "" }
  /// The newest version that `protocols/` describes.
  package class var newestVersion: UInt32 { 1 }

  /// The `wl_proxy`, or nil when the object is gone.
  package private(set) var handle: OpaquePointer?
  /// The version that was bound.
  package let version: UInt32
  private(set) weak var connection: Connection?

  /// Takes over `handle`; nil makes an object that is gone.
  package required init(_ handle: OpaquePointer?, on connection: Connection?) {
    self.handle = handle
    self.connection = connection
    version = max(1, handle.map(wl_proxy_get_version) ?? 1)  // libwayland calls its display version 0
    if let handle { connection?.adopt(self, handle) }
  }

  /// Whether the compositor's object can still be reached.
  package var isAlive: Bool { handle != nil }

  /// Drops the object without a request: for one that the compositor has destroyed, such as a fired `wl_callback`.
  ///
  /// Wayland: `wl_proxy_destroy`.
  package func forget() {
    guard let handle else { return }
    connection?.release(handle)
    self.handle = nil
    silence()
    wl_proxy_destroy(handle)
  }

  // MARK: For generated code

  /// Whether a handler listens.
  var isHeard: Bool { false }

  /// Drops the handler.
  func silence() {}

  /// Decodes an event and hands it to the handler.
  func receive(_ opcode: UInt32, _ arguments: UnsafePointer<wl_argument>) {}

  /// Sends a request.
  ///
  /// - Precondition: The object was bound at version `since` or newer.
  func send(
    opcode: UInt32, name: StaticString, since: UInt32, isDestructor: Bool, _ arguments: [wl_argument]
  ) {
    guard let handle else { return }
    require(since, for: name)
    var arguments = arguments
    if isDestructor { connection?.release(handle) }
    wl_proxy_marshal_array_flags(
      handle, opcode, nil, version, isDestructor ? UInt32(WL_MARSHAL_FLAG_DESTROY) : 0, &arguments)
    if isDestructor {
      self.handle = nil
      silence()
    }
    connection?.noteRequest()
  }

  /// Sends a request that makes a new object.
  ///
  /// - Precondition: The object was bound at version `since` or newer.
  func create<New: Proxy>(
    _ type: New.Type, opcode: UInt32, name: StaticString, since: UInt32, version: UInt32? = nil,
    _ arguments: [wl_argument]
  ) -> New {
    guard let handle, let connection, let table = Interfaces[New.interfaceName] else {
      return New(nil, on: nil)
    }
    require(since, for: name)
    var arguments = arguments
    let made = wl_proxy_marshal_array_flags(handle, opcode, table, version ?? self.version, 0, &arguments)
    connection.noteRequest()
    return New(made, on: connection)
  }

  /// Returns the Swift side of an object that the compositor made with an event.
  func adopt<New: Proxy>(_ handle: OpaquePointer?, as type: New.Type) -> New { New(handle, on: connection) }

  /// Returns the Swift side of an object an event names, or nil when we have destroyed it meanwhile.
  func lookUp<Found: Proxy>(_ handle: OpaquePointer?, as type: Found.Type) -> Found? {
    guard let handle else { return nil }
    return connection?.proxy(for: handle) as? Found
  }

  /// Drops an object that came with an event in which nobody took interest.
  func forgetUnlessHeard() { if !isHeard { forget() } }

  /// Marks the object as gone, because the connection closes.
  ///
  /// The root object is no proxy of ours to destroy; disconnecting does that.
  func connectionCloses(isRoot: Bool = false) {
    silence()
    if let handle, !isRoot { wl_proxy_destroy(handle) }
    handle = nil
  }

  private func require(_ since: UInt32, for name: StaticString) {
    precondition(
      version >= since,
      "\(Self.interfaceName) is bound at version \(version), but \(name) needs version \(since)")
  }
}
