import CWaylandServer
import Glibc

/// A connected client.
///
/// Wayland: `wl_client`.
@MainActor public final class Client {
  private(set) var handle: OpaquePointer?
  private weak var compositor: Compositor?
  private var listener: Listener?
  /// Its registries, outputs and the like, while they live.
  var outputs = ObjectList<Resource<WlOutputResource>>()
  var wmBase: Resource<XdgWmBaseResource>?
  /// The serial of the ping not answered yet.
  var pendingPing: UInt32?

  init(handle: OpaquePointer, compositor: Compositor) {
    self.handle = handle
    self.compositor = compositor
    let listener = Listener { [weak self] _ in self?.vanished() }
    wl_client_add_destroy_listener(handle, listener.pointer)
    self.listener = listener
  }

  /// Whether the connection stands.
  public var isConnected: Bool { handle != nil }

  /// The process at the other end; 0 when it is disconnected.
  ///
  /// Wayland: `wl_client_get_credentials`.
  public var processID: Int32 {
    guard let handle else { return 0 }
    var pid: pid_t = 0
    wl_client_get_credentials(handle, &pid, nil, nil)
    return pid
  }

  /// Whether the last ping has been answered.
  public var isResponsive: Bool { pendingPing == nil }

  /// Cuts the connection without an error, as a compositor that crashes does.
  ///
  /// From within `onCommit` it takes effect when the current `step()` ends.
  public func disconnect() {
    guard let compositor, let handle else { return }
    if compositor.isBusy {
      compositor.doomedClients.append(self)
    } else {
      compositor.whileBusy { wl_client_destroy(handle) }
    }
  }

  /// Ends the connection with a protocol error on wl_display, as for a broken rule.
  ///
  /// - Parameters:
  ///   - code: As in wl_display.error; 3 is "implementation".
  ///   - message: What the client gets to read.
  ///
  /// Wayland: `wl_display.error`.
  public func postError(code: UInt32 = 3, message: String) {
    guard let handle, let object = wl_client_get_object(handle, 1) else { return }
    headless_post_error(object, code, message)
    endAfterError()
  }

  /// Asks whether the client is alive; `isResponsive` tells whether it answered.
  ///
  /// Wayland: `xdg_wm_base.ping`.
  public func ping() {
    guard let compositor, let wire = wmBase?.wire else { return }
    let serial = compositor.nextSerial()
    pendingPing = serial
    wire.sendPing(serial: serial)
    compositor.flush()
  }

  /// Sends what waits and ends the socket, for the other end at once: a process that is being started may hold a
  /// copy of it a little longer than this one.
  private func hangUp() {
    guard let handle else { return }
    wl_client_flush(handle)
    shutdown(wl_client_get_fd(handle), Int32(SHUT_RDWR))
  }

  /// libwayland ends a client with an error when it next sends something; here it ends at once.
  func endAfterError() {
    compositor?.flush()
    disconnect()
  }

  private func vanished() {
    hangUp()
    if let handle { compositor?.clientsByHandle[handle] = nil }
    handle = nil
    outputs.removeAll()
    wmBase = nil
    listener?.cancel()
    compositor?.clientList.remove(self)
  }
}
