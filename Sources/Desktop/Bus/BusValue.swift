/// A value of a D-Bus message, independent of GLib.
package indirect enum BusValue: Hashable, Sendable {
  case boolean(Bool)
  case byte(UInt8)
  case int16(Int16)
  case uint16(UInt16)
  case int32(Int32)
  case uint32(UInt32)
  case int64(Int64)
  case uint64(UInt64)
  case double(Double)
  case string(String)
  case objectPath(String)
  case signature(String)
  /// A descriptor, as an index into the list of descriptors that the message carries.
  case handle(Int32)
  case variant(BusValue)
  /// An array of bytes, `ay`.
  case bytes([UInt8])
  /// An array whose elements have the D-Bus type `of`. The type is required because an empty array has no elements
  /// that define it.
  case array(of: String, [BusValue])
  /// A key and its value. Only an array can contain it.
  case entry(BusValue, BusValue)
  case tuple([BusValue])
}

extension BusValue {
  /// The D-Bus type, such as `a{sv}`.
  package var type: String {
    switch self {
    case .boolean: "b"
    case .byte: "y"
    case .int16: "n"
    case .uint16: "q"
    case .int32: "i"
    case .uint32: "u"
    case .int64: "x"
    case .uint64: "t"
    case .double: "d"
    case .string: "s"
    case .objectPath: "o"
    case .signature: "g"
    case .handle: "h"
    case .variant: "v"
    case .bytes: "ay"
    case .array(let element, _): "a" + element
    case .entry(let key, let value): "{" + key.type + value.type + "}"
    case .tuple(let values): "(" + values.map(\.type).joined() + ")"
    }
  }

  /// Returns a dictionary of the type `a{sv}`, from names to variants, sorted by name.
  package static func options(_ options: [String: BusValue]) -> BusValue {
    let sorted = options.sorted { $0.key < $1.key }
    return .array(of: "{sv}", sorted.map { .entry(.string($0.key), .variant($0.value)) })
  }

  /// The values of a dictionary with string keys (`a{s…}`), without the variants around them; `nil` for any other
  /// type. If a key occurs more than once, its last value is used.
  package var dictionary: [String: BusValue]? {
    guard case .array(let element, let entries) = self, element.hasPrefix("{s") else { return nil }
    var dictionary: [String: BusValue] = [:]
    for case .entry(.string(let key), let value) in entries { dictionary[key] = value.unwrapped }
    return dictionary
  }

  /// The elements of an array of strings (`as`); `nil` for any other type.
  package var strings: [String]? {
    guard case .array("s", let elements) = self else { return nil }
    return elements.compactMap { if case .string(let text) = $0 { text } else { nil } }
  }

  /// The value without the variants around it.
  package var unwrapped: BusValue {
    var value = self
    while case .variant(let inner) = value { value = inner }
    return value
  }
}
