import WaylandProtocol

/// An argument of a request or event.
struct ArgumentShape: Sendable {
  /// The letter of the argument in `wl_message.signature`.
  let kind: Character
  let isNullable: Bool
  /// The interface of an object argument; nil for other arguments and for an object of any interface.
  let interface: String?
}

/// A request or event.
struct MessageShape: Sendable {
  let name: String
  let opcode: Int
  /// The first version of the interface that contains the message.
  let since: Int
  let arguments: [ArgumentShape]

  init(_ message: MessageDescription, opcode: Int) {
    name = message.name
    self.opcode = opcode
    since = Int(message.signature.prefix { $0.isNumber }) ?? 1
    var arguments: [ArgumentShape] = []
    var isNullable = false
    for letter in message.signature where !letter.isNumber {
      if letter == "?" {
        isNullable = true
      } else {
        let index = arguments.count
        let interface = message.types.indices.contains(index) ? message.types[index] : nil
        arguments.append(ArgumentShape(kind: letter, isNullable: isNullable, interface: interface))
        isNullable = false
      }
    }
    self.arguments = arguments
  }

  /// Whether the request destroys its object. It is derived from the name, because the tables do not contain the type
  /// of a request.
  var isDestructor: Bool { name == "destroy" || name == "release" }
}

/// An interface.
struct InterfaceShape: Sendable {
  let name: String
  let version: Int
  let requests: [MessageShape]
  let events: [MessageShape]
}

/// All interfaces of `protocols/`. The fuzzers therefore cover a new interface automatically.
enum WireTable {
  static let interfaces: [String: InterfaceShape] = Dictionary(
    uniqueKeysWithValues: Interfaces.descriptions.map { description in
      (
        description.name,
        InterfaceShape(
          name: description.name, version: Int(description.version),
          requests: description.requests.enumerated().map { MessageShape($1, opcode: $0) },
          events: description.events.enumerated().map { MessageShape($1, opcode: $0) })
      )
    })

  /// The names of all events, such as "wl_surface.enter", in alphabetical order.
  static let eventNames: [String] = interfaces.values.flatMap { interface in
    interface.events.map { "\(interface.name).\($0.name)" }
  }.sorted()

  /// The names of all requests, such as "wl_surface.commit", in alphabetical order.
  static let requestNames: [String] = interfaces.values.flatMap { interface in
    interface.requests.map { "\(interface.name).\($0.name)" }
  }.sorted()
}

/// A value of an argument.
enum WireValue {
  /// An integer, a fixed-point number, an object or a new id.
  case word(UInt32)
  /// A string or an array; a string contains its terminating zero.
  case bytes([UInt8])
  case null
  /// A descriptor. It is closed after it was sent.
  case descriptor(Int32)

  static func number(_ value: Int32) -> WireValue { .word(UInt32(bitPattern: value)) }
  static func text(_ text: String) -> WireValue { .bytes(Array(text.utf8) + [0]) }
}

extension Array where Element == UInt8 {
  mutating func append(word: UInt32) {
    for shift in stride(from: UInt32(0), to: 32, by: 8) { append(UInt8(truncatingIfNeeded: word >> shift)) }
  }

  /// Returns the word at a byte offset; nil if the offset is beyond the end.
  func word(at offset: Int) -> UInt32? {
    guard offset >= 0, offset + 4 <= count else { return nil }
    return (0..<4).reduce(0) { $0 | UInt32(self[offset + $1]) << UInt32($1 * 8) }
  }
}
