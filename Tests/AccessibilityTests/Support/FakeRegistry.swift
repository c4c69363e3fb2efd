import BusFixtures
import Desktop
import TestSupport
import Testing

/// The services of assistive technologies, and a client, on a bus of the test.
@MainActor
final class FakeRegistry {
  static let root = "/org/a11y/atspi/accessible/root"

  private let session: SessionBus
  private let address: String
  private let connection: BusConnection
  private var service: BusService?
  private var subscriptions: [BusSubscription] = []
  private var patterns: [String] = []
  private(set) var isEnabled = false
  /// The program that has registered.
  private(set) var application: (name: String, path: String)?
  /// Reports when a program has registered, and when it has read the listeners.
  let registrations = ReportQueue<Void>()
  let readings = ReportQueue<Void>()
  /// The signals of the program.
  let events = ReportQueue<Event>()
  /// If set, calls to the bus of the assistive technologies fail.
  var hidesAddress = false
  /// The number of times that the address was asked for.
  private(set) var addressCalls = 0

  /// A signal of the program.
  struct Event: Hashable, Sendable, CustomStringConvertible {
    let name: String
    let path: String
    let arguments: [BusValue]

    var detail: String { if case .string(let text)? = arguments.first { text } else { "" } }
    var detail1: Int32 {
      if arguments.count > 1, case .int32(let number) = arguments[1] { number } else { 0 }
    }
    var value: BusValue? { arguments.count > 3 ? arguments[3].unwrapped : nil }
    var description: String {
      let words =
        [name, detail, "\(detail1)"]
        + (value.map { value -> [String] in
          switch value {
          case .string(let text): [text]
          case .double(let number): ["\(number)"]
          default: []
          }
        } ?? [])
      return words.filter { !$0.isEmpty }.joined(separator: " ")
    }
  }

  /// Starts the services on `bus`.
  static func start(on bus: PrivateBus, isEnabled: Bool = true) async throws -> FakeRegistry {
    let session = SessionBus(environment: bus.environment)
    let registry = FakeRegistry(session, try await session.connection(), bus.address, isEnabled)
    for name in ["org.a11y.Bus", "org.a11y.atspi.Registry"] { try await registry.own(name) }
    return registry
  }

  private init(_ session: SessionBus, _ connection: BusConnection, _ address: String, _ isEnabled: Bool) {
    (self.session, self.connection, self.address, self.isEnabled) = (session, connection, address, isEnabled)
    service = connection.serve("/org/a11y/") { [weak self] request in
      self?.answer(request) ?? .failure(BusFault(name: "org.example.Gone", message: ""))
    }
    let names = [
      "StateChanged", "PropertyChange", "ChildrenChanged", "TextChanged", "TextCaretMoved",
      "TextSelectionChanged", "SelectionChanged", "ActiveDescendantChanged", "BoundsChanged", "Announcement",
      "AttributesChanged",
    ]
    let kinds =
      names.map { ("Object", $0) } + ["Activate", "Deactivate", "Create", "Destroy"].map { ("Window", $0) }
    subscriptions = kinds.map { interface, name in
      connection.subscribe(
        to: BusSignalPattern(
          sender: nil, path: nil, interface: "org.a11y.atspi.Event.\(interface)", name: name)
      ) { [weak self] event in
        if case .signal(let path, let arguments) = event {
          self?.events.report(Event(name: name, path: path, arguments: arguments))
        }
      }
    }
  }

  private func own(_ name: String) async throws {
    let method = BusMethod(
      service: "org.freedesktop.DBus", path: "/org/freedesktop/DBus", interface: "org.freedesktop.DBus",
      name: "RequestName")
    _ = try await connection.call(method, [.string(name), .uint32(7)], timeout: .seconds(25))
  }

  private func answer(_ request: BusRequest) -> Result<[BusValue], BusFault> {
    switch request.method {
    case "GetAll":
      return .success([.options(["IsEnabled": .boolean(false), "ScreenReaderEnabled": .boolean(isEnabled)])])
    case "GetAddress":
      addressCalls += 1
      return hidesAddress
        ? .failure(BusFault(name: "org.example.None", message: "")) : .success([.string(address)])
    case "Embed":
      if case .tuple(let pair)? = request.arguments.first, case .string(let name) = pair[0],
        case .objectPath(let path) = pair[1]
      {
        application = (name, path)
        registrations.report(())
      }
      return .success([.tuple([.string(connection.uniqueName), .objectPath(Self.root)])])
    case "GetRegisteredEvents":
      defer { readings.report(()) }
      return .success([
        .array(of: "(ss)", patterns.map { .tuple([.string(connection.uniqueName), .string($0)]) })
      ])
    default:
      return .failure(BusFault(name: "org.freedesktop.DBus.Error.UnknownMethod", message: request.method))
    }
  }

  // MARK: Assistive technologies

  /// Turns the status on or off.
  func setEnabled(_ isEnabled: Bool) throws {
    self.isEnabled = isEnabled
    try connection.emit(
      "PropertiesChanged", interface: "org.freedesktop.DBus.Properties", path: "/org/a11y/bus",
      [
        .string("org.a11y.Status"), .options(["ScreenReaderEnabled": .boolean(isEnabled)]),
        .array(of: "s", []),
      ])
  }

  /// Listens to events, and waits until the program knows.
  func listen(to patterns: [String]) async throws {
    self.patterns = patterns
    while !readings.isEmpty { _ = await readings.next() }
    try connection.emit(
      "EventListenerRegistered", interface: "org.a11y.atspi.Registry", path: "/org/a11y/atspi/registry",
      [.string(connection.uniqueName), .string(patterns.first ?? ""), .array(of: "s", [])])
    try await readings.next("the program reads the listeners")
    // The reply is processed before the reply to a later call.
    _ = try await call("GetRole")
  }

  /// Calls a method of the program.
  func call(
    _ method: String, _ arguments: [BusValue] = [], on path: String = root,
    interface: String = "Accessible"
  ) async throws -> [BusValue] {
    let full = interface.contains(".") ? interface : "org.a11y.atspi.\(interface)"
    return try await connection.call(
      BusMethod(service: application?.name ?? "", path: path, interface: full, name: method), arguments,
      timeout: .seconds(25))
  }

  /// Calls a method without waiting for the reply.
  func start(
    _ method: String, _ arguments: [BusValue], on path: String, interface: String,
    completion: @escaping BusCall.Completion
  )
    throws
  {
    let full = interface.contains(".") ? interface : "org.a11y.atspi.\(interface)"
    try connection.start(
      BusMethod(service: application?.name ?? "", path: path, interface: full, name: method), arguments,
      timeout: .seconds(60), completion: completion)
  }

  /// Reads a property of an object.
  func property(_ name: String, of path: String, interface: String = "Accessible") async throws -> BusValue {
    let values = try await call(
      "Get", [.string("org.a11y.atspi.\(interface)"), .string(name)], on: path,
      interface: "org.freedesktop.DBus.Properties")
    return values.first?.unwrapped ?? .string("")
  }

  func name(of path: String) async throws -> String {
    if case .string(let name) = try await property("Name", of: path) { name } else { "" }
  }

  func children(of path: String = root) async throws -> [String] {
    guard case .array(_, let references)? = try await call("GetChildren", on: path).first else { return [] }
    return references.compactMap {
      if case .tuple(let pair) = $0, case .objectPath(let path) = pair[1] { path } else { nil }
    }
  }

  /// Returns the path of the first object with a name.
  func find(_ name: String, below path: String = root) async throws -> String? {
    for child in try await children(of: path) {
      if try await self.name(of: child) == name { return child }
      if let found = try await find(name, below: child) { return found }
    }
    return nil
  }

  /// Performs an action of an object by its name.
  func perform(_ action: String, on path: String) async throws -> Bool {
    guard case .array(_, let actions)? = try await call("GetActions", on: path, interface: "Action").first,
      let index = actions.firstIndex(where: {
        if case .tuple(let words) = $0 { words[0] == .string(action) } else { false }
      })
    else { return false }
    return try await call("DoAction", [.int32(Int32(index))], on: path, interface: "Action") == [
      .boolean(true)
    ]
  }

  /// The states of an object, as the bits of AT-SPI.
  func states(of path: String) async throws -> UInt64 {
    guard case .array(_, let words)? = try await call("GetState", on: path).first, words.count == 2,
      case .uint32(let low) = words[0], case .uint32(let high) = words[1]
    else { return 0 }
    return UInt64(high) << 32 | UInt64(low)
  }

  /// Returns the events until the first one whose text begins with `prefix`, including it.
  func events(until prefix: String) async throws -> [Event] {
    var seen: [Event] = []
    while true {
      let event = try await events.next("the event \(prefix) after \(seen)")
      seen.append(event)
      if event.description.hasPrefix(prefix) { return seen }
    }
  }
}
