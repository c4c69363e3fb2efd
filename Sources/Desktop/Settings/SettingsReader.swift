/// Reads all settings that ``DesktopSettings`` knows from the portal.
@MainActor
struct SettingsReader {
  let connection: BusConnection
  let timeout: Duration

  /// Reads all keys with one call. If the portal refuses that call or answers with another type, each key is read
  /// on its own.
  ///
  /// Portal: `org.freedesktop.portal.Settings.ReadAll`.
  func values() async throws(PortalError) -> [SettingKey: BusValue] {
    let method = Portal.method("Settings", "ReadAll")
    let namespaces = Set(SettingKey.all.map(\.namespace)).sorted()
    do throws(PortalError) {
      let reply = try await call(method, [.array(of: "s", namespaces.map { .string($0) })])
      return try Self.read(reply, method: method)
    } catch {
      switch error {
      case .refused, .malformedAnswer: return try await singleValues()
      default: throw error
      }
    }
  }

  /// Keys that the portal refuses, or answers with another type, are missing from the result.
  ///
  /// Portal: `org.freedesktop.portal.Settings.Read`.
  private func singleValues() async throws(PortalError) -> [SettingKey: BusValue] {
    let method = Portal.method("Settings", "Read")
    var values: [SettingKey: BusValue] = [:]
    for key in SettingKey.all {
      do throws(PortalError) {
        let reply = try await call(method, [.string(key.namespace), .string(key.key)])
        // Two variants around the value, because of an error in the first portals that was kept.
        if reply.count == 1, case .variant = reply[0] { values[key] = reply[0].unwrapped }
      } catch {
        switch error {
        case .refused, .malformedAnswer: continue
        default: throw error
        }
      }
    }
    return values
  }

  private func call(_ method: BusMethod, _ arguments: [BusValue]) async throws(PortalError) -> [BusValue] {
    do throws(BusError) {
      return try await connection.call(method, arguments, timeout: timeout)
    } catch {
      throw PortalError(error, method: method)
    }
  }

  /// Reads `a{sa{sv}}`.
  private static func read(
    _ reply: [BusValue], method: BusMethod
  ) throws(PortalError) -> [SettingKey: BusValue] {
    guard reply.count == 1, reply[0].type == "a{sa{sv}}", let namespaces = reply[0].dictionary else {
      let found = BusError.malformed("arguments of the type " + BusValue.tuple(reply).type)
      throw PortalError(found, method: method)
    }
    var values: [SettingKey: BusValue] = [:]
    for key in SettingKey.all { values[key] = namespaces[key.namespace]?.dictionary?[key.key] }
    return values
  }
}
