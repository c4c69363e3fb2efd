internal import JSON

/// The latest events of a kiosk, with ascending numbers, for other programs.
struct KioskEvents {
  /// An event.
  struct Event {
    let number: Int
    /// In seconds since 1970-01-01 00:00 UTC.
    let time: Int
    /// The kind, such as `shown`.
    let name: String
    /// The entry or the message; empty for none.
    let text: String

    var node: JSONNode {
      [
        "number": JSONNode(number), "time": JSONNode(time), "event": JSONNode(name), "text": JSONNode(text),
      ]
    }
  }

  /// The number of events that are kept.
  static let limit = 256

  private(set) var latest: [Event] = []
  /// The number of the last event; 0 before the first one.
  private(set) var count = 0

  mutating func add(_ name: String, _ text: String, at time: Int) {
    count += 1
    latest.append(Event(number: count, time: time, name: name, text: text))
    if latest.count > Self.limit { latest.removeFirst() }
  }

  /// Returns the kept events after a number.
  func events(after number: Int) -> [Event] { latest.filter { $0.number > number } }
}
