internal import BusFixtures
internal import Desktop
internal import Foundation
internal import TestSupport
import Testing

@Suite(.enabled(if: PrivateBus.isInstalled, "dbus-daemon is not installed"), .timeLimit(.minutes(10)))
@MainActor
struct FileChooserTests {
  /// Starts a portal that opens each dialog. The test sends the responses.
  @concurrent
  nonisolated private static func portal(on bus: PrivateBus) async throws -> FakePortal {
    try await FakePortal.start(on: bus) { call in
      call.member == "Close" ? .values("()") : .values("(objectpath '\(call.handle)',)")
    }
  }

  @Test("The chosen files are returned in order") func chosenFiles() async throws {
    let bus = try await PrivateBus.start()
    let portal = try await Self.portal(on: bus)
    let chooser = FileChooser(bus: SessionBus(environment: bus.environment))
    let choice = Task { try await chooser.openFiles(title: "Open pictures", parentWindow: "wayland:abc") }
    let call = try #require(try await portal.next("OpenFile"))
    #expect(call.arguments.hasPrefix("('wayland:abc', 'Open pictures', {"))
    #expect(call.arguments.contains("'multiple': <true>"))
    #expect(call.arguments.contains("'modal': <true>"))
    #expect(!call.arguments.contains("directory"))

    portal.respond(to: call, "(uint32 0, {'uris': <['file:///b%20c.jpg', 'file:///%C3%A4']>, 'extra': <1>})")
    #expect(try await choice.value == .chosen([URL(filePath: "/b c.jpg"), URL(filePath: "/ä")]))
  }

  @Test("All options are sent to the portal with their documented types") func options() async throws {
    let bus = try await PrivateBus.start()
    let portal = try await Self.portal(on: bus)
    let chooser = FileChooser(bus: SessionBus(environment: bus.environment))
    var options = FileChooserOptions()
    let pictures = FileFilter("Pictures", [.pattern("*.jpg"), .contentType("image/png")])
    options.acceptLabel = "_Show"
    options.isModal = false
    options.filters = [pictures, FileFilter("All", [])]
    options.currentFilter = pictures
    options.currentFolder = URL(filePath: "/tmp/ä b")
    let choice = Task {
      try await chooser.saveFile(suggestedName: "copy.png", title: "Save", options: options)
    }
    let call = try #require(try await portal.next("SaveFile"))
    for expected in [
      "'accept_label': <'_Show'>", "'current_name': <'copy.png'>", "'modal': <false>",
      "'current_filter': <('Pictures', [(uint32 0, '*.jpg'), (uint32 1, 'image/png')])>",
      "'filters': <[('Pictures', [(0, '*.jpg'), (1, 'image/png')]), ('All', [])]>",
      "'current_folder': <b'/tmp/\\303\\244 b'>",
    ] {
      let untyped = call.arguments.replacing("uint32 ", with: "")
      #expect(untyped.contains(expected.replacing("uint32 ", with: "")), "\(call.arguments)")
    }
    portal.respond(to: call, "(uint32 0, {'uris': <['file:///tmp/copy.png']>})")
    #expect(try await choice.value == .chosen([URL(filePath: "/tmp/copy.png")]))
  }

  @Test("The request for a folder has the option `directory`") func folder() async throws {
    let bus = try await PrivateBus.start()
    let portal = try await Self.portal(on: bus)
    let chooser = FileChooser(bus: SessionBus(environment: bus.environment))
    let choice = Task { try await chooser.openFolder(title: "Folder") }
    let call = try #require(try await portal.next("OpenFile"))
    #expect(call.arguments.contains("'directory': <true>"))
    portal.respond(to: call, "(uint32 0, {'uris': <['file:///tmp']>})")
    guard case .chosen(let urls) = try await choice.value else { throw ExpectationFailed() }
    #expect(urls.map { $0.path(percentEncoded: false) } == ["/tmp"])
  }

  @Test("A response is accepted even before the reply to the call, or at a path that the portal chose")
  func paths()
    async throws
  {
    let bus = try await PrivateBus.start()
    let early = try await FakePortal.start(on: bus) { _ in .nothing }
    let chooser = FileChooser(bus: SessionBus(environment: bus.environment))
    let choice = Task { try await chooser.openFolder(title: "") }
    early.respond(to: try #require(await early.next("OpenFile")), "(uint32 1, @a{sv} {})")
    #expect(try await choice.value == .canceled)
    early.stop()

    let old = "/org/freedesktop/portal/desktop/request/old"
    let other = try await FakePortal.start(on: bus) { call in
      call.member == "OpenFile" ? .values("(objectpath '\(old)',)") : .values("(<<uint32 1>>,)")
    }
    let session = SessionBus(environment: bus.environment)
    let second = FileChooser(bus: session)
    let later = Task { try await second.openFolder(title: "") }
    _ = try await other.next("OpenFile")
    // The reply to a later call shows that the client has subscribed to the path of the first reply.
    let method = BusMethod(
      service: "org.freedesktop.portal.Desktop", path: "/a", interface: "a.b", name: "Wait")
    for _ in 0..<2 { _ = try await session.connection().call(method, [], timeout: .seconds(25)) }
    other.emit("Response", interface: "Request", path: old, "(uint32 1, @a{sv} {})")
    #expect(try await later.value == .canceled)
  }

  @Test(
    "A response of an undocumented form is an error",
    arguments: [
      ("(uint32 2, @a{sv} {})", nil), ("(uint32 77, @a{sv} {})", nil),
      ("(uint32 0, @a{sv} {})", "no uris"), ("(uint32 0, {'uris': <'file:///a'>})", "uris of the type s"),
      ("(uint32 0, {'uris': <@as []>})", "an empty list of uris"),
      ("(uint32 0, {'uris': <[1, 2]>})", "uris of the type ai"),
      ("(uint32 0, {'uris': <['https://example.org/a']>})", "a URI that is not a local file"),
      ("(uint32 0, {'uris': <['file://host/a']>})", "a URI that is not a local file"),
      ("(uint32 0, {'uris': <['file:///a%00b']>})", "a URI that is not a local file"),
      ("(uint32 0, {'uris': <['file:a']>})", "a URI that is not a local file"),
      ("(uint32 0, {'uris': <['']>})", "a URI that is not a local file"),
      ("('0', @a{sv} {})", "arguments of the type (sa{sv})"), ("(uint32 0,)", "arguments of the type (u)"),
      ("(uint32 0, 'uris')", "arguments of the type (us)"), ("()", "arguments of the type ()"),
    ] as [(String, String?)])
  func undocumentedResponse(response: String, found: String?) async throws {
    let bus = try await PrivateBus.start()
    let portal = try await Self.portal(on: bus)
    let chooser = FileChooser(bus: SessionBus(environment: bus.environment))
    let choice = Task { try await chooser.openFiles(title: "") }
    portal.respond(to: try #require(try await portal.next("OpenFile")), response)
    let method = "org.freedesktop.portal.FileChooser.OpenFile"
    let expected =
      found.map { PortalError.malformedAnswer(method: method, found: $0) } ?? .dialogFailed(method: method)
    await #expect(throws: expected) { _ = try await choice.value }
  }

  @Test(
    "If the portal shows no dialog, the error states the reason",
    arguments: [
      (
        "org.freedesktop.DBus.Error.UnknownMethod",
        PortalError.missingInterface("org.freedesktop.portal.FileChooser")
      ),
      ("org.freedesktop.DBus.Error.Spawn.ExecFailed", .noPortal),
      (
        "org.freedesktop.portal.Error.NotAllowed",
        .refused(
          method: "org.freedesktop.portal.FileChooser.OpenFile",
          name: "org.freedesktop.portal.Error.NotAllowed",
          message: "text")
      ),
    ])
  func refusedDialog(name: String, expected: PortalError) async throws {
    let bus = try await PrivateBus.start()
    let portal = try await FakePortal.start(on: bus) { _ in .error(name: name, message: "text") }
    let chooser = FileChooser(bus: SessionBus(environment: bus.environment))
    for _ in 0..<2 {
      await #expect(throws: expected) { _ = try await chooser.openFiles(title: "") }
    }
    // No "Close" call was received before, because no dialog was open.
    let calls = portal.calls
    let members = try await waitFor("two calls") {
      await calls.prefix(2).reduce(into: []) { $0.append($1.member) }
    }
    #expect(members == ["OpenFile", "OpenFile"])
  }

  @Test("Without a portal or a bus the error names what to install") func noPortal() async throws {
    let bus = try await PrivateBus.start()
    let chooser = FileChooser(bus: SessionBus(environment: bus.environment))
    await #expect(throws: PortalError.noPortal) { _ = try await chooser.openFiles(title: "") }
    #expect(PortalError.noPortal.description.contains("xdg-desktop-portal-gtk"))
    let none = FileChooser(bus: SessionBus(environment: DesktopEnvironment()))
    await #expect(throws: PortalError.noSessionBus) { _ = try await none.openFiles(title: "") }
  }

  @Test("A title with a NUL character is an error") func badTitle() async throws {
    let bus = try await PrivateBus.start()
    let chooser = FileChooser(bus: SessionBus(environment: bus.environment))
    await #expect(throws: PortalError.invalidArgument("a string with a NUL character")) {
      _ = try await chooser.openFiles(title: "a\0b")
    }
  }

  @Test("If the reply has the wrong type, the call fails and the dialog is closed")
  func malformedReply() async throws {
    let bus = try await PrivateBus.start()
    let portal = try await FakePortal.start(on: bus) { _ in .values("('no path',)") }
    let chooser = FileChooser(bus: SessionBus(environment: bus.environment))
    await #expect(
      throws: PortalError.malformedAnswer(
        method: "org.freedesktop.portal.FileChooser.OpenFile", found: "arguments of the type (s)")
    ) { _ = try await chooser.openFiles(title: "") }
    let call = try #require(try await portal.next("OpenFile"))
    #expect(try await portal.next("Close")?.path == call.handle)
  }

  @Test("If the portal does not reply, the call times out; if the dialog opens later, it is closed")
  func noReply() async throws {
    let bus = try await PrivateBus.start()
    let portal = try await FakePortal.start(on: bus) { _ in .nothing }
    let session = SessionBus(environment: bus.environment, timeout: .milliseconds(200))
    await #expect(throws: PortalError.timedOut(method: "org.freedesktop.portal.FileChooser.OpenFile")) {
      _ = try await FileChooser(bus: session).openFiles(title: "")
    }
    let call = try #require(try await portal.next("OpenFile"))
    #expect(try await portal.next("Close")?.path == call.handle)
  }

  @Test("If the user leaves the dialog open, it is closed at the caller's time limit")
  func responseTimeout() async throws {
    let bus = try await PrivateBus.start()
    let portal = try await Self.portal(on: bus)
    let chooser = FileChooser(
      bus: SessionBus(environment: bus.environment), responseTimeout: .milliseconds(200))
    await #expect(throws: PortalError.timedOut(method: "org.freedesktop.portal.FileChooser.OpenFile")) {
      _ = try await chooser.openFiles(title: "")
    }
    let call = try #require(try await portal.next("OpenFile"))
    #expect(try await portal.next("Close")?.path == call.handle)
    portal.respond(to: call, "(uint32 0, {'uris': <['file:///late']>})")
    _ = await #expect(throws: PortalError.self) { _ = try await chooser.openFiles(title: "again") }
  }

  @Test("Canceling the task closes the dialog") func canceledTask() async throws {
    let bus = try await PrivateBus.start()
    let portal = try await Self.portal(on: bus)
    let session = SessionBus(environment: bus.environment)
    let task = Task { try await FileChooser(bus: session).openFiles(title: "") }
    let call = try #require(try await portal.next("OpenFile"))
    task.cancel()
    #expect(try await task.value == .canceled)
    #expect(try await portal.next("Close")?.path == call.handle)
    // A late response. It is not read anymore, so its type does not matter.
    portal.respond(to: call, "('late',)")
    let next = Task { try await FileChooser(bus: session).openFiles(title: "") }
    let second = try #require(try await portal.next("OpenFile"))
    portal.respond(to: second, "(uint32 0, {'uris': <['file:///next']>})")
    #expect(try await next.value == .chosen([URL(filePath: "/next")]))
  }

  @Test("If the task is canceled before the dialog is open, the dialog is closed when it opens")
  func earlyCancel() async throws {
    let bus = try await PrivateBus.start()
    let portal = try await FakePortal.start(on: bus) { call in
      call.member == "Close" ? .values("()") : .nothing
    }
    let session = SessionBus(environment: bus.environment)
    let task = Task { try await FileChooser(bus: session).openFiles(title: "") }
    let call = try #require(try await portal.next("OpenFile"))
    task.cancel()
    #expect(try await task.value == .canceled)
    portal.reply(to: call, "(objectpath '/org/freedesktop/portal/desktop/request/late',)")
    #expect(try await portal.next("Close")?.path == "/org/freedesktop/portal/desktop/request/late")
  }

  @Test("If a task is canceled before its call, no dialog is opened") func canceledBefore() async throws {
    let bus = try await PrivateBus.start()
    let portal = try await Self.portal(on: bus)
    let session = SessionBus(environment: bus.environment)
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await FileChooser(bus: session).openFiles(title: "first")
    }
    #expect(try await task.value == .canceled)
    let choice = Task { try await FileChooser(bus: session).openFiles(title: "second") }
    let call = try #require(try await portal.next("OpenFile"))
    #expect(call.arguments.contains("'second'"))
    portal.respond(to: call, "(uint32 1, @a{sv} {})")
    #expect(try await choice.value == .canceled)
  }

  @Test("If the portal ends while the dialog is open, the call fails") func portalEnds() async throws {
    let bus = try await PrivateBus.start()
    let portal = try await Self.portal(on: bus)
    let chooser = FileChooser(bus: SessionBus(environment: bus.environment))
    let choice = Task { try await chooser.openFiles(title: "") }
    _ = try await portal.next("OpenFile")
    portal.stop()
    await #expect(throws: PortalError.portalEnded) { _ = try await choice.value }
  }

  @Test("If the bus ends during a request, the call fails", arguments: [true, false])
  func busEnds(replies: Bool) async throws {
    let bus = try await PrivateBus.start()
    let portal = try await FakePortal.start(on: bus) { call in
      replies ? .values("(objectpath '\(call.handle)',)") : .nothing
    }
    let chooser = FileChooser(bus: SessionBus(environment: bus.environment))
    let choice = Task { try await chooser.openFiles(title: "") }
    _ = try await portal.next("OpenFile")
    bus.kill()
    await #expect(throws: PortalError.busDisconnected) { _ = try await choice.value }
  }
}

private struct ExpectationFailed: Error {}
