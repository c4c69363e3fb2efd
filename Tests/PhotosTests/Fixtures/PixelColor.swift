import Drawing

/// A color of 8 bits per channel.
struct PixelColor: Equatable, CustomStringConvertible {
  var red: Int
  var green: Int
  var blue: Int
  var alpha = 255

  static let red = PixelColor(red: 255, green: 0, blue: 0)
  static let green = PixelColor(red: 0, green: 255, blue: 0)
  static let blue = PixelColor(red: 0, green: 0, blue: 255)
  static let yellow = PixelColor(red: 255, green: 255, blue: 0)
  static let black = PixelColor(red: 0, green: 0, blue: 0)
  static let gray = PixelColor(red: 128, green: 128, blue: 128)

  /// Returns the color at a position of an image with red and green quarters above blue and yellow ones.
  static func quadrant(_ x: Int, _ y: Int, of width: Int, by height: Int) -> PixelColor {
    y < height / 2 ? (x < width / 2 ? .red : .green) : (x < width / 2 ? .blue : .yellow)
  }

  func isNear(_ other: PixelColor, within tolerance: Int) -> Bool {
    abs(red - other.red) <= tolerance && abs(green - other.green) <= tolerance
      && abs(blue - other.blue) <= tolerance && abs(alpha - other.alpha) <= tolerance
  }

  var description: String { "(\(red) \(green) \(blue) \(alpha))" }
}

extension Image {
  /// Returns the stored, premultiplied color of a pixel.
  func color(_ x: Int, _ y: Int) -> PixelColor {
    withPixels { pixels in
      let start = y * stride + x * 4
      return PixelColor(
        red: Int(pixels[start + 2]), green: Int(pixels[start + 1]), blue: Int(pixels[start]),
        alpha: Int(pixels[start + 3]))
    }
  }

  /// The colors in the middle of the quarters: top left, top right, bottom left, bottom right.
  var quarters: [PixelColor] {
    [
      color(width / 4, height / 4), color(width * 3 / 4, height / 4), color(width / 4, height * 3 / 4),
      color(width * 3 / 4, height * 3 / 4),
    ]
  }
}
