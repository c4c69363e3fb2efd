/// Reads, once, all settings of ``DesktopSettings`` from the portal.
///
/// It uses callbacks instead of tasks. A waiting task starts Dispatch's thread pool, which then wakes the process
/// every second (`Documentation/Decisions/0001-no-waiting-tasks-at-rest.md`).
@MainActor
final class SettingsReader {
  typealias Completion = @MainActor (Result<[SettingKey: BusValue], PortalError>) -> Void

  private enum Phase {
    case idle
    case readingAll(BusCall)
    /// The keys are read one by one; this call reads the current key.
    case readingKey(BusCall)
    case finished
  }

  private var phase = Phase.idle
  private let connection: BusConnection
  private let timeout: Duration
  private let completion: Completion

  /// - Parameter completion: Called once with the result, unless the read is canceled.
  init(connection: BusConnection, timeout: Duration, completion: @escaping Completion) {
    self.connection = connection
    self.timeout = timeout
    self.completion = completion
  }

  /// Reads all keys with one call. If the portal refuses the call or its reply has an unexpected type, each key is
  /// read with a separate call.
  ///
  /// Portal: `org.freedesktop.portal.Settings.ReadAll`.
  func start() {
    let namespaces = Set(SettingKey.all.map(\.namespace)).sorted()
    let method = Portal.method("Settings", "ReadAll")
    let call = call(method, [.array(of: "s", namespaces.map { .string($0) })]) { reader, result in
      do throws(PortalError) {
        reader.finish(.success(try Self.values(in: try result.get(), method: method)))
      } catch {
        if error.concernsOneCall {
          reader.read(SettingKey.all[...], values: [:])
        } else {
          reader.finish(.failure(error))
        }
      }
    }
    if let call { phase = .readingAll(call) }
  }

  /// Ends the read without calling the completion.
  func cancel() {
    switch phase {
    case .readingAll(let call), .readingKey(let call): call.cancel()
    case .idle, .finished: break
    }
    phase = .finished
  }

  /// Reads the first of `keys`, then the others. A key is missing from the result if the portal refuses it or its
  /// value has an unexpected type.
  ///
  /// Portal: `org.freedesktop.portal.Settings.Read`.
  private func read(_ keys: ArraySlice<SettingKey>, values: [SettingKey: BusValue]) {
    guard let key = keys.first else { return finish(.success(values)) }
    let arguments: [BusValue] = [.string(key.namespace), .string(key.key)]
    let call = call(Portal.method("Settings", "Read"), arguments) { reader, result in
      var values = values
      do throws(PortalError) {
        let reply = try result.get()
        // The value is inside two variants. The first portals did so by mistake, and later ones keep it for
        // compatibility.
        if reply.count == 1, case .variant = reply[0] { values[key] = reply[0].unwrapped }
      } catch {
        guard error.concernsOneCall else { return reader.finish(.failure(error)) }
      }
      reader.read(keys.dropFirst(), values: values)
    }
    if let call { phase = .readingKey(call) }
  }

  /// - Returns: The call; `nil` if it cannot be sent, which ends the read.
  private func call(
    _ method: BusMethod, _ arguments: [BusValue],
    reply: @escaping @MainActor (SettingsReader, Result<[BusValue], PortalError>) -> Void
  ) -> BusCall? {
    do throws(BusError) {
      return try connection.start(method, arguments, timeout: timeout) { [weak self] result in
        guard let self else { return }
        reply(self, result.mapError { PortalError($0, method: method) })
      }
    } catch {
      finish(.failure(PortalError(error, method: method)))
      return nil
    }
  }

  private func finish(_ result: Result<[SettingKey: BusValue], PortalError>) {
    phase = .finished
    completion(result)
  }

  /// Returns the values in a reply of the type `a{sa{sv}}`.
  private static func values(
    in reply: [BusValue], method: BusMethod
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

extension PortalError {
  /// Whether the error is specific to one call, so that another call may succeed.
  fileprivate var concernsOneCall: Bool {
    switch self {
    case .refused, .malformedAnswer: true
    default: false
    }
  }
}
