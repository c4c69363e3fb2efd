import Testing
import Windowing

@Suite("Lists of files and links")
struct URIListTests {
  private func parse(_ text: String) -> [URIList.Entry] {
    URIList(parsing: text.utf8, host: "stage").entries
  }

  @Test("Files and links are read in order; comments and empty lines are ignored")
  func plain() {
    let list = parse(
      "#comment\r\nfile:///a/b.png\r\n\r\nhttps://example.org/?q=1#x\r\nfile:/c\nfile://localhost/d\r")
    #expect(list == [.file("/a/b.png"), .uri("https://example.org/?q=1#x"), .file("/c"), .file("/d")])
    #expect(parse("/plain/path\r\n") == [.file("/plain/path")])
    #expect(parse("  file:///x \0") == [.file("/x")])
    #expect(parse("FILE://Stage/y?query#part") == [.file("/y")])
  }

  @Test("Files on other computers, relative paths and text without a scheme are ignored")
  func foreign() {
    #expect(parse("file://other/a\nfile:relative\nfile://\nfile:\nfil\nhello\n://") == [.uri("://")])
  }

  @Test("Percent escapes become bytes; incomplete escapes are kept, and URIs with an escaped NUL are ignored")
  func escapes() {
    #expect(parse("file:///a%20b%C3%BC") == [.file("/a bü")])
    #expect(parse("file:///%2%zz%") == [.file("/%2%zz%")])
    #expect(parse("file:///a%00b") == [])
    #expect(parse("file:///%ff") == [.file(path: [47, 255])])
    #expect(URIList.Entry.file(path: [47, 255]).path == "/\u{fffd}")
    #expect(URIList.Entry.file(path: [47, 255]).description == "file:///%FF")
  }

  @Test("Bytes that are not UTF-8 are kept in paths, but links with such bytes are ignored")
  func invalidBytes() {
    let bytes: [UInt8] = Array("http://".utf8) + [0xff, 10] + Array("file:///".utf8) + [0xfe]
    #expect(URIList(parsing: bytes, host: "").entries == [.file(path: [47, 0xfe])])
  }

  @Test(
    "A line of 64 KiB, 100,000 lines and random bytes cause no crash, and at most `limit` entries are read")
  func hostile() {
    let long = "/" + String(repeating: "%41", count: 21_845)
    #expect(parse("file://" + long) == [.file("/" + String(repeating: "A", count: 21_845))])
    #expect(parse(String(repeating: "file:///a\r\n", count: 100_000)).count == 10_000)
    #expect(parse(String(repeating: "\r\n", count: 32_768)) == [])
    #expect(parse(String(repeating: "%", count: 65_536)) == [])
    let alphabet = Array("file:/%\r\n#A0 \0é".utf8)
    var state: UInt64 = 7
    for _ in 0..<200 {
      let bytes = (0..<300).map { _ -> UInt8 in
        state = state &* 6_364_136_223_846_793_005 &+ 1
        return alphabet[Int(state >> 33) % alphabet.count]
      }
      let list = URIList(parsing: bytes)
      #expect(URIList(parsing: list.text.utf8).paths == list.paths)
    }
  }

  @Test("A list that is written as text and parsed again is unchanged")
  func roundTrip() {
    let list = URIList([
      .file("/a b/ü%#?.png"), .file(path: [47, 1, 128, 13, 10]), .uri("https://example.org/a?b#c"),
    ])
    #expect(list.text.hasSuffix("\r\n"))
    #expect(URIList(parsing: list.text.utf8) == list)
  }
}
