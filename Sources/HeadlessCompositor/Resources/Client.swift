import CWaylandServer
import Glibc
import Threads

/// A connected client.
///
/// Wayland: `wl_client`.
@MainActor public final class Client {
  private(set) var handle: OpaquePointer?
  private weak var compositor: Compositor?
  private var listener: Listener?
  /// The client's wl_output resources.
  var outputs = ObjectList<Resource<WlOutputResource>>()
  /// The xdg_wm_base that the client bound last. It receives pings.
  var wmBase: Resource<XdgWmBaseResource>?
  /// The serial of the last ping; nil after the client has answered it.
  var pendingPing: UInt32?
  /// The time of the last ping, in nanoseconds of real time; nil before the first one.
  private(set) var pingTime: UInt64?
  /// The globals that the client has bound.
  private var boundInterfaces: Set<String> = []
  /// Whether this compositor disconnects the client on purpose.
  private var isEnding = false

  /// The globals with which a client makes buffers.
  private static let bufferFactories: Set<String> = ["wl_shm", "wp_single_pixel_buffer_manager_v1"]

  init(handle: OpaquePointer, compositor: Compositor) {
    self.handle = handle
    self.compositor = compositor
    let listener = Listener { [weak self] _ in self?.destroyed() }
    wl_client_add_destroy_listener(handle, listener.pointer)
    self.listener = listener
  }

  /// Collects the mistakes of clients; nil unless `Configuration.lints` is set.
  var lint: Lint? { compositor?.lint }

  /// Whether the client is connected.
  public var isConnected: Bool { handle != nil }

  /// The id of the client's process; 0 after the client was disconnected.
  ///
  /// Wayland: `wl_client_get_credentials`.
  public var processID: Int32 {
    guard let handle else { return 0 }
    var pid: pid_t = 0
    wl_client_get_credentials(handle, &pid, nil, nil)
    return pid
  }

  /// Whether the client has answered the last ping, or was never pinged.
  public var isResponsive: Bool { pendingPing == nil }

  /// Disconnects the client without a protocol error, as a crash of the compositor would.
  ///
  /// A call from `onCommit` takes effect when the current dispatch ends.
  public func disconnect() {
    guard let compositor, let handle else { return }
    isEnding = true
    if compositor.isDispatching {
      compositor.pendingDisconnects.append(self)
    } else {
      compositor.whileDispatching { wl_client_destroy(handle) }
    }
  }

  /// Sends a protocol error on wl_display, which ends the client's connection.
  ///
  /// - Parameters:
  ///   - code: A value of wl_display.error; 3 is `implementation`.
  ///   - message: The message of the error.
  ///
  /// Wayland: `wl_display.error`.
  public func postError(code: UInt32 = 3, message: String) {
    guard let handle, let object = wl_client_get_object(handle, 1) else { return }
    injectError(on: object, code, message)
  }

  /// Sends a protocol error of the test on an object of the client.
  func injectError(on object: OpaquePointer, _ code: UInt32, _ message: String) {
    let count = compositor?.protocolErrors.count
    headless_post_error(object, code, message)
    // The logger of messages has recorded the error.
    if let compositor, compositor.protocolErrors.count != count {
      compositor.protocolErrors[compositor.protocolErrors.count - 1].isInjected = true
    }
    endAfterError()
  }

  /// Whether the client has bound xdg_wm_base, so that it answers pings.
  public var canAnswerPings: Bool { wmBase != nil }

  /// Sends a ping. No effect if the client has not bound xdg_wm_base. `isResponsive` is false until the client
  /// answers.
  ///
  /// Wayland: `xdg_wm_base.ping`.
  public func ping() {
    guard let compositor, let wire = wmBase?.wire else { return }
    compositor.lastPingSerial &+= 1
    let serial = compositor.lastPingSerial
    if isResponsive { pingTime = MonotonicClock.nanoseconds() }
    pendingPing = serial
    wire.sendPing(serial: serial)
    compositor.flush()
  }

  /// Flushes events and shuts the socket down.
  ///
  /// Closing the descriptor is not enough: a child process that is being started may still hold a copy of it, and then
  /// the client would not detect the end of the connection.
  private func shutDownSocket() {
    guard let handle else { return }
    wl_client_flush(handle)
    shutdown(wl_client_get_fd(handle), Int32(SHUT_RDWR))
  }

  /// Disconnects the client after a protocol error. Without this call, libwayland would disconnect it only after the
  /// next request.
  func endAfterError() {
    isEnding = true
    compositor?.flush()
    disconnect()
  }

  /// Whether the client's end of the connection is open.
  private var isAlive: Bool {
    guard let handle else { return false }
    var status = pollfd(fd: wl_client_get_fd(handle), events: 0, revents: 0)
    return poll(&status, 1, 0) == 0
  }

  /// Whether the client's socket has room for many more events. The kernel reports a socket as writable while less than a
  /// quarter of its space is in use.
  var isKeepingUp: Bool {
    guard let handle else { return true }
    var status = pollfd(fd: wl_client_get_fd(handle), events: Int16(POLLOUT), revents: 0)
    return poll(&status, 1, 0) == 1
  }

  /// Records that the client has bound a global.
  func didBind(_ interface: String) { boundInterfaces.insert(interface) }

  private func destroyed() {
    compositor?.lint?.forget(self)
    if boundInterfaces.contains("wl_compositor"), boundInterfaces.isDisjoint(with: Self.bufferFactories),
      let compositor, compositor.clientNotes.count < 100
    {
      compositor.clientNotes.append(
        "the client \(processID) has bound no wl_shm: a client that draws with a GPU needs zwp_linux_dmabuf_v1 or wl_drm, which this compositor does not have; let it draw with the CPU, for example with LIBGL_ALWAYS_SOFTWARE=1, or the Cairo or software renderer of its toolkit"
      )
    }
    // libwayland destroys a client whose socket is full of events. It reports no error.
    if !isEnding, isAlive, compositor?.isClosed == false {
      compositor?.unresponsiveClients.append(processID)
    }
    shutDownSocket()
    if let handle { compositor?.clientsByHandle[handle] = nil }
    handle = nil
    outputs.removeAll()
    wmBase = nil
    listener?.cancel()
    compositor?.clientList.remove(self)
  }
}
