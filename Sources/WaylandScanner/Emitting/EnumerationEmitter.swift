/// Writes each enumeration as a struct with a raw value, so that unknown values of a newer compositor keep their raw
/// value.
enum EnumerationEmitter {
  static func emit(_ enumeration: Enumeration, of interface: Interface, into writer: inout SourceWriter) {
    let name = SwiftName.type(enumeration.name)
    let kind = enumeration.isBitfield ? "OptionSet" : "RawRepresentable"
    writer.line()
    writer.comment(enumeration.summary, wayland: "\(interface.name).\(enumeration.name)")
    writer.block("package struct \(name): \(kind), Hashable, Sendable") { writer in
      writer.line("package let rawValue: UInt32")
      writer.line("package init(rawValue: UInt32) { self.rawValue = rawValue }")
      for entry in enumeration.entries {
        // Omit the case with the value 0 of an option set, because Swift spells an empty set [].
        if enumeration.isBitfield && (entry.value == "0" || entry.value == "0x0") { continue }
        let member = SwiftName.member(entry.name)
        writer.line("package static var \(member): Self { Self(rawValue: \(entry.value)) }")
      }
    }
  }
}
