/// One protocol file: the content of `<protocol>`.
struct ProtocolDocument {
  /// The file's name without `.xml`; the generated file has the same name.
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

/// One `<request>` or `<event>`; its opcode is its index in `requests` or `events`.
struct Message {
  var name: String
  var since: Int
  var isDestructor: Bool
  var summary = ""
  var arguments: [Argument] = []

  /// The argument that creates a new object; nil if there is none.
  var newObject: Argument? { arguments.first { $0.kind == .newID } }

  /// The signature in the format of `wl_message.signature`: the version that added the message if it is above 1, then
  /// the letters of the arguments.
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
  /// The name of the argument's enumeration: `name`, or `interface.name` if it belongs to another interface.
  var enumeration: String?
  var isNullable: Bool

  /// Whether this is a new object without a fixed interface, as in `wl_registry.bind`.
  var isUntypedNewObject: Bool { kind == .newID && interface == nil }

  /// The number of `wl_argument`s that the argument takes. An untyped new object takes three: interface, version and
  /// id.
  var wireCount: Int { isUntypedNewObject ? 3 : 1 }

  /// The letters of the argument in `wl_message.signature`.
  var signature: String {
    let optional = isNullable ? "?" : ""
    return switch kind {
    case .int: "i"
    case .uint: "u"
    case .fixed: "f"
    case .string: optional + "s"
    case .object: optional + "o"
    case .newID: isUntypedNewObject ? "sun" : "n"
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
    /// The value as written in the file: decimal or `0x…`.
    var value: String
    var summary = ""
  }
}
