/// Writes one struct an interface for the compositor: requests are one decoded enum, events are methods.
struct ServerEmitter {
  let interfaces: [String: Interface]

  func emit(_ document: ProtocolDocument) -> String {
    var writer = SourceWriter(imports: ["package import CWaylandServer", "internal import WaylandProtocol"])
    for interface in document.interfaces { emit(interface, into: &writer) }
    return writer.text
  }

  private static func typeName(_ interface: String) -> String { SwiftName.type(interface) + "Resource" }

  private func emit(_ interface: Interface, into writer: inout SourceWriter) {
    writer.line()
    writer.comment(interface.summary, wayland: interface.name)
    writer.block("package struct \(Self.typeName(interface.name)): WireResource") { writer in
      writer.line("package static var interfaceName: String { \"\(interface.name)\" }")
      writer.line("package static var newestVersion: Int32 { \(interface.version) }")
      writer.line("package let handle: OpaquePointer")
      writer.line("package init(_ handle: OpaquePointer) { self.handle = handle }")
      for enumeration in interface.enumerations {
        EnumerationEmitter.emit(enumeration, of: interface, into: &writer)
      }
      emitRequests(of: interface, into: &writer)
      for (opcode, event) in interface.events.enumerated() {
        emit(event, opcode, of: interface, into: &writer)
      }
    }
  }

  // MARK: Requests

  private func emitRequests(of interface: Interface, into writer: inout SourceWriter) {
    writer.line()
    writer.block("package enum Request: WireRequest") { writer in
      for request in interface.requests {
        writer.comment(request.summary, wayland: "\(interface.name).\(request.name)")
        let values = request.arguments.flatMap { requestValues($0, interface) }
        let payload = SwiftName.payload(values)
        writer.line("case \(SwiftName.member(request.name))\(payload)")
      }
      writer.line()
      writer.block("package init?(opcode: UInt32, arguments: UnsafePointer<wl_argument>)") { writer in
        if interface.requests.isEmpty {
          writer.line("return nil")
          return
        }
        writer.line("switch opcode {")
        for (opcode, request) in interface.requests.enumerated() {
          var place = 0
          let values = request.arguments.flatMap { decoded($0, interface, &place) }
          let payload = SwiftName.payload(values)
          writer.line("case \(opcode): self = .\(SwiftName.member(request.name))\(payload)")
        }
        writer.line("default: return nil")
        writer.line("}")
      }
    }
  }

  private func requestValues(_ argument: Argument, _ interface: Interface) -> [String] {
    let name = SwiftName.label(argument.name)
    let optional = argument.isNullable ? "?" : ""
    return switch argument.kind {
    case .int: ["\(name): \(enumType(argument, interface) ?? "Int32")"]
    case .uint: ["\(name): \(enumType(argument, interface) ?? "UInt32")"]
    case .fixed: ["\(name): Double"]
    case .string: ["\(name): String\(optional)"]
    case .array: ["\(name): [UInt8]"]
    case .fd: ["\(name): Int32"]
    case .object: ["\(name): \(objectType(argument))\(optional)"]
    case .newID:
      argument.interface == nil
        ? ["interface: String", "version: UInt32", "\(name): UInt32"] : ["\(name): UInt32"]
    }
  }

  private func decoded(_ argument: Argument, _ interface: Interface, _ place: inout Int) -> [String] {
    let name = SwiftName.label(argument.name)
    let wire = "arguments[\(place)]"
    place += 1
    switch argument.kind {
    case .int:
      let type = enumType(argument, interface)
      return ["\(name): " + (type.map { "\($0)(rawValue: UInt32(bitPattern: \(wire).i))" } ?? "\(wire).i")]
    case .uint:
      let type = enumType(argument, interface)
      return ["\(name): " + (type.map { "\($0)(rawValue: \(wire).u)" } ?? "\(wire).u")]
    case .fixed: return ["\(name): Double(\(wire).f) / 256"]
    case .string: return ["\(name): Wire.string(\(wire))" + (argument.isNullable ? "" : " ?? \"\"")]
    case .array: return ["\(name): Wire.bytes(\(wire))"]
    case .fd: return ["\(name): \(wire).h"]
    case .object:
      let type = objectType(argument)
      // libwayland has checked that objects which must not be null are there.
      if type == "OpaquePointer" { return ["\(name): \(wire).o" + (argument.isNullable ? "" : "!")] }
      return ["\(name): " + (argument.isNullable ? "\(wire).o.map { \(type)($0) }" : "\(type)(\(wire).o!)")]
    case .newID where argument.interface == nil:
      place += 2
      return [
        "interface: Wire.string(\(wire)) ?? \"\"", "version: arguments[\(place - 2)].u",
        "\(name): arguments[\(place - 1)].n",
      ]
    case .newID: return ["\(name): \(wire).n"]
    }
  }

  // MARK: Events

  private func emit(
    _ event: Message, _ opcode: Int, of interface: Interface, into writer: inout SourceWriter
  ) {
    let parameters = event.arguments.map { parameter($0, interface) }.joined(separator: ", ")
    writer.line()
    writer.comment(event.summary, wayland: "\(interface.name).\(event.name)")
    writer.block("package func send\(SwiftName.type(event.name))(\(parameters))") { writer in
      var closers = 0
      for argument in event.arguments where argument.kind == .string || argument.kind == .array {
        let call = argument.kind == .string ? "withCString" : "withArray"
        let name = SwiftName.member(argument.name)
        writer.line("Wire.\(call)(\(name)) { \(SwiftName.label(argument.name))Bytes in")
        closers += 1
      }
      let values = event.arguments.map { encoded($0, interface) }.joined(separator: ", ")
      writer.line("post(opcode: \(opcode), since: \(event.since), [\(values)])")
      if closers > 0 { writer.line(Array(repeating: "}", count: closers).joined(separator: " ")) }
    }
  }

  private func parameter(_ argument: Argument, _ interface: Interface) -> String {
    let name = SwiftName.member(argument.name)
    let optional = argument.isNullable ? "?" : ""
    return switch argument.kind {
    case .int: "\(name): \(enumType(argument, interface) ?? "Int32")"
    case .uint: "\(name): \(enumType(argument, interface) ?? "UInt32")"
    case .fixed: "\(name): Double"
    case .string: "\(name): String\(optional)"
    case .array: "\(name): [UInt8]"
    case .fd: "\(name): Int32"
    case .object, .newID: "\(name): \(objectType(argument))\(optional)"
    }
  }

  private func encoded(_ argument: Argument, _ interface: Interface) -> String {
    let name = SwiftName.member(argument.name)
    let isEnum = enumType(argument, interface) != nil
    let isTyped = objectType(argument) != "OpaquePointer"
    return switch argument.kind {
    case .int: "wl_argument(i: \(isEnum ? "Int32(bitPattern: \(name).rawValue)" : name))"
    case .uint: "wl_argument(u: \(isEnum ? "\(name).rawValue" : name))"
    case .fixed: "wl_argument(f: Wire.fixed(\(name)))"
    case .string: "wl_argument(s: \(SwiftName.label(argument.name))Bytes)"
    case .array: "wl_argument(a: \(SwiftName.label(argument.name))Bytes)"
    case .fd: "wl_argument(h: \(name))"
    // Events name new objects by their resource, too.
    case .object, .newID:
      isTyped ? "wl_argument(o: \(name)\(argument.isNullable ? "?" : "").handle)" : "wl_argument(o: \(name))"
    }
  }

  // MARK: Types

  private func enumType(_ argument: Argument, _ interface: Interface) -> String? {
    EnumerationEmitter.type(of: argument, in: interface, among: interfaces, naming: Self.typeName)
  }

  private func objectType(_ argument: Argument) -> String {
    guard let name = argument.interface, interfaces[name] != nil else { return "OpaquePointer" }
    return Self.typeName(name)
  }
}
