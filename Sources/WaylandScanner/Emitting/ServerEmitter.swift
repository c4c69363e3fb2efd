/// Writes one struct for each interface. Requests become one enum with a decoder; events become methods.
struct ServerEmitter {
  private let codec: ArgumentCodec

  init(interfaces: [String: Interface]) { codec = ArgumentCodec(side: .server, interfaces: interfaces) }

  /// Returns the text of the Swift file for `document`.
  func emit(_ document: ProtocolDocument) -> String {
    var writer = SourceWriter(imports: ["package import CWaylandServer", "internal import WaylandProtocol"])
    for interface in document.interfaces { emit(interface, into: &writer) }
    return writer.text
  }

  private func emit(_ interface: Interface, into writer: inout SourceWriter) {
    writer.line()
    writer.comment(interface.summary, wayland: interface.name)
    writer.block("package struct \(codec.objectType(named: interface.name)): WireResource") { writer in
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
        let values = codec.decoded(request, of: interface).map { "\($0.label): \($0.type)" }
        writer.line("case \(SwiftName.member(request.name))\(SwiftName.payload(values))")
      }
      writer.line()
      writer.block("package init?(opcode: UInt32, arguments: UnsafePointer<wl_argument>)") { writer in
        if interface.requests.isEmpty {
          writer.line("return nil")
          return
        }
        writer.line("switch opcode {")
        for (opcode, request) in interface.requests.enumerated() {
          let values = codec.decoded(request, of: interface).map { "\($0.label): \($0.expression)" }
          writer.line("case \(opcode): self = .\(SwiftName.member(request.name))\(SwiftName.payload(values))")
        }
        writer.line("default: return nil")
        writer.line("}")
      }
    }
  }

  // MARK: Events

  private func emit(
    _ event: Message, _ opcode: Int, of interface: Interface, into writer: inout SourceWriter
  ) {
    let arguments = codec.encoded(event, of: interface)
    let parameters = arguments.flatMap(\.parameters).joined(separator: ", ")
    let values = arguments.flatMap(\.values).joined(separator: ", ")
    writer.line()
    writer.comment(event.summary, wayland: "\(interface.name).\(event.name)")
    writer.block("package func send\(SwiftName.type(event.name))(\(parameters))") { writer in
      writer.call(
        "post(opcode: \(opcode), since: \(event.since), [\(values)])",
        inside: arguments.compactMap(\.closure), returnsResult: false)
    }
  }
}
