/// Names of the desktop portal.
///
/// Portal: `org.freedesktop.portal.Desktop`.
enum Portal {
  static let service = "org.freedesktop.portal.Desktop"
  static let path = "/org/freedesktop/portal/desktop"

  /// Returns the address of a method. `interface` is the interface's name without the prefix
  /// `org.freedesktop.portal.`.
  static func method(_ interface: String, _ name: String, path: String = path) -> BusMethod {
    BusMethod(service: service, path: path, interface: "org.freedesktop.portal." + interface, name: name)
  }

  /// Returns the pattern of a signal. `interface` is the interface's name without the prefix
  /// `org.freedesktop.portal.`.
  static func signal(_ interface: String, _ name: String, path: String = path) -> BusSignalPattern {
    BusSignalPattern(
      sender: service, path: path, interface: "org.freedesktop.portal." + interface, name: name)
  }

  /// The signal that the bus emits when the portal starts, restarts or ends. Its arguments are the name, the old owner
  /// and the new owner; an empty string means no owner.
  ///
  /// D-Bus: `org.freedesktop.DBus.NameOwnerChanged`.
  static let ownerChanged = BusSignalPattern(
    sender: "org.freedesktop.DBus", path: "/org/freedesktop/DBus", interface: "org.freedesktop.DBus",
    name: "NameOwnerChanged", firstArgument: service)
}
