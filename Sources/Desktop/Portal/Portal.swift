/// Names of the desktop portal.
///
/// Portal: `org.freedesktop.portal.Desktop`.
enum Portal {
  static let service = "org.freedesktop.portal.Desktop"
  static let path = "/org/freedesktop/portal/desktop"

  /// Returns the address of a method of `interface`, given without `org.freedesktop.portal.`.
  static func method(_ interface: String, _ name: String, path: String = path) -> BusMethod {
    BusMethod(service: service, path: path, interface: "org.freedesktop.portal." + interface, name: name)
  }

  /// Returns the pattern of a signal of `interface`, given without `org.freedesktop.portal.`.
  static func signal(_ interface: String, _ name: String, path: String = path) -> BusSignalPattern {
    BusSignalPattern(
      sender: service, path: path, interface: "org.freedesktop.portal." + interface, name: name)
  }

  /// Emitted by the bus when the portal starts, restarts or ends. Arguments: the name, its old owner, its new
  /// owner; no owner is an empty string.
  ///
  /// D-Bus: `org.freedesktop.DBus.NameOwnerChanged`.
  static let ownerChanged = BusSignalPattern(
    sender: "org.freedesktop.DBus", path: "/org/freedesktop/DBus", interface: "org.freedesktop.DBus",
    name: "NameOwnerChanged", firstArgument: service)
}
