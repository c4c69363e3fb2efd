import ControlChannel
import TestSupport
import Testing

@Suite("Lines and rates of a control channel")
struct LineTests {
  @Test(
    "The division of bytes into parts does not change the lines", arguments: 1...100 as ClosedRange<UInt64>)
  func parts(seed: UInt64) {
    var random = SplitMix(seed: seed)
    let bytes = (0..<200).map { _ in "ab\n\r".utf8.randomElement(using: &random) ?? 0 }
    var whole = LineBuffer(limit: 6)
    let wanted = whole.append(bytes)
    var parts = LineBuffer(limit: 6)
    var lines: [LineBuffer.Line] = []
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = Int.random(in: 1...7, using: &random)
      lines += parts.append(rest.prefix(count))
      rest = rest.dropFirst(count)
    }
    #expect(lines == wanted)
    let texts = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).dropLast()
    #expect(
      wanted.count { $0 == .tooLong } == texts.count { $0.count > 6 },
      "each line above the limit is reported once")
  }

  @Test("A line may be as long as the limit, and its end may be CR LF")
  func limits() {
    var buffer = LineBuffer(limit: 3)
    #expect(
      buffer.append(Array("abc\nab\r\n\n\r\nabcd\nx".utf8)) == [
        .bytes(Array("abc".utf8)), .bytes(Array("ab".utf8)), .tooLong,
      ])
    #expect(buffer.append(Array("y\n".utf8)) == [.bytes(Array("xy".utf8))])
  }

  @Test("The rate counts the requests of each second")
  func rate() {
    var rate = RequestRate(perSecond: 3)
    let start: UInt64 = 5_000_000_000
    #expect(rate.count(at: start) == nil)
    #expect(rate.count(at: start + 100) == nil)
    #expect(rate.count(at: start + 400_000_000) == 600_000_000)
    #expect(rate.count(at: start + 1_000_000_000) == nil)
    #expect(rate.count(at: 1) == nil, "a clock that was set back begins a new second")
  }

  @Test(
    "The words of a line are divided as a shell does",
    arguments: [
      ("tap x=1 y=2", ["tap", "x=1", "y=2"]), ("  a   b=\"c d\"  ", ["a", "b=c d"]), ("# comment", []),
      ("", []),
      ("a # b", ["a"]), ("a b=#f00", ["a", "b=#f00"]),
      (#"a b=c\ d e="\"" f='\'"#, ["a", "b=c d", "e=\"", "f=\\"]),
      ("a ''", ["a", ""]), (#"a "b\n\t\x" c\n '\n'"#, ["a", "b\n\tx", "cn", "\\n"]),
    ])
  func words(line: String, words: [String]) throws {
    #expect(try ControlWords.words(of: line) == words)
  }

  @Test("Words that are no request are explained")
  func wrongWords() {
    #expect(throws: ControlError.self) { try ControlWords.words(of: "a \"b") }
    #expect(throws: ControlError.self) { try ControlWords([]) }
    #expect(throws: ControlError.self) { try ControlWords(["a", "=1"]) }
    #expect(throws: ControlError.self) { try ControlWords(["a", "x"]) }
    #expect(throws: ControlError.self) { try ControlWords(["a", "x=1", "x=2"]) }
  }
}
