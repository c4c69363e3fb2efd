/// Writes enumerations as structs around a number, so that values of newer compositors survive.
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
        // An empty option set is spelled [] in Swift.
        if enumeration.isBitfield && (entry.value == "0" || entry.value == "0x0") { continue }
        let member = SwiftName.member(entry.name)
        writer.line("package static var \(member): Self { Self(rawValue: \(entry.value)) }")
      }
    }
  }

  /// Returns the Swift type of `argument`'s values, or nil when it is a plain number or its enumeration is not known.
  static func type(
    of argument: Argument, in interface: Interface, among interfaces: [String: Interface],
    naming: (String) -> String
  ) -> String? {
    guard let reference = argument.enumeration else { return nil }
    let parts = reference.split(separator: ".").map(String.init)
    let owner = parts.count == 2 ? parts[0] : interface.name
    guard let name = parts.last, let found = interfaces[owner],
      found.enumerations.contains(where: { $0.name == name })
    else { return nil }
    return "\(naming(owner)).\(SwiftName.type(name))"
  }
}
