/// Generates the Swift code that decodes and encodes the arguments of messages, for the client and for the server.
///
/// All kinds of arguments are decoded in `decoded(_:at:of:)` and encoded in `encoded(_:of:)`.
struct ArgumentCodec {
  /// Whether the generated code runs in the client or in the server.
  enum Side { case client, server }

  /// One value of a received message. It becomes an associated value of an enum case.
  struct Decoded {
    var label: String
    var type: String
    /// The expression that reads the value from `arguments`, an `UnsafePointer<wl_argument>`.
    var expression: String
  }

  /// One argument of a message to send.
  struct Encoded {
    /// The parameters of the generated function. Empty for a new object with a known interface, because the caller
    /// passes nothing.
    var parameters: [String] = []
    /// The first line of a closure that provides the argument's memory to C, such as `Wire.withCString(title) {
    /// titleBytes in`.
    var closure: String?
    /// The elements of the `wl_argument` array.
    var values: [String]
  }

  let side: Side
  /// All interfaces by name, including those of other protocol files.
  let interfaces: [String: Interface]

  // MARK: Messages

  /// Returns the values of a received message, in the order of its arguments.
  func decoded(_ message: Message, of interface: Interface) -> [Decoded] {
    var position = 0
    return message.arguments.flatMap { argument in
      defer { position += argument.wireCount }
      return decoded(argument, at: position, of: interface)
    }
  }

  /// Returns the arguments of a message to send, in order.
  func encoded(_ message: Message, of interface: Interface) -> [Encoded] {
    message.arguments.map { encoded($0, of: interface) }
  }

  // MARK: Arguments

  private func decoded(_ argument: Argument, at position: Int, of interface: Interface) -> [Decoded] {
    let label = SwiftName.label(argument.name)
    let type = valueType(argument, of: interface)
    let isEnum = enumType(argument, of: interface) != nil
    let wire = "arguments[\(position)]"
    let optional = argument.isNullable ? "?" : ""
    func value(_ type: String, _ expression: String) -> [Decoded] {
      [Decoded(label: label, type: type, expression: expression)]
    }
    switch (argument.kind, side) {
    case (.int, _):
      return value(type, isEnum ? "\(type)(rawValue: UInt32(bitPattern: \(wire).i))" : "\(wire).i")
    case (.uint, _): return value(type, isEnum ? "\(type)(rawValue: \(wire).u)" : "\(wire).u")
    case (.fixed, _): return value(type, "Double(\(wire).f) / 256")
    case (.string, _):
      return value(type + optional, "Wire.string(\(wire))" + (argument.isNullable ? "" : " ?? \"\""))
    case (.array, _): return value(type, "Wire.bytes(\(wire))")
    case (.fd, .client): return value("ReceivedDescriptor", "ReceivedDescriptor(\(wire).h)")
    case (.fd, .server): return value(type, "\(wire).h")
    case (.object, .client):
      // The result is optional even if the protocol forbids null, because the client may have destroyed the object in
      // the meantime.
      return value(type + "?", "lookUp(\(wire).o, as: \(type).self)")
    case (.object, .server):
      // If the protocol forbids null, the object is present, because libwayland has rejected requests without it.
      guard isTyped(argument) else {
        return value(type + optional, "\(wire).o" + (argument.isNullable ? "" : "!"))
      }
      return value(
        type + optional, argument.isNullable ? "\(wire).o.map { \(type)($0) }" : "\(type)(\(wire).o!)")
    case (.newID, .client): return value(type, "adopt(\(wire).o, as: \(type).self)")
    case (.newID, .server):
      guard argument.isUntypedNewObject else { return value("UInt32", "\(wire).n") }
      return [
        Decoded(label: "interface", type: "String", expression: "Wire.string(\(wire)) ?? \"\""),
        Decoded(label: "version", type: "UInt32", expression: "arguments[\(position + 1)].u"),
        Decoded(label: label, type: "UInt32", expression: "arguments[\(position + 2)].n"),
      ]
    }
  }

  private func encoded(_ argument: Argument, of interface: Interface) -> Encoded {
    let name = SwiftName.member(argument.name)
    let bytes = SwiftName.label(argument.name) + "Bytes"
    let type = valueType(argument, of: interface)
    let isEnum = enumType(argument, of: interface) != nil
    let optional = argument.isNullable ? "?" : ""
    switch (argument.kind, side) {
    case (.int, _):
      let value = isEnum ? "Int32(bitPattern: \(name).rawValue)" : name
      return Encoded(parameters: ["\(name): \(type)"], values: ["wl_argument(i: \(value))"])
    case (.uint, _):
      let value = isEnum ? "\(name).rawValue" : name
      return Encoded(parameters: ["\(name): \(type)"], values: ["wl_argument(u: \(value))"])
    case (.fixed, _):
      return Encoded(parameters: ["\(name): \(type)"], values: ["wl_argument(f: Wire.fixed(\(name)))"])
    case (.string, _):
      return Encoded(
        parameters: ["\(name): \(type)\(optional)"], closure: "Wire.withCString(\(name)) { \(bytes) in",
        values: ["wl_argument(s: \(bytes))"])
    case (.array, _):
      return Encoded(
        parameters: ["\(name): \(type)"], closure: "Wire.withArray(\(name)) { \(bytes) in",
        values: ["wl_argument(a: \(bytes))"])
    case (.fd, _): return Encoded(parameters: ["\(name): \(type)"], values: ["wl_argument(h: \(name))"])
    case (.newID, .client):
      // libwayland inserts the id. An untyped new object is preceded by its interface and its version.
      guard argument.isUntypedNewObject else { return Encoded(values: ["wl_argument(o: nil)"]) }
      return Encoded(
        parameters: ["_ type: New.Type", "version: UInt32"],
        closure: "Wire.withCString(New.interfaceName) { typeBytes in",
        values: ["wl_argument(s: typeBytes)", "wl_argument(u: version)", "wl_argument(o: nil)"])
    case (.object, _), (.newID, .server):
      // The server sends a new object as its wl_resource, like any other object.
      let object = isTyped(argument) || side == .client ? "\(name)\(optional).handle" : name
      return Encoded(parameters: ["\(name): \(type)\(optional)"], values: ["wl_argument(o: \(object))"])
    }
  }

  // MARK: Types

  /// The Swift type of an interface's objects: `WlSurface` in the client, `WlSurfaceResource` in the server.
  func objectType(named interface: String) -> String {
    SwiftName.type(interface) + (side == .server ? "Resource" : "")
  }

  /// The Swift type of the object that `argument` refers to.
  func objectType(_ argument: Argument) -> String {
    if let name = argument.interface, interfaces[name] != nil { return objectType(named: name) }
    return side == .client ? "Proxy" : "OpaquePointer"
  }

  /// Whether the argument states an interface, and `protocols/` describes this interface.
  private func isTyped(_ argument: Argument) -> Bool {
    argument.interface.map { interfaces[$0] != nil } ?? false
  }

  /// The Swift type of a value that is not null.
  private func valueType(_ argument: Argument, of interface: Interface) -> String {
    switch argument.kind {
    case .int: enumType(argument, of: interface) ?? "Int32"
    case .uint: enumType(argument, of: interface) ?? "UInt32"
    case .fixed: "Double"
    case .string: "String"
    case .array: "[UInt8]"
    case .fd: "Int32"
    case .object, .newID: objectType(argument)
    }
  }

  /// The Swift type of the argument's enumeration; nil for a number without an enumeration and for an unknown
  /// enumeration.
  private func enumType(_ argument: Argument, of interface: Interface) -> String? {
    guard let reference = argument.enumeration else { return nil }
    let parts = reference.split(separator: ".").map(String.init)
    let owner = parts.count == 2 ? parts[0] : interface.name
    guard let name = parts.last, let found = interfaces[owner],
      found.enumerations.contains(where: { $0.name == name })
    else { return nil }
    return "\(objectType(named: owner)).\(SwiftName.type(name))"
  }
}
