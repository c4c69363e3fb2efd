/// An error of the desktop's portal.
package enum PortalError: Error, Hashable, Sendable {
  /// The session has no D-Bus session bus.
  case noSessionBus
  /// The session bus at `address` does not accept connections.
  case cannotConnect(address: String, reason: String)
  /// No portal is installed, or it cannot be started.
  case noPortal
  /// The portal does not offer `interface`, because no installed backend implements it for this desktop.
  case missingInterface(String)
  /// The portal did not reply to `method`, or the user did not respond, within the time limit of the caller.
  case timedOut(method: String)
  /// The connection to the session bus has ended.
  case busDisconnected
  /// The portal ended or restarted before it replied.
  case portalEnded
  /// The portal replied with an error.
  case refused(method: String, name: String, message: String)
  /// The dialog ended, but not because of the user's choice. The portal does not report the reason.
  ///
  /// Portal: response code 2 of `org.freedesktop.portal.Request.Response`.
  case dialogFailed(method: String)
  /// The portal's reply does not have the documented type; `found` describes its type.
  case malformedAnswer(method: String, found: String)
  /// An argument cannot be sent, for example a title with a NUL character.
  case invalidArgument(String)
}

extension PortalError: CustomStringConvertible {
  /// A description of the error. It names the package to install or the setting to change, if there is one.
  package var description: String {
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
  /// - Parameter method: The method that failed.
  init(_ error: BusError, method: BusMethod) {
    let name = method.interface + "." + method.name
    switch error {
    case .noAddress: self = .noSessionBus
    case .cannotConnect(let address, let reason): self = .cannotConnect(address: address, reason: reason)
    case .disconnected: self = .busDisconnected
    case .timedOut: self = .timedOut(method: name)
    case .malformed(let found): self = .malformedAnswer(method: name, found: found)
    case .invalidArgument(let argument): self = .invalidArgument(argument)
    // The caller has stopped waiting and does not read this error.
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
    // The bus sends this error if the service ended before it replied.
    case "NoReply": return .portalEnded
    case "Timeout", "TimedOut": return .timedOut(method: method)
    case "Disconnected": return .busDisconnected
    default: return .refused(method: method, name: remote, message: message)
    }
  }
}
