/// An sRGB color with straight (not premultiplied) alpha. Each component is in `0...1`.
public struct Color: Hashable, Sendable {
  /// The red component, in `0...1`.
  public var red: Double
  /// The green component, in `0...1`.
  public var green: Double
  /// The blue component, in `0...1`.
  public var blue: Double
  /// The opacity, in `0...1`.
  public var alpha: Double

  /// Creates a color from its components, each in `0...1`.
  public init(red: Double, green: Double, blue: Double, alpha: Double = 1) {
    self.red = red
    self.green = green
    self.blue = blue
    self.alpha = alpha
  }

  /// Creates a gray; `white` 0 is black and 1 is white.
  public init(white: Double, alpha: Double = 1) {
    self.init(red: white, green: white, blue: white, alpha: alpha)
  }

  /// Creates a color from `0xRRGGBB`. Bits above the lowest 24 are ignored.
  public init(hex: UInt32, alpha: Double = 1) {
    self.init(
      red: Double(hex >> 16 & 0xFF) / 255, green: Double(hex >> 8 & 0xFF) / 255,
      blue: Double(hex & 0xFF) / 255, alpha: alpha)
  }

  /// Creates a color from `#rgb`, `#rrggbb` or `#rrggbbaa`, with or without the `#`. Returns `nil` for other text.
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

  /// Fully transparent.
  public static let clear = Color(white: 0, alpha: 0)
  /// Opaque black.
  public static let black = Color(white: 0)
  /// Opaque white.
  public static let white = Color(white: 1)
  /// A gray halfway between black and white.
  public static let gray = Color(white: 0.5)
  /// The preset red.
  public static let red = Color(hex: 0xE0_3C_31)
  /// The preset orange.
  public static let orange = Color(hex: 0xF2_8C_28)
  /// The preset yellow.
  public static let yellow = Color(hex: 0xF5_C4_2C)
  /// The preset green.
  public static let green = Color(hex: 0x3A_A6_55)
  /// The preset teal.
  public static let teal = Color(hex: 0x2A_9D_A5)
  /// The preset blue.
  public static let blue = Color(hex: 0x2F_6F_DE)
  /// The preset purple.
  public static let purple = Color(hex: 0x8A_4F_D3)
  /// The preset pink.
  public static let pink = Color(hex: 0xD9_4F_87)

  /// Returns the color with another alpha.
  public func withAlpha(_ alpha: Double) -> Color {
    Color(red: red, green: green, blue: blue, alpha: alpha)
  }

  /// Returns the mix of (1 − `amount`) × this color and `amount` × `other`. `amount` is in `0...1`.
  public func mixed(with other: Color, amount: Double) -> Color {
    func mix(_ a: Double, _ b: Double) -> Double { a + (b - a) * amount }
    return Color(
      red: mix(red, other.red), green: mix(green, other.green), blue: mix(blue, other.blue),
      alpha: mix(alpha, other.alpha))
  }

  /// The perceived brightness, in `0...1`: the Rec. 709 luma of the sRGB components.
  public var luma: Double { 0.2126 * red + 0.7152 * green + 0.0722 * blue }

  /// The bytes of a premultiplied pixel in memory order: blue, green, red, alpha.
  ///
  /// Components are clamped to `0...1`; NaN is treated as 0.
  public var premultipliedBGRA: SIMD4<UInt8> {
    func unit(_ value: Double) -> Double { value > 0 ? min(value, 1) : 0 }
    func byte(_ component: Double) -> UInt8 { UInt8((unit(component) * unit(alpha) * 255).rounded()) }
    return SIMD4(byte(blue), byte(green), byte(red), byte(1))
  }
}
