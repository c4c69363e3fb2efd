internal import BusFixtures
internal import Desktop
internal import Foundation
internal import TestSupport
import Testing

@Suite(.enabled(if: PrivateBus.isInstalled, "dbus-daemon is not installed"), .timeLimit(.minutes(10)))
@MainActor
struct SessionBusTests {
  @Test("Without a bus address the status is `noSessionBus`, and all settings have their default values")
  func withoutAnAddressThereIsNoBus() async {
    let environment = DesktopEnvironment()
    let monitor = SettingsMonitor(bus: SessionBus(environment: environment), environment: environment)
    #expect(await monitor.firstRead() == DesktopSettings())
    #expect(monitor.status == .unavailable(.noSessionBus))
    #expect(PortalError.noSessionBus.description.contains("dbus-user-session"))
  }

  @Test("If the environment contains no bus address, the socket `bus` in XDG_RUNTIME_DIR is used")
  func theSocketInXDGRUNTIMEDIRIsTheBus() async throws {
    let bus = try await PrivateBus.start()
    let environment = DesktopEnvironment(sessionBusAddress: "", runtimeDirectory: bus.directory)
    #expect(environment.busAddress?.hasPrefix("unix:path=") == true)
    let connection = try await SessionBus(environment: environment).connection()
    #expect(connection.uniqueName.hasPrefix(":"))
    #expect(DesktopEnvironment(runtimeDirectory: bus.directory + "/none").busAddress == nil)
  }

  @Test("Special characters in an address are escaped")
  func anAddressWithOddCharactersIsEscaped() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "a,b;c é\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let bus = try await PrivateBus.start()
    try FileManager.default.moveItem(atPath: bus.directory + "/bus", toPath: folder.path + "/bus")
    let environment = DesktopEnvironment(runtimeDirectory: folder.path)
    #expect(try await SessionBus(environment: environment).connection().isOpen)
  }

  @Test("If the bus cannot be reached, the status reports the error") func aBusThatCannotBeReachedIs() async {
    let session = SessionBus(environment: DesktopEnvironment(sessionBusAddress: "unix:path=/nonexistent/bus"))
    await #expect(throws: BusError.self) { _ = try await session.connection() }
    let malformed = SessionBus(environment: DesktopEnvironment(sessionBusAddress: "=;,"))
    await #expect(throws: BusError.self) { _ = try await malformed.connection() }
  }

  @Test("If a bus accepts the connection but sends nothing, connecting times out")
  func aBusThatAcceptsAndSaysNothing() async throws {
    let silent = try SilentSocket()
    let environment = DesktopEnvironment(sessionBusAddress: silent.address)
    let session = SessionBus(environment: environment, timeout: .milliseconds(200))
    let monitor = SettingsMonitor(bus: session, environment: environment)
    _ = await monitor.firstRead()
    #expect(
      monitor.status
        == .unavailable(.cannotConnect(address: silent.address, reason: "it did not answer in time")))
  }

  @Test("Tasks that request a connection at the same time get the same connection")
  func tasksThatAskAtTheSameTime() async throws {
    let bus = try await PrivateBus.start()
    let session = SessionBus(environment: bus.environment)
    async let first = session.connection()
    async let second = session.connection()
    #expect(try await first === second)
  }

  @Test("After the end of a bus, the next request connects to the new bus at the same address")
  func afterTheBusHasEndedANew() async throws {
    let first = try await PrivateBus.start()
    let second = try await PrivateBus.start()
    let session = SessionBus(environment: first.environment)
    let connection = try await session.connection()
    let closings = ReportQueue<Void>()
    let subscription = connection.subscribe(
      to: BusSignalPattern(sender: "org.example", path: "/", interface: "org.example", name: "None")
    ) { event in
      if event == .disconnected { closings.report(()) }
    }
    first.kill()
    try await closings.next("the end of the bus")
    #expect(!connection.isOpen)
    await #expect(throws: BusError.self) { _ = try await session.connection() }

    try FileManager.default.removeItem(atPath: first.directory + "/bus")
    try FileManager.default.moveItem(atPath: second.directory + "/bus", toPath: first.directory + "/bus")
    #expect(try await session.connection().isOpen)
    subscription.cancel()
  }

  @Test("When a connection is no longer used, it is deallocated") func aConnectionWithoutAnOwnerIsClosed()
    async throws
  {
    let bus = try await PrivateBus.start()
    weak var ended: BusConnection?
    do {
      let session = SessionBus(environment: bus.environment)
      ended = try await session.connection()
    }
    #expect(ended == nil)
  }
}

/// A socket that accepts connections into its queue and never sends data.
private final class SilentSocket {
  private let socket: Int32
  private let path: String

  var address: String { "unix:path=\(path)" }

  init() throws {
    path = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
    socket = Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(path.utf8) + [0]) }
    let result = withUnsafePointer(to: &address) { address in
      address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(socket, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    try #require(result == 0 && listen(socket, 8) == 0)
  }

  deinit {
    close(socket)
    unlink(path)
  }
}
