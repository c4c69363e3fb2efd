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

extension PaintedSurface {
  package subscript(x: Int, y: Int) -> Pixel {
    image.withPixels { pixels in
      let start = y * image.stride + x * 4
      return Pixel(
        blue: pixels[start], green: pixels[start + 1], red: pixels[start + 2], alpha: pixels[start + 3])
    }
  }

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
