import CarouselViews
import Drawing

/// A premultiplied pixel, in memory order.
struct Pixel: Hashable, CustomStringConvertible {
  var blue, green, red, alpha: UInt8
  var description: String { "(r \(red), g \(green), b \(blue), a \(alpha))" }

  static let clear = Pixel(blue: 0, green: 0, red: 0, alpha: 0)
  static let white = Pixel(blue: 255, green: 255, red: 255, alpha: 255)
}

extension PaintedSurface {
  subscript(x: Int, y: Int) -> Pixel {
    image.withPixels { pixels in
      let start = y * image.stride + x * 4
      return Pixel(
        blue: pixels[start], green: pixels[start + 1], red: pixels[start + 2], alpha: pixels[start + 3])
    }
  }

  var bytes: [UInt8] { image.withPixels { Array($0) } }

  /// Returns the number of pixels in the given columns and rows that satisfy `isWanted`; `nil` means all.
  func count(x: Range<Int>? = nil, y: Range<Int>? = nil, where isWanted: (Pixel) -> Bool) -> Int {
    (y ?? 0..<image.height).reduce(0) { count, row in
      count + (x ?? 0..<image.width).count { isWanted(self[$0, row]) }
    }
  }
}

/// Returns an image of one color.
func picture(_ color: Color, width: Int = 60, height: Int = 40) throws -> Image {
  try .drawn(width: width, height: height) { $0.fill(with: color) }
}
