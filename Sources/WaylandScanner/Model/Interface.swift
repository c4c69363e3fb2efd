/// One protocol file: what `<protocol>` holds.
struct ProtocolDocument {
  /// The file's name without `.xml`, for naming the generated file.
  var name: String
  var interfaces: [Interface] = []
}

/// One `<interface>`.
struct Interface {
  var name: String
  var version: Int
  var summary = ""
  var requests: [Message] = []
  var events: [Message] = []
  var enumerations: [Enumeration] = []
}

/// One `<request>` or `<event>`; its opcode is its place among its kind.
struct Message {
  var name: String
  var since: Int
  var isDestructor: Bool
  var summary = ""
  var arguments: [Argument] = []

  /// The argument that makes a new object, if there is one.
  var newObject: Argument? { arguments.first { $0.kind == .newID } }

  /// The signature libwayland reads: the version it appeared in, then a letter an argument.
  var signature: String {
    (since > 1 ? String(since) : "") + arguments.map(\.signature).joined()
  }
}

/// One `<arg>`.
struct Argument {
  enum Kind: String {
    case int, uint, fixed, string, object, array, fd
    case newID = "new_id"
  }

  var name: String
  var kind: Kind
  var interface: String?
  /// The enumeration of its values: `name`, or `interface.name` of another interface.
  var enumeration: String?
  var isNullable: Bool

  /// Letters as in `wl_message.signature`. An untyped new object takes three: its interface, version and id.
  var signature: String {
    let optional = isNullable ? "?" : ""
    return switch kind {
    case .int: "i"
    case .uint: "u"
    case .fixed: "f"
    case .string: optional + "s"
    case .object: optional + "o"
    case .newID: interface == nil ? "sun" : "n"
    case .array: optional + "a"
    case .fd: "h"
    }
  }
}

/// One `<enum>`.
struct Enumeration {
  var name: String
  var isBitfield: Bool
  var summary = ""
  var entries: [Entry] = []

  struct Entry {
    var name: String
    /// As written: decimal or `0x…`.
    var value: String
    var summary = ""
  }
}
