/// Writes the descriptions from which WaylandProtocol builds libwayland's `wl_interface` tables.
enum TableEmitter {
  static func emit(_ documents: [ProtocolDocument]) -> String {
    var writer = SourceWriter(imports: [])
    writer.line("/// Every interface of protocols/, in the order of the files.")
    writer.line("let describedInterfaces: [InterfaceDescription] = [")
    for interface in documents.flatMap(\.interfaces) {
      writer.line("  InterfaceDescription(")
      writer.line("    name: \"\(interface.name)\", version: \(interface.version),")
      writer.line("    requests: [")
      for message in interface.requests { writer.line("      \(literal(message)),") }
      writer.line("    ],")
      writer.line("    events: [")
      for message in interface.events { writer.line("      \(literal(message)),") }
      writer.line("    ],")
      writer.line("    errors: [")
      for entry in interface.enumerations.first(where: { $0.name == "error" })?.entries ?? [] {
        writer.line("      ErrorDescription(code: \(entry.value), name: \"\(entry.name)\"),")
      }
      writer.line("    ]),")
    }
    writer.line("]")
    return writer.text
  }

  private static func literal(_ message: Message) -> String {
    let types = message.arguments.flatMap { argument -> [String] in
      let type = argument.interface.map { "\"\($0)\"" } ?? "nil"
      return Array(repeating: type, count: argument.wireCount)
    }
    return "MessageDescription("
      + "name: \"\(message.name)\", signature: \"\(message.signature)\", types: [\(types.joined(separator: ", "))])"
  }
}
