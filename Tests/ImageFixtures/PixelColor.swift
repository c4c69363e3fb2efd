/// A color of 8 bits per channel.
package struct PixelColor: Equatable, CustomStringConvertible {
  package var red: Int
  package var green: Int
  package var blue: Int
  package var alpha = 255

  package init(red: Int, green: Int, blue: Int, alpha: Int = 255) {
    (self.red, self.green, self.blue, self.alpha) = (red, green, blue, alpha)
  }

  package static let red = PixelColor(red: 255, green: 0, blue: 0)
  package static let green = PixelColor(red: 0, green: 255, blue: 0)
  package static let blue = PixelColor(red: 0, green: 0, blue: 255)
  package static let yellow = PixelColor(red: 255, green: 255, blue: 0)
  package static let black = PixelColor(red: 0, green: 0, blue: 0)
  package static let gray = PixelColor(red: 128, green: 128, blue: 128)

  /// Returns the color at a position of an image with red and green quarters above blue and yellow ones.
  package static func quadrant(_ x: Int, _ y: Int, of width: Int, by height: Int) -> PixelColor {
    y < height / 2 ? (x < width / 2 ? .red : .green) : (x < width / 2 ? .blue : .yellow)
  }

  package func isNear(_ other: PixelColor, within tolerance: Int) -> Bool {
    abs(red - other.red) <= tolerance && abs(green - other.green) <= tolerance
      && abs(blue - other.blue) <= tolerance && abs(alpha - other.alpha) <= tolerance
  }

  package var description: String { "(\(red) \(green) \(blue) \(alpha))" }
}
