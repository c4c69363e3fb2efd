import CommandLineText
import Desktop

/// The bus of the assistive technologies, on which clients offer their elements.
///
/// D-Bus: `org.a11y.Bus`. AT-SPI: `org.a11y.atspi.Registry`.
final class AccessibleBus {
  private let session: SessionBus
  private var bus: SessionBus?
  /// The longest time to wait for a reply of a client, in seconds.
  private static let timeout = Duration.seconds(2)

  /// - Parameter address: The address of the session bus; `nil` for that of the environment.
  init(address: String? = nil) {
    let environment = address.map { DesktopEnvironment(sessionBusAddress: $0) } ?? .current
    session = SessionBus(environment: environment, timeout: .seconds(10))
  }

  /// Lets clients offer their elements: an assistive technology is in use.
  ///
  /// - Throws: `BusError`.
  func enable() async throws(BusError) {
    let connection = try await session.connection()
    for name in ["IsEnabled", "ScreenReaderEnabled"] {
      let set = BusMethod(
        service: "org.a11y.Bus", path: "/org/a11y/bus", interface: Self.properties, name: "Set")
      let arguments = [
        BusValue.string("org.a11y.Status"), .string(name), .variant(.boolean(true)),
      ]
      _ = try await connection.call(set, arguments, timeout: .seconds(10))
    }
  }

  /// Calls ``enable()``, and prints the reason why it failed.
  func enableOrReport() async {
    do throws(BusError) { try await enable() } catch {
      printError("the session bus has no services of assistive technologies: \(error)")
    }
  }

  /// Returns the open connection, or connects first.
  private func connection() async throws(BusError) -> BusConnection {
    if bus == nil {
      // Requests at the same time share one attempt.
      let task = opening ?? Task { await find() }
      opening = task
      let result = await task.value
      opening = nil
      bus = try result.get()
    }
    guard let bus else { throw .noAddress }
    do throws(BusError) { return try await bus.connection() } catch {
      // The next bus may have another address.
      self.bus = nil
      throw error
    }
  }
  private var opening: Task<Result<SessionBus, BusError>, Never>?

  /// Asks for the address of the bus.
  private func find() async -> Result<SessionBus, BusError> {
    do throws(BusError) {
      let method = BusMethod(
        service: "org.a11y.Bus", path: "/org/a11y/bus", interface: "org.a11y.Bus", name: "GetAddress")
      let reply = try await session.connection().call(method, [], timeout: .seconds(10))
      guard case .string(let address)? = reply.first else { throw .malformed("no address") }
      let environment = DesktopEnvironment(sessionBusAddress: address)
      return .success(SessionBus(environment: environment, timeout: .seconds(10)))
    } catch { return .failure(error) }
  }

  // MARK: Calls

  private static let properties = "org.freedesktop.DBus.Properties"
  private static let registry = AccessibleElement.Reference(
    service: "org.a11y.atspi.Registry", path: "/org/a11y/atspi/accessible/root")

  /// Calls a method of an element. Without an answer, or with an error, it returns `nil`: clients end, and their elements go.
  func ask(
    _ element: AccessibleElement.Reference, _ interface: String, _ method: String,
    _ arguments: [BusValue] = []
  ) async -> BusValue? {
    let full = interface.hasPrefix("org.") ? interface : "org.a11y.atspi." + interface
    let method = BusMethod(service: element.service, path: element.path, interface: full, name: method)
    return try? await connection().call(method, arguments, timeout: Self.timeout).first
  }

  /// Reads a property of an element.
  func property(_ name: String, _ interface: String, of element: AccessibleElement.Reference) async
    -> BusValue?
  {
    await ask(element, Self.properties, "Get", [.string("org.a11y.atspi." + interface), .string(name)])?
      .unwrapped
  }

  func children(of element: AccessibleElement.Reference) async -> [AccessibleElement.Reference] {
    guard case .array(_, let entries)? = await ask(element, "Accessible", "GetChildren") else { return [] }
    return entries.compactMap(AccessibleElement.Reference.init)
  }

  /// Returns the bounds of an element in the coordinates of the client's window; `nil` if it has none.
  func frame(
    of element: AccessibleElement.Reference
  ) async -> (x: Int, y: Int, width: Int, height: Int)? {
    let extents = await ask(element, "Component", "GetExtents", [.uint32(1)])  // 1: in the window
    guard case .tuple(let parts)? = extents else { return nil }
    let numbers = parts.compactMap { if case .int32(let number) = $0 { Int(number) } else { nil } }
    return numbers.count == 4 ? (numbers[0], numbers[1], numbers[2], numbers[3]) : nil
  }

  /// Returns the elements that a program describes in one reply.
  func cache(of program: AccessibleElement.Reference) async -> ElementCache {
    let cache = AccessibleElement.Reference(service: program.service, path: "/org/a11y/atspi/cache")
    return ElementCache(await ask(cache, "Cache", "GetItems"))
  }

  /// The programs that have registered, with the IDs of their processes.
  ///
  /// - Throws: `BusError` if there is no bus.
  func programs() async throws(BusError) -> [(reference: AccessibleElement.Reference, processID: Int)] {
    _ = try await connection()
    var programs: [(AccessibleElement.Reference, Int)] = []
    for program in await children(of: Self.registry) {
      let daemon = AccessibleElement.Reference(service: "org.freedesktop.DBus", path: "/org/freedesktop/DBus")
      let reply = await ask(
        daemon, "org.freedesktop.DBus", "GetConnectionUnixProcessID", [.string(program.service)])
      if case .uint32(let id)? = reply { programs.append((program, Int(id))) }
    }
    return programs
  }
}
