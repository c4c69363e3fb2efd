extension JSONNode {
  /// The value as JSON in one line. Numbers that JSON does not have, such as infinity, become `null`.
  package var line: String {
    var line: [UInt8] = []
    write(to: &line)
    return String(decoding: line, as: UTF8.self)
  }

  private func write(to line: inout [UInt8]) {
    switch value {
    case .null: line += "null".utf8
    case .bool(let bool): line += (bool ? "true" : "false").utf8
    case .number(let number): line += Self.text(of: number).utf8
    case .string(let text): Self.write(text, to: &line)
    case .array(let nodes):
      line.append(UInt8(ascii: "["))
      for (index, node) in nodes.enumerated() {
        if index > 0 { line.append(UInt8(ascii: ",")) }
        node.write(to: &line)
      }
      line.append(UInt8(ascii: "]"))
    case .object(let members):
      line.append(UInt8(ascii: "{"))
      for (index, member) in members.enumerated() {
        if index > 0 { line.append(UInt8(ascii: ",")) }
        Self.write(member.key, to: &line)
        line.append(UInt8(ascii: ":"))
        member.node.write(to: &line)
      }
      line.append(UInt8(ascii: "}"))
    }
  }

  private static func text(of number: Double) -> String {
    if let integer = Int(exactly: number), integer.magnitude < 1 << 53 { return String(integer) }
    return number.isFinite ? "\(number)" : "null"
  }

  private static func write(_ text: String, to line: inout [UInt8]) {
    line.append(UInt8(ascii: "\""))
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): line += [UInt8(ascii: "\\"), byte]
      case UInt8(ascii: "\n"): line += "\\n".utf8
      case UInt8(ascii: "\t"): line += "\\t".utf8
      case 0..<0x20, 0x7F:
        let digits = Array("0123456789abcdef".utf8)
        line += "\\u00".utf8 + [digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      default: line.append(byte)
      }
    }
    line.append(UInt8(ascii: "\""))
  }
}
