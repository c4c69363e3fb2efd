import Drawing
import Testing

@Suite("Color")
struct ColorTests {
  @Test(
    "A color is parsed from hexadecimal text",
    arguments: [
      ("#fff", Color.white), ("000000", .black),
      ("#FF000080", Color(red: 1, green: 0, blue: 0, alpha: 128.0 / 255)),
    ])
  func hex(text: String, expected: Color) {
    #expect(Color(text) == expected)
  }

  @Test(
    "Text that is not a color is rejected",
    arguments: ["", "#", "#ff", "#ggg", "#12345", "#1234567", "#ｆｆｆ", "red"])
  func refuses(text: String) {
    #expect(Color(text) == nil)
  }

  @Test("Colors are mixed component by component")
  func mixes() {
    #expect(Color.black.mixed(with: .white, amount: 0.25) == Color(white: 0.25))
    #expect(Color.white.luma > 0.999)
    #expect(Color(hex: 0x336699) == Color(red: 0.2, green: 0.4, blue: 0.6))
  }

  @Test("Premultiplied bytes are clamped, and NaN becomes 0")
  func premultiplies() {
    #expect(Color(red: 1, green: 0.5, blue: 0, alpha: 0.5).premultipliedBGRA == [0, 64, 128, 128])
    #expect(Color(red: 9, green: -9, blue: .infinity).premultipliedBGRA == [255, 0, 255, 255])
    #expect(Color(red: .nan, green: 1, blue: 1).premultipliedBGRA == [255, 255, 0, 255])
    #expect(Color.white.withAlpha(.nan).premultipliedBGRA == [0, 0, 0, 0])
  }
}
