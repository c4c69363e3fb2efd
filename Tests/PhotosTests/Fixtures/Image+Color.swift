import Drawing
import ImageFixtures

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
