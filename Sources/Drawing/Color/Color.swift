/// A colour in sRGB with straight (not premultiplied) alpha; each component is in 0…1.
public struct Color: Hashable, Sendable {
  public var red: Double
  public var green: Double
  public var blue: Double
  public var alpha: Double

  public init(red: Double, green: Double, blue: Double, alpha: Double = 1) {
    self.red = red
    self.green = green
    self.blue = blue
    self.alpha = alpha
  }

  /// A grey: `white` 0 is black, 1 is white.
  public init(white: Double, alpha: Double = 1) {
    self.init(red: white, green: white, blue: white, alpha: alpha)
  }

  /// A colour from 0xRRGGBB; bits above the lowest 24 are ignored.
  public init(hex: UInt32, alpha: Double = 1) {
    self.init(
      red: Double(hex >> 16 & 0xFF) / 255, green: Double(hex >> 8 & 0xFF) / 255,
      blue: Double(hex & 0xFF) / 255, alpha: alpha)
  }

  /// A colour from `#rgb`, `#rrggbb` or `#rrggbbaa`, with or without the `#`; nil for anything else.
  public init?(_ text: String) {
    var digits = text.utf8.map { UInt8($0) }
    if digits.first == UInt8(ascii: "#") { digits.removeFirst() }
    if digits.count == 3 { digits = digits.flatMap { [$0, $0] } }
    guard digits.count == 6 || digits.count == 8 else { return nil }
    var value: UInt32 = 0
    for digit in digits {
      guard let nibble = Character(UnicodeScalar(digit)).hexDigitValue else { return nil }
      value = value << 4 | UInt32(nibble)
    }
    if digits.count == 6 {
      self.init(hex: value)
    } else {
      self.init(hex: value >> 8, alpha: Double(value & 0xFF) / 255)
    }
  }

  public static let clear = Color(white: 0, alpha: 0)
  public static let black = Color(white: 0)
  public static let white = Color(white: 1)
  public static let gray = Color(white: 0.5)
  public static let red = Color(hex: 0xE0_3C_31)
  public static let orange = Color(hex: 0xF2_8C_28)
  public static let yellow = Color(hex: 0xF5_C4_2C)
  public static let green = Color(hex: 0x3A_A6_55)
  public static let teal = Color(hex: 0x2A_9D_A5)
  public static let blue = Color(hex: 0x2F_6F_DE)
  public static let purple = Color(hex: 0x8A_4F_D3)
  public static let pink = Color(hex: 0xD9_4F_87)

  /// Returns the colour with another alpha.
  public func withAlpha(_ alpha: Double) -> Color {
    Color(red: red, green: green, blue: blue, alpha: alpha)
  }

  /// Returns the colour `amount` (0…1) of the way to `other`.
  public func mixed(with other: Color, amount: Double) -> Color {
    func mix(_ a: Double, _ b: Double) -> Double { a + (b - a) * amount }
    return Color(
      red: mix(red, other.red), green: mix(green, other.green), blue: mix(blue, other.blue),
      alpha: mix(alpha, other.alpha))
  }

  /// How bright the colour looks, 0…1: the weighted sum of Rec. 709 on the sRGB values.
  public var luma: Double { 0.2126 * red + 0.7152 * green + 0.0722 * blue }

  /// The four bytes of a premultiplied pixel in memory order: blue, green, red, alpha; what is no number counts as 0.
  public var premultipliedBGRA: SIMD4<UInt8> {
    func unit(_ value: Double) -> Double { value > 0 ? min(value, 1) : 0 }
    func byte(_ component: Double) -> UInt8 { UInt8((unit(component) * unit(alpha) * 255).rounded()) }
    return SIMD4(byte(blue), byte(green), byte(red), byte(1))
  }
}
