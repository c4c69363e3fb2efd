/// Writes one final class an interface for the client: requests are methods, events one enum to one handler.
struct ClientEmitter {
  let interfaces: [String: Interface]

  func emit(_ document: ProtocolDocument) -> String {
    var writer = SourceWriter(imports: ["internal import CWayland", "internal import WaylandProtocol"])
    for interface in document.interfaces { emit(interface, into: &writer) }
    return writer.text
  }

  private func emit(_ interface: Interface, into writer: inout SourceWriter) {
    writer.line()
    writer.comment(interface.summary, wayland: interface.name)
    writer.line("@MainActor")
    writer.block("package final class \(SwiftName.type(interface.name)): Proxy") { writer in
      writer.line("package override class var interfaceName: String { \"\(interface.name)\" }")
      writer.line("package override class var newestVersion: UInt32 { \(interface.version) }")
      for enumeration in interface.enumerations {
        EnumerationEmitter.emit(enumeration, of: interface, into: &writer)
      }
      if !interface.events.isEmpty { emitEvents(of: interface, into: &writer) }
      for (opcode, request) in interface.requests.enumerated() {
        emit(request, opcode, of: interface, into: &writer)
      }
    }
  }

  // MARK: Events

  private func emitEvents(of interface: Interface, into writer: inout SourceWriter) {
    writer.line()
    writer.block("package enum Event") { writer in
      for event in interface.events {
        writer.comment(event.summary, wayland: "\(interface.name).\(event.name)")
        let values = event.arguments.map {
          "\(SwiftName.label($0.name)): \(eventType($0, interface))"
        }
        let payload = SwiftName.payload(values)
        writer.line("case \(SwiftName.member(event.name))\(payload)")
      }
    }
    writer.line()
    writer.line("/// Called with each event of this object, in order.")
    writer.line("package var onEvent: ((Event) -> Void)?")
    writer.line("override var isHeard: Bool { onEvent != nil }")
    writer.line("override func silence() { onEvent = nil }")
    writer.line()
    writer.block("override func receive(_ opcode: UInt32, _ arguments: UnsafePointer<wl_argument>)") {
      writer in
      writer.line("switch opcode {")
      for (opcode, event) in interface.events.enumerated() {
        emitDelivery(of: event, opcode, interface, into: &writer)
      }
      writer.line("default: break  // a newer compositor's event")
      writer.line("}")
    }
  }

  private func emitDelivery(
    of event: Message, _ opcode: Int, _ interface: Interface, into writer: inout SourceWriter
  ) {
    writer.line("case \(opcode):")
    var values: [String] = []
    for (place, argument) in event.arguments.enumerated() {
      var value = decoded(argument, "arguments[\(place)]", interface)
      if argument.kind == .newID {
        writer.line("  let new\(place) = \(value)")
        value = "new\(place)"
      }
      values.append("\(SwiftName.label(argument.name)): \(value)")
    }
    let payload = SwiftName.payload(values)
    writer.line("  onEvent?(.\(SwiftName.member(event.name))\(payload))")
    for (place, argument) in event.arguments.enumerated() where argument.kind == .newID {
      writer.line("  new\(place).forgetUnlessHeard()")
    }
    if event.isDestructor { writer.line("  forget()") }
  }

  private func eventType(_ argument: Argument, _ interface: Interface) -> String {
    switch argument.kind {
    case .int: enumType(argument, interface) ?? "Int32"
    case .uint: enumType(argument, interface) ?? "UInt32"
    case .fixed: "Double"
    case .string: argument.isNullable ? "String?" : "String"
    case .array: "[UInt8]"
    case .fd: "ReceivedDescriptor"
    case .newID: objectType(argument)
    case .object: objectType(argument) + "?"  // nil too when we destroyed it meanwhile
    }
  }

  private func decoded(_ argument: Argument, _ wire: String, _ interface: Interface) -> String {
    switch argument.kind {
    case .int:
      enumType(argument, interface).map { "\($0)(rawValue: UInt32(bitPattern: \(wire).i))" } ?? "\(wire).i"
    case .uint: enumType(argument, interface).map { "\($0)(rawValue: \(wire).u)" } ?? "\(wire).u"
    case .fixed: "Double(\(wire).f) / 256"
    case .string: "Wire.string(\(wire))" + (argument.isNullable ? "" : " ?? \"\"")
    case .array: "Wire.bytes(\(wire))"
    case .fd: "ReceivedDescriptor(\(wire).h)"
    case .newID: "adopt(\(wire).o, as: \(objectType(argument)).self)"
    case .object: "lookUp(\(wire).o, as: \(objectType(argument)).self)"
    }
  }

  // MARK: Requests

  private func emit(
    _ request: Message, _ opcode: Int, of interface: Interface, into writer: inout SourceWriter
  ) {
    let since = request.since > 1 ? " Since version \(request.since)." : ""
    let isUntyped = request.newObject.map { $0.interface == nil } ?? false
    let result = request.newObject.map { isUntyped ? "New" : objectType($0) }
    let parameters = request.arguments.flatMap { requestParameters($0, interface) }
    let generics = isUntyped ? "<New: Proxy>" : ""
    var head =
      "package func \(SwiftName.member(request.name))\(generics)(\(parameters.joined(separator: ", ")))"
    if let result { head += " -> \(result)" }

    writer.line()
    writer.comment(request.summary + since, wayland: "\(interface.name).\(request.name)")
    writer.block(head) { writer in
      var closers = 0
      for argument in request.arguments {
        guard let opener = borrowing(argument) else { continue }
        writer.line((result != nil || closers > 0 ? "return " : "") + opener)
        closers += 1
      }
      let values = request.arguments.flatMap { encoded($0, interface) }.joined(separator: ", ")
      let call: String =
        if let result {
          "create(\(result).self, opcode: \(opcode), name: \"\(request.name)\", since: \(request.since), "
            + (isUntyped ? "version: version, " : "") + "[\(values)])"
        } else {
          "send(opcode: \(opcode), name: \"\(request.name)\", since: \(request.since), "
            + "isDestructor: \(request.isDestructor), [\(values)])"
        }
      writer.line((result != nil || closers > 0 ? "return " : "") + call)
      if closers > 0 { writer.line(Array(repeating: "}", count: closers).joined(separator: " ")) }
    }
  }

  private func requestParameters(_ argument: Argument, _ interface: Interface) -> [String] {
    let name = SwiftName.member(argument.name)
    let optional = argument.isNullable ? "?" : ""
    return switch argument.kind {
    case .int: ["\(name): \(enumType(argument, interface) ?? "Int32")"]
    case .uint: ["\(name): \(enumType(argument, interface) ?? "UInt32")"]
    case .fixed: ["\(name): Double"]
    case .string: ["\(name): String\(optional)"]
    case .array: ["\(name): [UInt8]"]
    case .fd: ["\(name): Int32"]
    case .object: ["\(name): \(objectType(argument))\(optional)"]
    case .newID: argument.interface == nil ? ["_ type: New.Type", "version: UInt32"] : []
    }
  }

  /// Returns the head of a closure that lends `argument`'s memory to C.
  private func borrowing(_ argument: Argument) -> String? {
    let name = SwiftName.member(argument.name)
    return switch argument.kind {
    case .string: "Wire.withCString(\(name)) { \(SwiftName.label(argument.name))Bytes in"
    case .array: "Wire.withArray(\(name)) { \(SwiftName.label(argument.name))Bytes in"
    case .newID where argument.interface == nil: "Wire.withCString(New.interfaceName) { typeBytes in"
    default: nil
    }
  }

  private func encoded(_ argument: Argument, _ interface: Interface) -> [String] {
    let name = SwiftName.member(argument.name)
    let isEnum = enumType(argument, interface) != nil
    return switch argument.kind {
    case .int: ["wl_argument(i: \(isEnum ? "Int32(bitPattern: \(name).rawValue)" : name))"]
    case .uint: ["wl_argument(u: \(isEnum ? "\(name).rawValue" : name))"]
    case .fixed: ["wl_argument(f: Wire.fixed(\(name)))"]
    case .string: ["wl_argument(s: \(SwiftName.label(argument.name))Bytes)"]
    case .array: ["wl_argument(a: \(SwiftName.label(argument.name))Bytes)"]
    case .fd: ["wl_argument(h: \(name))"]
    case .object: ["wl_argument(o: \(name)\(argument.isNullable ? "?" : "").handle)"]
    case .newID where argument.interface == nil:
      ["wl_argument(s: typeBytes)", "wl_argument(u: version)", "wl_argument(o: nil)"]
    case .newID: ["wl_argument(o: nil)"]
    }
  }

  // MARK: Types

  private func enumType(_ argument: Argument, _ interface: Interface) -> String? {
    EnumerationEmitter.type(of: argument, in: interface, among: interfaces, naming: SwiftName.type)
  }

  private func objectType(_ argument: Argument) -> String {
    guard let name = argument.interface, interfaces[name] != nil else { return "Proxy" }
    return SwiftName.type(name)
  }
}
