internal import Glibc

/// The environment variables that this module reads.
package struct DesktopEnvironment: Hashable, Sendable {
  /// `DBUS_SESSION_BUS_ADDRESS`: the address of the session bus.
  package var sessionBusAddress: String?
  /// `XDG_RUNTIME_DIR`: the folder that contains the session bus's socket `bus`. It is used if there is no address.
  package var runtimeDirectory: String?
  /// `GTK_THEME`: a theme such as `Adwaita:dark` or `HighContrast`.
  package var gtkTheme: String?
  /// `GDK_DPI_SCALE`: a factor for the size of text.
  package var dpiScale: String?

  package init(
    sessionBusAddress: String? = nil, runtimeDirectory: String? = nil, gtkTheme: String? = nil,
    dpiScale: String? = nil
  ) {
    self.sessionBusAddress = sessionBusAddress
    self.runtimeDirectory = runtimeDirectory
    self.gtkTheme = gtkTheme
    self.dpiScale = dpiScale
  }

  /// The environment variables of this process. They are read at each access.
  package static var current: DesktopEnvironment {
    DesktopEnvironment(
      sessionBusAddress: variable("DBUS_SESSION_BUS_ADDRESS"), runtimeDirectory: variable("XDG_RUNTIME_DIR"),
      gtkTheme: variable("GTK_THEME"), dpiScale: variable("GDK_DPI_SCALE"))
  }

  /// The address of the session bus; `nil` if there is none.
  ///
  /// It is ``sessionBusAddress`` if that is set, otherwise the socket `bus` in ``runtimeDirectory`` if this user owns
  /// the socket. No bus is started.
  package var busAddress: String? {
    if let sessionBusAddress, !sessionBusAddress.isEmpty { return sessionBusAddress }
    guard let runtimeDirectory, !runtimeDirectory.isEmpty else { return nil }
    let path = runtimeDirectory + "/bus"
    var status = stat()
    guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFSOCK, status.st_uid == geteuid() else {
      return nil
    }
    return "unix:path=" + path.utf8.map(Self.escaped).joined()
  }

  /// Returns a byte as text of an address. Bytes that an address cannot contain are written as `%` and two digits
  /// (D-Bus specification, server addresses).
  private static func escaped(_ byte: UInt8) -> String {
    let character = Character(UnicodeScalar(byte))
    if character.isASCII, character.isLetter || character.isNumber || "-_/.\\*".contains(character) {
      return String(character)
    }
    let digits = String(byte, radix: 16)
    return digits.count == 1 ? "%0" + digits : "%" + digits
  }

  private static func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
}
