import Drawing

/// A premultiplied pixel, in memory order.
struct Pixel: Hashable, CustomStringConvertible {
  var blue, green, red, alpha: UInt8
  var description: String { "(r \(red), g \(green), b \(blue), a \(alpha))" }

  static let clear = Pixel(blue: 0, green: 0, red: 0, alpha: 0)
  static let black = Pixel(blue: 0, green: 0, red: 0, alpha: 255)
  static let white = Pixel(blue: 255, green: 255, red: 255, alpha: 255)
}

extension ImageSurface {
  subscript(x: Int, y: Int) -> Pixel {
    withPixels { pixels in
      let start = y * stride + x * 4
      return Pixel(
        blue: pixels[start], green: pixels[start + 1], red: pixels[start + 2], alpha: pixels[start + 3])
    }
  }

  /// Returns the number of pixels in the given columns and rows that differ from `background`.
  func inkCount(x: Range<Int>? = nil, y: Range<Int>? = nil, on background: Pixel = .clear) -> Int {
    var count = 0
    for row in y ?? 0..<height {
      for column in x ?? 0..<width where self[column, row] != background { count += 1 }
    }
    return count
  }

  var bytes: [UInt8] { withPixels { Array($0) } }
}
