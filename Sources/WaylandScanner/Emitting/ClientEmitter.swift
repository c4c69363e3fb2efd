/// Writes one final class for each interface. Requests become methods; events become one enum, which is passed to one
/// handler.
struct ClientEmitter {
  private let codec: ArgumentCodec

  init(interfaces: [String: Interface]) { codec = ArgumentCodec(side: .client, interfaces: interfaces) }

  /// Returns the text of the Swift file for `document`.
  func emit(_ document: ProtocolDocument) -> String {
    var writer = SourceWriter(imports: ["internal import CWayland", "internal import WaylandProtocol"])
    for interface in document.interfaces { emit(interface, into: &writer) }
    return writer.text
  }

  private func emit(_ interface: Interface, into writer: inout SourceWriter) {
    writer.line()
    writer.comment(interface.summary, wayland: interface.name)
    writer.line("@MainActor")
    writer.block("package final class \(codec.objectType(named: interface.name)): Proxy") { writer in
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
        let values = codec.decoded(event, of: interface).map { "\($0.label): \($0.type)" }
        writer.line("case \(SwiftName.member(event.name))\(SwiftName.payload(values))")
      }
    }
    writer.line()
    writer.line("/// Called with each event of this object, in order.")
    writer.line("package var onEvent: ((Event) -> Void)?")
    writer.line("override var hasHandler: Bool { onEvent != nil }")
    writer.line("override func removeHandler() { onEvent = nil }")
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
    var newObjects: [String] = []
    for (index, (argument, value)) in zip(event.arguments, codec.decoded(event, of: interface)).enumerated() {
      var expression = value.expression
      if argument.kind == .newID {
        writer.line("  let new\(index) = \(expression)")
        expression = "new\(index)"
        newObjects.append(expression)
      }
      values.append("\(value.label): \(expression)")
    }
    writer.line("  onEvent?(.\(SwiftName.member(event.name))\(SwiftName.payload(values)))")
    for object in newObjects { writer.line("  \(object).destroyUnlessHandled()") }
    if event.isDestructor { writer.line("  destroyProxy()") }
  }

  // MARK: Requests

  private func emit(
    _ request: Message, _ opcode: Int, of interface: Interface, into writer: inout SourceWriter
  ) {
    let since = request.since > 1 ? " Since version \(request.since)." : ""
    let isUntyped = request.newObject?.isUntypedNewObject ?? false
    let result = request.newObject.map { isUntyped ? "New" : codec.objectType($0) }
    let arguments = codec.encoded(request, of: interface)
    let parameters = arguments.flatMap(\.parameters).joined(separator: ", ")
    let generics = isUntyped ? "<New: Proxy>" : ""
    var head = "package func \(SwiftName.member(request.name))\(generics)(\(parameters))"
    if let result { head += " -> \(result)" }
    let values = arguments.flatMap(\.values).joined(separator: ", ")
    let call: String =
      if let result {
        "create(\(result).self, opcode: \(opcode), name: \"\(request.name)\", since: \(request.since), "
          + (isUntyped ? "version: version, " : "") + "[\(values)])"
      } else {
        "send(opcode: \(opcode), name: \"\(request.name)\", since: \(request.since), "
          + "isDestructor: \(request.isDestructor), [\(values)])"
      }

    writer.line()
    writer.comment(request.summary + since, wayland: "\(interface.name).\(request.name)")
    writer.block(head) { writer in
      writer.call(call, inside: arguments.compactMap(\.closure), returnsResult: result != nil)
    }
  }
}
