import HeadlessCompositor

/// The newest messages between the compositor and its clients.
struct MessageLog {
  /// The number of messages that are kept at least.
  static let capacity = 20_000

  private var messages: [WireMessage] = []
  /// Whether pings are kept. Those with which the compositor waits for clients say nothing about them, and their number depends on
  /// the speed of the machine.
  var includesPings = false
  /// The number of messages so far, with those that are not kept any more.
  private(set) var total = 0

  /// A message and its number, counted from 0.
  typealias Entry = (number: Int, message: WireMessage)

  mutating func add(_ message: WireMessage) {
    let isPing = message.interface == "xdg_wm_base" && ["ping", "pong"].contains(message.name)
    if isPing, !includesPings { return }
    if messages.count == 2 * Self.capacity { messages.removeFirst(Self.capacity) }
    messages.append(message)
    total += 1
  }

  /// The newest request that is no answer to the compositor's question.
  var lastRequest: String? {
    messages.last { $0.direction == .request && $0.name != "sync" }.map { "\($0)" }
  }

  /// Returns the messages from a number on, without those that are not kept any more.
  func messages(from number: Int) -> some Sequence<Entry> {
    let first = total - messages.count
    let start = min(max(number - first, 0), messages.count)
    return messages[start...].enumerated().lazy.map {
      (number: first + start + $0.offset, message: $0.element)
    }
  }
}
