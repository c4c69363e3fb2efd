import CWaylandServer
import Glibc

extension Compositor {
  /// Connects a client in this process through a socket pair.
  ///
  /// - Returns: The client's end of the socket pair. The caller owns the descriptor and closes it.
  /// - Throws: `CompositorError.noConnection` if the descriptors or the memory are exhausted; `.noDisplay` after
  ///   `close()`.
  public func connect() throws(CompositorError) -> Int32 {
    guard !isClosed else { throw .noDisplay }
    var ends: [Int32] = [-1, -1]
    let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
    guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else {
      throw .noConnection(String(cString: strerror(errno)))
    }
    guard wl_client_create(display, ends[0]) != nil else {
      let reason = String(cString: strerror(errno))
      Glibc.close(ends[0])
      Glibc.close(ends[1])
      throw .noConnection(reason)
    }
    return ends[1]
  }

  /// Opens a socket for clients in other processes.
  ///
  /// - Parameter name: The socket's name in XDG_RUNTIME_DIR; nil selects the first free name of the form
  ///   `wayland-<n>`.
  /// - Returns: The socket's name. Clients need it as the value of WAYLAND_DISPLAY.
  /// - Throws: `CompositorError.noSocket` if XDG_RUNTIME_DIR is unset or not writable, or if the name is taken;
  ///   `.noDisplay` after `close()`.
  public func listen(on name: String? = nil) throws(CompositorError) -> String {
    guard !isClosed else { throw .noDisplay }
    guard let folder = getenv("XDG_RUNTIME_DIR").map({ String(cString: $0) }), !folder.isEmpty else {
      throw .noSocket(name: name ?? "wayland-<n>", reason: "XDG_RUNTIME_DIR is not set")
    }
    guard access(folder, W_OK | X_OK) == 0 else {
      throw .noSocket(name: name ?? "wayland-<n>", reason: "\(folder): \(String(cString: strerror(errno)))")
    }
    if let name {
      guard wl_display_add_socket(display, name) == 0 else {
        let reason =
          errno == 0 || errno == EAGAIN
          ? "another compositor uses the name" : String(cString: strerror(errno))
        throw .noSocket(name: name, reason: reason)
      }
      return name
    }
    guard let found = wl_display_add_socket_auto(display) else {
      throw .noSocket(name: "wayland-<n>", reason: "all wayland-<n> names in \(folder) are taken")
    }
    return String(cString: found)
  }

  /// Opens a socket at a path, for clients that connect to this path.
  ///
  /// An existing socket that another compositor left at the path is replaced. `close()` removes the socket.
  ///
  /// - Parameter path: The path of the socket, at most 107 bytes.
  /// - Throws: `CompositorError.noSocket` if the socket cannot be created; `.noDisplay` after `close()`.
  public func listen(atPath path: String) throws(CompositorError) {
    guard !isClosed else { throw .noDisplay }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let bytes = Array(path.utf8)
    guard bytes.count < MemoryLayout.size(ofValue: address.sun_path) else {
      throw .noSocket(name: path, reason: "the path is too long")
    }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
    let file = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    unlink(path)
    let isBound = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(file, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
      }
    }
    guard file >= 0, isBound, Glibc.listen(file, 128) == 0, wl_display_add_socket_fd(display, file) == 0
    else {
      let reason = String(cString: strerror(errno))
      if file >= 0 { Glibc.close(file) }
      throw .noSocket(name: path, reason: reason)
    }
    socketPaths.append(path)
  }

  /// Adds each new client to `clients`, whether it connects with `connect()` or through a socket.
  func observeClients() {
    let listener = Listener { [weak self] data in
      guard let self, let data else { return }
      let client = Client(handle: OpaquePointer(data), compositor: self)
      clientList.append(client)
      clientsByHandle[OpaquePointer(data)] = client
    }
    wl_display_add_client_created_listener(display, listener.pointer)
    clientListener = listener
  }

  /// Returns the client of a `wl_client`; nil after it was disconnected.
  /// The compositors by their `wl_display`.
  private static var instances: [OpaquePointer: WeakCompositor] = [:]

  private struct WeakCompositor { weak var compositor: Compositor? }

  /// Registers the compositor for `client(of:)`; `unregister()` ends this before the display is destroyed.
  func register() { Self.instances[display] = WeakCompositor(compositor: self) }

  func unregister() { Self.instances[display] = nil }

  /// Returns the client of an object of any compositor.
  static func client(of resource: OpaquePointer) -> Client? {
    guard let handle = wl_resource_get_client(resource), let display = wl_client_get_display(handle) else {
      return nil
    }
    return instances[display]?.compositor?.client(handle)
  }

  func client(_ handle: OpaquePointer?) -> Client? { handle.flatMap { clientsByHandle[$0] } }

  /// Counts all messages, and records all protocol errors, including those that libwayland raises.
  func observeMessages() {
    protocolLogger = wl_display_add_protocol_logger(
      display,
      { data, direction, message in
        guard let data, let message = message?.pointee else { return }
        nonisolated(unsafe) let owner = data
        nonisolated(unsafe) let seen = message
        MainActor.assumeIsolated {
          let compositor = Unmanaged<Compositor>.fromOpaque(owner).takeUnretainedValue()
          compositor.record(seen, isRequest: direction == WL_PROTOCOL_LOGGER_REQUEST)
        }
      }, Unmanaged.passUnretained(self).toOpaque())
  }

  private func record(_ message: wl_protocol_logger_message, isRequest: Bool) {
    messageCount += 1
    if onMessage != nil || isRequest && onRequest != nil, let resource = message.resource,
      let seen = WireMessage(
        message, isRequest: isRequest, time: now, of: client(wl_resource_get_client(resource)))
    {
      onMessage?(seen)
      if isRequest { decide(about: message, seen) }
    }
    guard let name = message.message?.pointee.name, let resource = message.resource,
      let type = wl_resource_get_class(resource)
    else { return }
    if isRequest {
      requestTotal += 1
      if message.message_opcode == 0, strcmp(type, "wl_registry") == 0, let name = message.arguments?[1].s {
        client(wl_resource_get_client(resource))?.didBind(String(cString: name))
      }
      requestCounts["\(String(cString: type)).\(String(cString: name))", default: 0] += 1
    } else if strcmp(type, "wl_display") == 0, message.message_opcode == 0, let values = message.arguments {
      let interface = values[0].o.flatMap { wl_resource_get_class($0) }
      protocolErrors.append(
        ProtocolError(
          interface: interface.map { String(cString: $0) } ?? "wl_display", code: values[1].u,
          message: values[2].s.map { String(cString: $0) } ?? ""))
    }
  }
}
