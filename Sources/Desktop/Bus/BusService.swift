internal import CGIO
internal import Dispatch
internal import Synchronization

/// Answers the method calls to all objects below a path, until it is deallocated.
///
/// The calls are answered on the main actor, for at most ``turnDuration`` in a row, so that a flood of calls does not delay
/// the frames of a window. Calls beyond the largest number of unanswered ones are refused on GIO's thread.
@MainActor
package final class BusService {
  package typealias Handler = @MainActor (BusRequest) -> Result<[BusValue], BusFault>

  /// The longest time for which calls are answered before other work of the main queue runs. An eighth of a frame.
  private static let turnDuration = Duration.milliseconds(2)
  private let connection: OpaquePointer
  private let queue: CallQueue
  private let handler: Handler
  private var filter: guint = 0

  /// Answers calls to the paths that begin with `prefix`.
  ///
  /// - Parameter maximumCount: The largest number of unanswered calls. A caller that waits for each reply has one.
  ///
  /// GIO: `g_dbus_connection_add_filter`.
  init(_ prefix: String, maximumCount: Int, on connection: OpaquePointer, handler: @escaping Handler) {
    self.connection = g_object_ref(UnsafeMutableRawPointer(connection)).map(OpaquePointer.init) ?? connection
    self.handler = handler
    queue = CallQueue(prefix, maximumCount)
    queue.onFirst { [weak self] in
      DispatchQueue.main.async { MainActor.assumeIsolated { self?.answerCalls() } }
    }
    filter = g_dbus_connection_add_filter(
      connection, messageDidArrive, Unmanaged.passRetained(queue).toOpaque(), releaseQueue)
  }

  isolated deinit {
    g_dbus_connection_remove_filter(connection, filter)
    g_object_unref(UnsafeMutableRawPointer(connection))
  }

  private func answerCalls() {
    let end = ContinuousClock.now + Self.turnDuration
    while let message = queue.next() {
      answer(message)
      guard ContinuousClock.now < end else { break }
    }
    queue.turnEnded()
  }

  private func answer(_ message: BusMessage) {
    let result: Result<[BusValue], BusFault>
    do {
      result = handler(try BusRequest(message.pointer))
    } catch {
      result = .failure(.invalidArguments("The arguments cannot be read."))
    }
    guard message.wantsReply else { return }
    switch result {
    case .failure(let fault): message.reply(fault, on: connection)
    case .success(let values):
      guard let body = try? BusValue.tuple(values).makeVariant() else {
        return message.reply(
          BusFault(name: "org.freedesktop.DBus.Error.Failed", message: "The reply cannot be sent."),
          on: connection)
      }
      guard let reply = g_dbus_message_new_method_reply(message.pointer) else { return }
      g_dbus_message_set_body(reply, body)
      g_dbus_connection_send_message(connection, reply, G_DBUS_SEND_MESSAGE_FLAGS_NONE, nil, nil)
      g_object_unref(UnsafeMutableRawPointer(reply))
    }
  }
}

/// A received message, which is not changed any more.
private final class BusMessage: @unchecked Sendable {
  let pointer: OpaquePointer

  /// Takes over a reference.
  init(consuming pointer: OpaquePointer) { self.pointer = pointer }

  deinit { g_object_unref(UnsafeMutableRawPointer(pointer)) }

  var wantsReply: Bool {
    g_dbus_message_get_flags(pointer).rawValue & G_DBUS_MESSAGE_FLAGS_NO_REPLY_EXPECTED.rawValue == 0
  }

  func reply(_ fault: BusFault, on connection: OpaquePointer) {
    guard let reply = g_dbus_message_new_method_error_literal(pointer, fault.name, fault.message) else {
      return
    }
    g_dbus_connection_send_message(connection, reply, G_DBUS_SEND_MESSAGE_FLAGS_NONE, nil, nil)
    g_object_unref(UnsafeMutableRawPointer(reply))
  }
}

/// The unanswered calls. GIO's thread adds them and the main actor removes them.
private final class CallQueue: Sendable {
  private struct State {
    var calls: [BusMessage] = []
    /// The number of calls at the front that are answered.
    var answered = 0
    var isTurnScheduled = false
    var onFirst: (@Sendable () -> Void)?
  }

  private let state = Mutex(State())
  private let prefix: String
  private let maximumCount: Int

  init(_ prefix: String, _ maximumCount: Int) { (self.prefix, self.maximumCount) = (prefix, maximumCount) }

  /// Sets the closure that schedules a turn of the main actor.
  func onFirst(_ action: @escaping @Sendable () -> Void) { state.withLock { $0.onFirst = action } }

  /// Whether the message is a call to one of the paths. `org.freedesktop.DBus.Peer` is left to GIO.
  func takes(_ message: OpaquePointer) -> Bool {
    guard g_dbus_message_get_message_type(message) == G_DBUS_MESSAGE_TYPE_METHOD_CALL,
      let path = g_dbus_message_get_path(message), String(cString: path).hasPrefix(prefix)
    else { return false }
    let interface = g_dbus_message_get_interface(message).map { String(cString: $0) }
    return interface != "org.freedesktop.DBus.Peer"
  }

  /// Adds a call. Returns whether there was room for it.
  func add(_ message: BusMessage) -> Bool {
    let (isAdded, schedule) = state.withLock { state -> (Bool, (@Sendable () -> Void)?) in
      guard state.calls.count - state.answered < maximumCount else { return (false, nil) }
      state.calls.append(message)
      guard !state.isTurnScheduled else { return (true, nil) }
      state.isTurnScheduled = true
      return (true, state.onFirst)
    }
    schedule?()
    return isAdded
  }

  func next() -> BusMessage? {
    state.withLock { state in
      guard state.answered < state.calls.count else {
        state.calls.removeAll(keepingCapacity: true)
        state.answered = 0
        return nil
      }
      state.answered += 1
      return state.calls[state.answered - 1]
    }
  }

  /// Schedules another turn if calls have remained.
  func turnEnded() {
    let schedule = state.withLock { state -> (@Sendable () -> Void)? in
      state.calls.removeFirst(state.answered)
      state.answered = 0
      state.isTurnScheduled = !state.calls.isEmpty
      return state.isTurnScheduled ? state.onFirst : nil
    }
    schedule?()
  }
}

extension BusRequest {
  /// Reads a message.
  fileprivate init(_ message: OpaquePointer) throws(BusError) {
    func text(_ pointer: UnsafePointer<CChar>?) -> String { pointer.map { String(cString: $0) } ?? "" }
    self.init(
      sender: text(g_dbus_message_get_sender(message)), path: text(g_dbus_message_get_path(message)),
      interface: text(g_dbus_message_get_interface(message)),
      method: text(g_dbus_message_get_member(message)),
      arguments: try g_dbus_message_get_body(message).map { body throws(BusError) in
        try [BusValue](message: body)
      }
        ?? [])
  }
}

/// Called on GIO's thread for each message. Returns the message, or `nil` if the queue has taken it over.
private func messageDidArrive(
  connection: OpaquePointer?, message: OpaquePointer?, isIncoming: gboolean, data: UnsafeMutableRawPointer?
) -> OpaquePointer? {
  guard isIncoming != 0, let connection, let message, let data else { return message }
  let queue = Unmanaged<CallQueue>.fromOpaque(data).takeUnretainedValue()
  guard queue.takes(message) else { return message }
  let call = BusMessage(consuming: message)
  if !queue.add(call), call.wantsReply { call.reply(.tooManyCalls, on: connection) }
  return nil
}

private func releaseQueue(data: UnsafeMutableRawPointer?) {
  guard let data else { return }
  Unmanaged<CallQueue>.fromOpaque(data).release()
}
