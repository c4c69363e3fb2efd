internal import Glibc

/// Converts colors from CIE L*a*b* (white point D50), as lcms2 stores them in 16 bits, to sRGB.
///
/// lcms2 converts CMYK to sRGB with a table of 17⁴ colors. Between a color inside of sRGB and one outside, the table is
/// wrong by up to 10 of 255 levels. L*a*b* has no such limit, and a table from CMYK to it is exact.
enum LabColors {
  /// Converts `count` colors of three numbers each to BGRA. The fourth byte becomes 255.
  static func convert(_ colors: UnsafePointer<UInt16>, count: Int, to pixels: UnsafeMutablePointer<UInt32>) {
    levels.withUnsafeBufferPointer { levels in
      for index in 0..<count {
        let color = colors + index * 3
        // 0…65535 are L* 0…100, and a* and b* −128…127.
        let y = (Float(color[0]) * (100 / 65535) + 16) / 116
        let x = y + (Float(color[1]) / 257 - 128) / 500
        let z = y - (Float(color[2]) / 257 - 128) / 200
        let (light, luminance, blueLight) = (linear(x) * 0.9642, linear(y), linear(z) * 0.8249)
        func level(_ red: Float, _ green: Float, _ blue: Float) -> UInt32 {
          let value = red * light + green * luminance + blue * blueLight
          return UInt32(levels[Int(min(max(value, 0), 1) * Float(steps) + 0.5)])
        }
        // From XYZ (D50, adapted by Bradford's matrix) to linear sRGB.
        let red = level(3.133_856_1, -1.616_866_7, -0.490_614_6)
        let green = level(-0.978_768_4, 1.916_141_5, 0.033_454_0)
        let blue = level(0.071_945_3, -0.228_991_4, 1.405_242_7)
        pixels[index] = 0xFF00_0000 | red << 16 | green << 8 | blue
      }
    }
  }

  /// The inverse of the function f of CIE L*a*b*.
  private static func linear(_ value: Float) -> Float {
    value > 6 / 29 ? value * value * value : (value - 4 / 29) * (108 / 841)
  }

  /// The number of steps of linear light. In the dark a step is a fifth of a level.
  private static let steps = 1 << 14

  /// The level 0…255 in sRGB of each step of linear light.
  private static let levels: [UInt8] = (0...steps).map { step in
    let light = Double(step) / Double(steps)
    let value = light <= 0.0031308 ? 12.92 * light : 1.055 * pow(light, 1 / 2.4) - 0.055
    return UInt8((value * 255).rounded())
  }
}
