import Drawing

/// A picture as a function, and what is seen of one.
struct Colour: Equatable, CustomStringConvertible {
  var red: Int
  var green: Int
  var blue: Int
  var alpha = 255

  static let red = Colour(red: 255, green: 0, blue: 0)
  static let green = Colour(red: 0, green: 255, blue: 0)
  static let blue = Colour(red: 0, green: 0, blue: 255)
  static let yellow = Colour(red: 255, green: 255, blue: 0)
  static let black = Colour(red: 0, green: 0, blue: 0)
  static let grey = Colour(red: 128, green: 128, blue: 128)

  /// Red, green above; blue, yellow below.
  static func quadrant(_ x: Int, _ y: Int, of width: Int, by height: Int) -> Colour {
    y < height / 2 ? (x < width / 2 ? .red : .green) : (x < width / 2 ? .blue : .yellow)
  }

  func isNear(_ other: Colour, within tolerance: Int) -> Bool {
    abs(red - other.red) <= tolerance && abs(green - other.green) <= tolerance
      && abs(blue - other.blue) <= tolerance && abs(alpha - other.alpha) <= tolerance
  }

  var description: String { "(\(red) \(green) \(blue) \(alpha))" }
}

extension Image {
  /// The colour as it is stored: premultiplied.
  func colour(_ x: Int, _ y: Int) -> Colour {
    withPixels { pixels in
      let start = y * stride + x * 4
      return Colour(
        red: Int(pixels[start + 2]), green: Int(pixels[start + 1]), blue: Int(pixels[start]),
        alpha: Int(pixels[start + 3]))
    }
  }

  /// The colours at the middles of the four quarters: left and right above, left and right below.
  var quarters: [Colour] {
    [
      colour(width / 4, height / 4), colour(width * 3 / 4, height / 4), colour(width / 4, height * 3 / 4),
      colour(width * 3 / 4, height * 3 / 4),
    ]
  }

  /// The largest difference in any channel; nil for pictures of different size.
  func difference(from other: Image) -> Int? {
    guard (width, height) == (other.width, other.height) else { return nil }
    var largest = 0
    for y in 0..<height {
      for x in 0..<width {
        let (a, b) = (colour(x, y), other.colour(x, y))
        largest = max(
          largest, abs(a.red - b.red), abs(a.green - b.green), abs(a.blue - b.blue), abs(a.alpha - b.alpha))
      }
    }
    return largest
  }
}
