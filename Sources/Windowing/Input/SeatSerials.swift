/// The kinds of events whose serials can be used in requests.
struct SerialKind: OptionSet, Hashable {
  let rawValue: UInt8

  /// A pressed pointer button, a touch that began, or a tablet tool that touched the tablet.
  static let press = SerialKind(rawValue: 1 << 0)
  /// A pressed key.
  static let key = SerialKind(rawValue: 1 << 1)
  /// A pointer or a tablet tool that entered a surface.
  static let enter = SerialKind(rawValue: 1 << 2)
  /// A keyboard that entered a surface.
  static let focus = SerialKind(rawValue: 1 << 3)
  /// The events whose serials permit a program to set the clipboard.
  static let input: SerialKind = [.press, .key, .focus]
}

/// The latest serial of each kind on one seat.
struct SeatSerials {
  /// A serial and its number in the order of arrival across all seats.
  struct Entry: Equatable {
    let serial: UInt32
    let order: UInt64
  }

  private var entries: [SerialKind.RawValue: Entry] = [:]

  /// Stores the serial of an event.
  ///
  /// - Parameters:
  ///   - kind: The kind of the event. It contains exactly one kind.
  ///   - order: The event's number in the order of arrival across all seats.
  mutating func record(_ serial: UInt32, _ kind: SerialKind, order: UInt64) {
    entries[kind.rawValue] = Entry(serial: serial, order: order)
  }

  /// Returns the latest serial of any of `kinds`; nil if no such event has arrived.
  func latest(of kinds: SerialKind) -> Entry? {
    entries.lazy.filter { kinds.rawValue & $0.key != 0 }.map(\.value).max { $0.order < $1.order }
  }
}
