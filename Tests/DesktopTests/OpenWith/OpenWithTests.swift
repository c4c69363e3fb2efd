internal import BusFixtures
internal import Desktop
internal import Foundation
internal import Testing

@Suite(.enabled(if: PrivateBus.isInstalled, "dbus-daemon is not installed"), .timeLimit(.minutes(10)))
@MainActor
struct OpenWithTests {
  @concurrent
  nonisolated private static func portal(on bus: PrivateBus) async throws -> FakePortal {
    try await FakePortal.start(on: bus) { call in
      call.member == "Close" ? .values("()") : .values("(objectpath '\(call.handle)',)")
    }
  }

  @Test("The portal receives a file as an open descriptor") func file() async throws {
    let bus = try await PrivateBus.start()
    let portal = try await Self.portal(on: bus)
    let opener = OpenWith(bus: SessionBus(environment: bus.environment))
    let url = URL(filePath: bus.directory + "/bus.conf")
    let result = Task {
      try await opener.open(url, parentWindow: "wayland:1", asks: true, activationToken: "token")
    }
    let call = try #require(try await portal.next("OpenFile"))
    #expect(call.arguments.hasPrefix("('wayland:1', 0, {"))
    #expect(call.arguments.contains("'activation_token': <'token'>, 'ask': <true>"))
    #expect(call.descriptorPaths == [bus.directory + "/bus.conf"])
    portal.respond(to: call, "(uint32 0, @a{sv} {})")
    #expect(try await result.value == .openedByPortal)
  }

  @Test("The portal receives an address as text") func address() async throws {
    let bus = try await PrivateBus.start()
    let portal = try await Self.portal(on: bus)
    let opener = OpenWith(bus: SessionBus(environment: bus.environment))
    let url = try #require(URL(string: "https://example.org/a?b=c"))
    let result = Task { try await opener.open(url) }
    let call = try #require(try await portal.next("OpenURI"))
    #expect(call.arguments.hasPrefix("('', 'https://example.org/a?b=c', {'ask': <false>, 'handle_token':"))
    portal.respond(to: call, "(uint32 1, @a{sv} {})")
    #expect(try await result.value == .canceled)
  }

  @Test("If the portal received the request but fails, GIO does not open the file")
  func failingPortal() async throws {
    let bus = try await PrivateBus.start()
    let portal = try await Self.portal(on: bus)
    let opener = OpenWith(bus: SessionBus(environment: bus.environment))
    let result = Task { try await opener.open(URL(filePath: "/tmp")) }
    portal.respond(to: try #require(try await portal.next("OpenFile")), "(uint32 2, @a{sv} {})")
    let failure = PortalError.dialogFailed(method: "org.freedesktop.portal.OpenURI.OpenFile")
    await #expect(throws: OpenWithError.portal(failure)) { _ = try await result.value }
  }

  @Test(
    "Opening an invalid URL or a missing file is an error",
    arguments: ["file://host/a", "file:///a%00b", "file:a", "relative", "file:///nonexistent/file"])
  func invalidURLs(text: String) async throws {
    let url = try #require(URL(string: text))
    let opener = OpenWith(bus: SessionBus(environment: DesktopEnvironment()))
    let expected: OpenWithError =
      text.contains("nonexistent")
      ? .cannotRead(path: "/nonexistent/file", reason: "No such file or directory") : .invalidURL
    await #expect(throws: expected) { _ = try await opener.open(url) }
  }
}
