import JSON
import Testing

@Suite("JSON texts")
struct JSONTests {
  private func parse(_ text: String) throws -> JSONNode { try JSONParser.parse(Array(text.utf8)) }

  @Test(
    "A value that is written as a line is the same when it is parsed",
    arguments: [
      "null", "true", "false", "0", "-1", "1.5", "1e+300", "9007199254740991", "\"\"", "[]", "{}",
      #""\"\\\n\t\u0000\u001f\u007f é 🂡 / ""#, #"[1,[2,{"a":null}],"x"]"#, #"{"b":1,"a":[true,{}]}"#,
    ])
  func lines(text: String) throws {
    let line = try parse(text).line
    #expect(!line.contains("\n"))
    #expect(try parse(line).line == line)
    if !text.contains("1e") { #expect(line == text) }
  }

  @Test("Numbers that JSON does not have are written as null")
  func notFinite() {
    #expect(JSONNode([JSONNode(Double.nan), JSONNode(-Double.infinity), 0.5]).line == "[null,null,0.5]")
  }

  @Test(
    "A mistake has its line and column",
    arguments: [("{\n  \"a\": tru}", 2, 8), ("[1,\n2", 2, 2), ("", 1, 1)])
  func mistakes(text: String, line: Int, column: Int) {
    #expect {
      try parse(text)
    } throws: {
      let error = $0 as? JSONError
      return error?.position.line == line && error?.position.column == column
    }
  }

  @Test("Random values are the same after they were written and parsed", arguments: 1...200)
  func random(seed: UInt64) throws {
    var generator = Generator(state: seed)
    let node = generator.node(depth: 0)
    #expect(try parse(node.line).line == node.line)
  }
}

private struct Generator {
  var state: UInt64

  mutating func next(below count: UInt64) -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return (state >> 33) % count
  }

  mutating func text() -> String {
    let scalars = Array("ab\"\\\n\t\u{0}\u{1F}\u{7F}é🂡 /{}[],:".unicodeScalars)
    var text = ""
    for _ in 0..<next(below: 8) {
      text.unicodeScalars.append(scalars[Int(next(below: UInt64(scalars.count)))])
    }
    return text
  }

  mutating func node(depth: Int) -> JSONNode {
    switch next(below: depth < 5 ? 6 : 4) {
    case 0: return JSONNode(value: .null)
    case 1: return JSONNode(next(below: 2) == 0)
    case 2: return JSONNode((Double(next(below: 1 << 31)) - 1e9) / Double(1 + next(below: 1000)))
    case 3: return JSONNode(text())
    case 4:
      var nodes: [JSONNode] = []
      for _ in 0..<next(below: 4) { nodes.append(node(depth: depth + 1)) }
      return JSONNode(nodes)
    default:
      var members: [(String, JSONNode)] = []
      for index in 0..<next(below: 4) { members.append(("\(index)" + text(), node(depth: depth + 1))) }
      return JSONNode(members)
    }
  }
}
