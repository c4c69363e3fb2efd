import CommandLineText
import Testing

/// The display of texts from outside the program, in views and on terminals.
struct DisplayTextTests {
  @Test("Terminal escapes, line ends and direction overrides are escaped")
  func escaped() {
    let name = "a\u{1B}[31m\n\u{202E}gpj.exe\u{2066}\u{7F}\u{2028}"
    #expect(DisplayText.escaped(name) == "a\\u{1B}[31m\\u{A}\\u{202E}gpj.exe\\u{2066}\\u{7F}\\u{2028}")
    #expect(!DisplayText.printable(name).unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x202E })
  }

  @Test("Names in any script are not changed", arguments: ["夕焼け", "صحراء", "👨‍👩‍👧", "a b~é", "क्‍ष"])
  func kept(name: String) {
    #expect(DisplayText.escaped(name) == name && DisplayText.printable(name) == name)
  }
}
