internal import BusFixtures
internal import Desktop
internal import TestSupport
import Testing

/// Tests of answering the calls of other programs.
@Suite(.enabled(if: PrivateBus.isInstalled, "dbus-daemon is not installed"), .timeLimit(.minutes(10)))
@MainActor
struct BusServiceTests {
  /// A service and a client on a bus.
  private struct Rig {
    let bus: PrivateBus
    let service: BusConnection
    let client: BusConnection

    init() async throws {
      bus = try await PrivateBus.start()
      service = try await SessionBus(environment: bus.environment).connection()
      client = try await SessionBus(environment: bus.environment).connection()
    }

    @MainActor
    func method(_ name: String, path: String = "/echo/a") -> BusMethod {
      BusMethod(service: service.uniqueName, path: path, interface: "org.example.Echo", name: name)
    }
  }

  @Test("A call below the path is answered by its values or by a fault, others are left to GIO")
  func answers() async throws {
    let rig = try await Rig()
    let service = rig.service.serve("/echo/") { request in
      guard request.method == "Echo" else { return .failure(.invalidArguments(request.method)) }
      return .success([.string("\(request.interface) \(request.path)")] + request.arguments)
    }
    #expect(
      try await rig.client.call(rig.method("Echo"), [.int32(7)], timeout: .seconds(25))
        == [.string("org.example.Echo /echo/a"), .int32(7)])
    await #expect(
      throws: BusError.remote(name: "org.freedesktop.DBus.Error.InvalidArgs", message: "Fail")
    ) { _ = try await rig.client.call(rig.method("Fail"), [], timeout: .seconds(25)) }
    await #expect(throws: BusError.self) {
      _ = try await rig.client.call(rig.method("Echo", path: "/other"), [], timeout: .seconds(25))
    }
    withExtendedLifetime(service) {}
  }

  @Test("A reply that cannot be sent is replaced by an error") func invalidReply() async throws {
    let rig = try await Rig()
    let service = rig.service.serve("/echo/") { _ in .success([.objectPath("no path")]) }
    await #expect(throws: BusError.self) {
      _ = try await rig.client.call(rig.method("Echo"), [], timeout: .seconds(25))
    }
    withExtendedLifetime(service) {}
  }

  @Test("After the service is deallocated, calls are no longer answered") func end() async throws {
    let rig = try await Rig()
    var service: BusService? = rig.service.serve("/echo/") { _ in .success([]) }
    _ = try await rig.client.call(rig.method("Echo"), [], timeout: .seconds(25))
    #expect(service != nil)
    service = nil
    await #expect(throws: BusError.self) {
      _ = try await rig.client.call(rig.method("Echo"), [], timeout: .seconds(25))
    }
  }

  @Test("Calls beyond the largest number of unanswered ones are refused") func limit() async throws {
    let rig = try await Rig()
    let service = rig.service.serve("/echo/", maximumCount: 1) { _ in .success([]) }
    let count = 4000
    var (answered, refused) = (0, 0)
    let done = ReportQueue<Void>()
    for _ in 0..<count {
      try rig.client.start(rig.method("Echo"), [], timeout: .seconds(60)) { reply in
        switch reply {
        case .success: answered += 1
        case .failure(
          .remote("org.freedesktop.DBus.Error.LimitsExceeded", "There are too many unanswered calls.")):
          refused += 1
        case .failure(let error): Issue.record(error)
        }
        if answered + refused == count { done.report(()) }
      }
    }
    try await done.next("all replies")
    #expect(answered > 0 && refused > 0)
    withExtendedLifetime(service) {}
  }

  @Test("A signal reaches the programs that subscribed to it") func signal() async throws {
    let rig = try await Rig()
    let events = ReportQueue<BusEvent>()
    let pattern = BusSignalPattern(sender: nil, path: nil, interface: "org.example.Echo", name: "Rang")
    let subscription = rig.client.subscribe(to: pattern) { events.report($0) }
    let bus = BusMethod(
      service: "org.freedesktop.DBus", path: "/", interface: "org.freedesktop.DBus", name: "GetId")
    _ = try await rig.client.call(bus, [], timeout: .seconds(25))  // The match rule is in place.
    try rig.service.emit("Rang", interface: "org.example.Echo", path: "/bell", [.int32(3)])
    #expect(try await events.next("the signal") == .signal(path: "/bell", arguments: [.int32(3)]))
    subscription.cancel()
  }
}
