import CommandLineText
import TestSupport
import Testing

/// Arguments and paths whose bytes need not be UTF-8.
struct ArgumentTextTests {
  @Test("No byte is lost, and texts are shown as they are")
  func bytes() {
    let invalid: [UInt8] = [0x61, 0xFF, 0xE2, 0x82, 0x2F, 0xC3, 0xA9, 0x80]
    #expect(ArgumentText.bytes(ArgumentText.text(invalid)) == invalid)
    #expect(ArgumentText.shown(ArgumentText.text(invalid)).hasPrefix("a\u{FFFD}"))
    #expect(ArgumentText.text(Array("Größe 夕".utf8)) == "Größe 夕")
  }

  @Test("10,000 random byte sequences survive")
  func random() {
    var generator = SplitMix(seed: 1)
    for _ in 0..<10_000 {
      let bytes = (0..<Int.random(in: 0...12, using: &generator)).map { _ in
        UInt8.random(in: .min ... .max, using: &generator)
      }
      #expect(ArgumentText.bytes(ArgumentText.text(bytes)) == bytes)
    }
  }
}
