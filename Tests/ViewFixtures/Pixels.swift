package import Drawing
package import Views

/// A premultiplied pixel, in memory order.
package struct Pixel: Hashable, CustomStringConvertible {
  package var blue, green, red, alpha: UInt8

  package init(blue: UInt8, green: UInt8, red: UInt8, alpha: UInt8) {
    (self.blue, self.green, self.red, self.alpha) = (blue, green, red, alpha)
  }

  package var description: String { "(r \(red), g \(green), b \(blue), a \(alpha))" }

  package static let clear = Pixel(blue: 0, green: 0, red: 0, alpha: 0)
  package static let white = Pixel(blue: 255, green: 255, red: 255, alpha: 255)
}

extension Image {
  /// Returns the pixel in a column and a row.
  package func pixel(_ x: Int, _ y: Int) -> Pixel {
    withPixels { pixels in
      let start = y * stride + x * 4
      return Pixel(
        blue: pixels[start], green: pixels[start + 1], red: pixels[start + 2], alpha: pixels[start + 3])
    }
  }

  /// The mean Rec. 709 luma of all pixels, in `0...1`.
  package var meanLuma: Double {
    var sum = 0.0
    for y in 0..<height {
      for x in 0..<width {
        let pixel = pixel(x, y)
        sum += 0.2126 * Double(pixel.red) + 0.7152 * Double(pixel.green) + 0.0722 * Double(pixel.blue)
      }
    }
    return sum / Double(width * height) / 255
  }
}

extension PaintedSurface {
  package subscript(x: Int, y: Int) -> Pixel { image.pixel(x, y) }

  package var bytes: [UInt8] { image.withPixels { Array($0) } }

  /// Returns the number of pixels in the given columns and rows that satisfy `isWanted`; `nil` means all.
  package func count(x: Range<Int>? = nil, y: Range<Int>? = nil, where isWanted: (Pixel) -> Bool) -> Int {
    (y ?? 0..<image.height).reduce(0) { count, row in
      count + (x ?? 0..<image.width).count { isWanted(self[$0, row]) }
    }
  }
}

/// Returns an image of one color.
package func picture(_ color: Color, width: Int = 60, height: Int = 40) throws -> Image {
  try .drawn(width: width, height: height) { $0.fill(with: color) }
}
