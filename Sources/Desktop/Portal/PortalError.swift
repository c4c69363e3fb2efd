/// Why the desktop's portal cannot do what was asked.
public enum PortalError: Error, Hashable, Sendable {
  /// The session has no D-Bus session bus.
  case noSessionBus
  /// The session bus at `address` does not accept connections.
  case cannotConnect(address: String, reason: String)
  /// No portal is installed, or it cannot be started.
  case noPortal
  /// The portal does not offer `interface`: no backend is installed that implements it for this desktop.
  case missingInterface(String)
  /// There was no reply to `method`, or no response of the user's within the time that the caller has set.
  case timedOut(method: String)
  /// The connection to the session bus has ended.
  case busDisconnected
  /// The portal has ended or restarted before it answered.
  case portalEnded
  /// The portal replied with an error.
  case refused(method: String, name: String, message: String)
  /// The dialog ended for a reason other than the user's choice; the portal does not report which.
  ///
  /// Portal: response code 2 of `org.freedesktop.portal.Request.Response`.
  case dialogFailed(method: String)
  /// The answer does not have the documented type; `found` describes it.
  case malformedAnswer(method: String, found: String)
  /// An argument cannot be sent, for example a title with a NUL character.
  case invalidArgument(String)
}

extension PortalError: CustomStringConvertible {
  /// A description of the error, and of the package to install or the setting to change.
  public var description: String {
    switch self {
    case .noSessionBus:
      """
      There is no D-Bus session bus: DBUS_SESSION_BUS_ADDRESS is not set and XDG_RUNTIME_DIR has no socket "bus". \
      Install the package dbus-user-session and log in again, or start the program with dbus-run-session.
      """
    case .cannotConnect(let address, let reason):
      "The D-Bus session bus at \(address) cannot be reached: \(reason). Check DBUS_SESSION_BUS_ADDRESS."
    case .noPortal:
      """
      The desktop portal does not answer. Install the packages xdg-desktop-portal and a backend for this \
      desktop: xdg-desktop-portal-gtk, -gnome, -kde or -wlr.
      """
    case .missingInterface(let interface):
      """
      The desktop portal does not offer \(interface). Install a backend that does, such as \
      xdg-desktop-portal-gtk, and select it in portals.conf.
      """
    case .timedOut(let method): "The desktop portal did not answer \(method) in time."
    case .busDisconnected: "The connection to the D-Bus session bus has ended. Log in again."
    case .portalEnded: "The desktop portal ended before it answered. Try again."
    case .refused(let method, let name, let message):
      "The desktop portal refused \(method): \(message) (\(name))."
    case .dialogFailed(let method): "The dialog of \(method) ended without an answer."
    case .malformedAnswer(let method, let found):
      "The desktop portal answered \(method) with \(found), which its documentation does not allow."
    case .invalidArgument(let argument): "\(argument) cannot be sent to the desktop portal."
    }
  }
}

extension PortalError {
  /// - Parameter method: The method that failed, with its interface.
  init(_ error: BusError, method: BusMethod) {
    let name = method.interface + "." + method.name
    switch error {
    case .noAddress: self = .noSessionBus
    case .cannotConnect(let address, let reason): self = .cannotConnect(address: address, reason: reason)
    case .disconnected: self = .busDisconnected
    case .timedOut: self = .timedOut(method: name)
    case .malformed(let found): self = .malformedAnswer(method: name, found: found)
    case .invalidArgument(let argument): self = .invalidArgument(argument)
    // The caller has ended the wait and does not read the error.
    case .canceled: self = .dialogFailed(method: name)
    case .failed(let reason): self = .refused(method: name, name: "GIO", message: reason)
    case .remote(let remote, let message):
      self = Self.remote(remote, message: message, method: name, interface: method.interface)
    }
  }

  private static func remote(
    _ remote: String, message: String, method: String, interface: String
  ) -> PortalError {
    let prefix = "org.freedesktop.DBus.Error."
    guard remote.hasPrefix(prefix) else { return .refused(method: method, name: remote, message: message) }
    let short = remote.dropFirst(prefix.count)
    switch short {
    case "ServiceUnknown", "NameHasNoOwner": return .noPortal
    case _ where short.hasPrefix("Spawn."): return .noPortal
    case "UnknownInterface", "UnknownMethod", "UnknownObject": return .missingInterface(interface)
    // The bus sends it on behalf of a service that has ended.
    case "NoReply": return .portalEnded
    case "Timeout", "TimedOut": return .timedOut(method: method)
    case "Disconnected": return .busDisconnected
    default: return .refused(method: method, name: remote, message: message)
    }
  }
}
