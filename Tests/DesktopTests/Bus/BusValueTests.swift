internal import BusFixtures
internal import CGIO
internal import Desktop
internal import TestSupport
import Testing

/// Tests of sending and receiving D-Bus messages with a real bus.
@Suite(.enabled(if: PrivateBus.isInstalled, "dbus-daemon is not installed"), .timeLimit(.minutes(10)))
@MainActor
struct BusValueTests {
  private let method = BusMethod(
    service: "org.freedesktop.portal.Desktop", path: "/a", interface: "org.example.Echo", name: "Echo")

  /// Calls a portal that replies with `reply`, which is GVariant text. Returns the sent and the received arguments.
  private func call(_ arguments: [BusValue] = [], reply: String) async throws -> (
    sent: String?, received: [BusValue]
  ) {
    let bus = try await PrivateBus.start()
    let portal = try await FakePortal.start(on: bus) { _ in .values(reply) }
    let session = SessionBus(environment: bus.environment)
    let received = try await session.connection().call(method, arguments, timeout: .seconds(25))
    return (try await portal.next("Echo")?.arguments, received)
  }

  @Test("Values of all types are sent and received") func valuesOfAllTypes() async throws {
    let text = """
      (true, byte 0x07, int16 -2, uint16 3, int32 -4, uint32 5, int64 -6, uint64 7, 0.5, 'ä', \
      objectpath '/a/b', signature 'a{sv}', <<'v'>>, b'ab', @ay [], ['x', 'y'], @a(sa(us)) [], \
      [{'k': <uint32 1>}], (1, ('s',)))
      """
    let values: [BusValue] = [
      .boolean(true), .byte(7), .int16(-2), .uint16(3), .int32(-4), .uint32(5), .int64(-6), .uint64(7),
      .double(0.5),
      .string("ä"), .objectPath("/a/b"), .signature("a{sv}"), .variant(.variant(.string("v"))),
      .bytes([0x61, 0x62, 0]), .bytes([]), .array(of: "s", [.string("x"), .string("y")]),
      .array(of: "(sa(us))", []),
      .array(of: "a{sv}", [.array(of: "{sv}", [.entry(.string("k"), .variant(.uint32(1)))])]),
      .tuple([.int32(1), .tuple([.string("s")])]),
    ]
    let (sent, received) = try await call(values, reply: text)
    #expect(received == values)
    let variant = g_variant_parse(nil, text, nil, nil, nil)
    defer { g_variant_unref(variant) }
    let printed = g_variant_print(variant, 0)
    defer { g_free(printed) }
    #expect(sent == printed.map { String(cString: $0) })
  }

  @Test(
    "Values that D-Bus does not allow are rejected",
    arguments: [
      BusValue.string("a\0b"), .objectPath("no path"), .objectPath(""), .signature("("),
      .array(of: "s", [.uint32(1)]), .array(of: "{vs}", []), .array(of: "", []),
      .variant(.tuple([.string("\0")])), .array(of: "{sv}", [.entry(.string("a\0"), .variant(.byte(0)))]),
      .entry(.variant(.byte(1)), .byte(2)),
    ])
  func valuesThatCannotBeSent(value: BusValue) async throws {
    await #expect {
      _ = try await call([value], reply: "()")
    } throws: { error in
      if case BusError.invalidArgument = error { true } else { false }
    }
  }

  @Test("A reply with too many values is rejected") func tooManyValues() async throws {
    let ones = Array(repeating: "1", count: BusValue.maximumCount).joined(separator: ",")
    await #expect(throws: BusError.malformed("more than 65536 values")) {
      _ = try await call(reply: "([\(ones)],)")
    }
    let entries = (0..<BusValue.maximumCount / 2).map { "\($0): <1>" }.joined(separator: ",")
    await #expect(throws: BusError.malformed("more than 65536 values")) {
      _ = try await call(reply: "({\(entries)},)")
    }
    let nested = Array(repeating: "[1]", count: BusValue.maximumCount / 2).joined(separator: ",")
    await #expect(throws: BusError.malformed("more than 65536 values")) {
      _ = try await call(reply: "([\(nested)],)")
    }
  }

  @Test("dictionary has the last value of each key; dictionary and strings are nil for values of other types")
  func dictionaries() {
    let entries: [BusValue] = [
      .entry(.string("a"), .variant(.uint32(1))), .entry(.string("a"), .variant(.variant(.uint32(2)))),
    ]
    #expect(BusValue.array(of: "{sv}", entries).dictionary == ["a": .uint32(2)])
    #expect(BusValue.array(of: "{uv}", [.entry(.uint32(1), .variant(.byte(1)))]).dictionary == nil)
    #expect(BusValue.string("a").dictionary == nil)
    #expect(BusValue.array(of: "u", [.uint32(1)]).strings == nil)
  }

  @Test("A canceled call returns immediately, and its reply is discarded") func canceledCall() async throws {
    let bus = try await PrivateBus.start()
    let portal = try await FakePortal.start(on: bus) { call in
      call.member == "Silence" ? .nothing : .values("('reply',)")
    }
    let connection = try await SessionBus(environment: bus.environment).connection()
    var silence = method
    silence.name = "Silence"
    let task = Task { [silence] in try await connection.call(silence, [], timeout: .seconds(25)) }
    _ = try await portal.next("Silence")
    task.cancel()
    await #expect(throws: BusError.canceled) { _ = try await task.value }

    var replies = 0
    let call = try connection.start(method, [], timeout: .seconds(25)) { _ in replies += 1 }
    call.cancel()
    call.cancel()
    // The reply to a later call arrives after the reply to the canceled call.
    #expect(try await connection.call(method, [], timeout: .seconds(25)) == [.string("reply")])
    #expect(replies == 0)
  }

  @Test("A call is deallocated after its end") func finishedCall() async throws {
    let bus = try await PrivateBus.start()
    let portal = try await FakePortal.start(on: bus) { _ in .values("()") }
    let connection = try await SessionBus(environment: bus.environment).connection()
    weak var ended: BusCall?
    try await waitForReport("the reply", of: Void.self) { report in
      ended = try connection.start(method, [], timeout: .seconds(25)) { _ in report(()) }
    }
    _ = try await connection.call(method, [], timeout: .seconds(25))
    #expect(ended == nil)
    portal.stop()
  }

  @Test("A canceled subscription no longer calls its handler, and releases it")
  func canceledSubscription() async throws {
    final class Token {}
    let bus = try await PrivateBus.start()
    let portal = try await FakePortal.start(on: bus) { _ in .values("()") }
    let connection = try await SessionBus(environment: bus.environment).connection()
    let pattern = BusSignalPattern(
      sender: "org.freedesktop.portal.Desktop", path: "/org/freedesktop/portal/desktop",
      interface: "org.freedesktop.portal.Settings", name: "Ping")
    let events = ReportQueue<BusEvent>()
    var token: Token? = Token()
    weak let released = token
    var count = 0
    let canceled = connection.subscribe(to: pattern) { [token] _ in
      _ = token
      count += 1
    }
    let other = connection.subscribe(to: pattern) { events.report($0) }
    token = nil
    canceled.cancel()
    #expect(released == nil)
    _ = try await connection.call(method, [], timeout: .seconds(25))  // The match rules are in place.
    portal.emit("Ping", interface: "Settings", "(1,)")
    let signal = BusEvent.signal(path: pattern.path ?? "", arguments: [.int32(1)])
    #expect(try await events.next("the signal") == signal)
    #expect(count == 0)
    bus.kill()
    #expect(try await events.next("the end of the bus") == .disconnected)
    withExtendedLifetime(other) {}
  }
}
