import Drawing
import Testing

@Suite("Color")
struct ColorTests {
  @Test(
    "reads hexadecimal notations",
    arguments: [
      ("#fff", Color.white), ("000000", .black),
      ("#FF000080", Color(red: 1, green: 0, blue: 0, alpha: 128.0 / 255)),
    ])
  func hex(text: String, expected: Color) {
    #expect(Color(text) == expected)
  }

  @Test(
    "refuses what is no colour", arguments: ["", "#", "#ff", "#ggg", "#12345", "#1234567", "#ｆｆｆ", "red"])
  func refuses(text: String) {
    #expect(Color(text) == nil)
  }

  @Test("mixes component by component")
  func mixes() {
    #expect(Color.black.mixed(with: .white, amount: 0.25) == Color(white: 0.25))
    #expect(Color.white.luma > 0.999)
    #expect(Color(hex: 0x336699) == Color(red: 0.2, green: 0.4, blue: 0.6))
  }
}
