internal import BusFixtures
internal import CGIO
internal import Synchronization
import TestSupport
import Testing

/// A service that owns the portal's name on the bus. It answers each call with the values that a test specifies, even
/// if their types are wrong.
///
/// It has its own connection to the bus, and runs on the thread on which GDBus reads this connection.
final class FakePortal: Sendable {
  struct StartError: Error {
    let reason: String
  }

  private let connection: GDBusConnectionPointer
  private let responder: FakeResponder
  /// The received calls, in the order of their arrival.
  let calls: AsyncStream<FakeCall>

  /// Connects to the bus, requests the portal's name and begins to answer calls.
  ///
  /// - Parameter answer: Returns the answer to a call. It is called on another thread.
  @concurrent
  nonisolated static func start(
    on bus: PrivateBus, answer: @escaping @Sendable (FakeCall) -> FakeReply
  ) async throws -> FakePortal {
    let portal = try FakePortal(address: bus.address, answer: answer)
    try portal.takeName()
    return portal
  }

  private init(address: String, answer: @escaping @Sendable (FakeCall) -> FakeReply) throws {
    var error: UnsafeMutablePointer<GError>?
    let flags = GDBusConnectionFlags(
      rawValue: G_DBUS_CONNECTION_FLAGS_AUTHENTICATION_CLIENT.rawValue
        | G_DBUS_CONNECTION_FLAGS_MESSAGE_BUS_CONNECTION.rawValue)
    guard let pointer = g_dbus_connection_new_for_address_sync(address, flags, nil, nil, &error) else {
      throw StartError(reason: error.map { String(cString: $0.pointee.message) } ?? "")
    }
    connection = GDBusConnectionPointer(pointer)
    let (calls, continuation) = AsyncStream.makeStream(of: FakeCall.self)
    self.calls = calls
    responder = FakeResponder(answer, continuation)
    g_dbus_connection_set_exit_on_close(pointer, 0)
    g_dbus_connection_add_filter(
      pointer, answerCall, Unmanaged.passRetained(responder).toOpaque(),
      { Unmanaged<FakeResponder>.fromOpaque($0!).release() })
  }

  private func takeName() throws {
    var error: UnsafeMutablePointer<GError>?
    // The flags 7: another service may take the name from this portal, this portal takes the name from an existing
    // owner, and this portal does not wait in the queue of owners.
    let name = g_variant_parse(nil, "('org.freedesktop.portal.Desktop', uint32 7)", nil, nil, nil)
    defer { g_variant_unref(name) }
    let reply = g_dbus_connection_call_sync(
      connection.pointer, "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus",
      "RequestName", name, nil,
      G_DBUS_CALL_FLAGS_NONE, -1, nil, &error)
    guard let reply else { throw StartError(reason: error.map { String(cString: $0.pointee.message) } ?? "") }
    g_variant_unref(reply)
  }

  deinit { stop() }

  /// Closes the connection. The bus then reports that the portal has ended.
  func stop() { g_dbus_connection_close(connection.pointer, nil, nil, nil) }

  /// Sends a signal. `arguments` is a tuple as GVariant text.
  func emit(
    _ name: String, interface: String, path: String = "/org/freedesktop/portal/desktop", _ arguments: String
  ) {
    var error: UnsafeMutablePointer<GError>?
    let body = g_variant_parse(nil, arguments, nil, nil, &error)
    precondition(body != nil, error.map { String(cString: $0.pointee.message) } ?? "")
    g_dbus_connection_emit_signal(
      connection.pointer, nil, path, "org.freedesktop.portal.\(interface)", name, body, nil)
    g_variant_unref(body)
  }

  /// Sends the response of the dialog that `call` has opened.
  func respond(to call: FakeCall, _ arguments: String) {
    emit("Response", interface: "Request", path: call.handle, arguments)
  }

  /// Replies to a call to which the answer of the test was `.nothing`.
  func reply(to call: FakeCall, _ arguments: String) {
    let reply = g_dbus_message_new()
    g_dbus_message_set_message_type(reply, G_DBUS_MESSAGE_TYPE_METHOD_RETURN)
    g_dbus_message_set_reply_serial(reply, call.serial)
    g_dbus_message_set_destination(reply, call.sender)
    let body = g_variant_parse(nil, arguments, nil, nil, nil)
    g_dbus_message_set_body(reply, body)
    g_variant_unref(body)
    g_dbus_connection_send_message(connection.pointer, reply, G_DBUS_SEND_MESSAGE_FLAGS_NONE, nil, nil)
    g_object_unref(UnsafeMutableRawPointer(reply))
  }

  /// Waits for the next call of a method. Calls of other methods before it are skipped.
  ///
  /// - Throws: `WaitTimeout` if the method is not called in time.
  func next(_ member: String) async throws -> FakeCall? {
    try await waitFor("the call of \(member)") { [calls] in await calls.first { $0.member == member } }
  }
}

/// A reference to a GDBusConnection. Any thread may use it.
private final class GDBusConnectionPointer: Sendable {
  nonisolated(unsafe) let pointer: OpaquePointer

  init(_ pointer: OpaquePointer) { self.pointer = pointer }

  deinit { g_object_unref(UnsafeMutableRawPointer(pointer)) }
}

private final class FakeResponder: Sendable {
  private let answer: @Sendable (FakeCall) -> FakeReply
  private let calls: AsyncStream<FakeCall>.Continuation

  init(_ answer: @escaping @Sendable (FakeCall) -> FakeReply, _ calls: AsyncStream<FakeCall>.Continuation) {
    self.answer = answer
    self.calls = calls
  }

  func receive(_ message: OpaquePointer, on connection: OpaquePointer) {
    let call = FakeCall(message)
    switch answer(call) {
    case .values(let text):
      let reply = g_dbus_message_new_method_reply(message)
      var error: UnsafeMutablePointer<GError>?
      let body = g_variant_parse(nil, text, nil, nil, &error)
      precondition(body != nil, error.map { String(cString: $0.pointee.message) } ?? "")
      g_dbus_message_set_body(reply, body)
      send(reply, on: connection)
      g_variant_unref(body)
    case .error(let name, let text):
      send(g_dbus_message_new_method_error_literal(message, name, text), on: connection)
    case .nothing: break
    }
    calls.yield(call)
  }

  private func send(_ message: OpaquePointer?, on connection: OpaquePointer) {
    g_dbus_connection_send_message(connection, message, G_DBUS_SEND_MESSAGE_FLAGS_NONE, nil, nil)
    g_object_unref(UnsafeMutableRawPointer(message))
  }
}

/// Answers incoming calls. All other messages are passed on.
private func answerCall(
  connection: OpaquePointer?, message: OpaquePointer?, isIncoming: gboolean, data: UnsafeMutableRawPointer?
) -> OpaquePointer? {
  guard isIncoming != 0, let connection, let message, let data,
    g_dbus_message_get_message_type(message) == G_DBUS_MESSAGE_TYPE_METHOD_CALL
  else { return message }
  Unmanaged<FakeResponder>.fromOpaque(data).takeUnretainedValue().receive(message, on: connection)
  g_object_unref(UnsafeMutableRawPointer(message))
  return nil
}
