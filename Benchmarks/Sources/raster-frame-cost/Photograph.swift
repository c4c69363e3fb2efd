import Glibc
import Raster

extension Double {
  static func tangent(_ angle: Double) -> Double { tan(angle) }
  static func sineAndCosine(_ angle: Double) -> (Double, Double) { (sin(angle), cos(angle)) }
}

extension Texture {
  /// Paints a texture with the features of a photograph: soft gradients, hard edges, fine lines and grain.
  static func photograph(_ number: Int) -> Texture {
    let side = [512, 640, 768, 1024][number % 4]
    var grain = UInt32(truncatingIfNeeded: number &* 2_654_435_761) | 1
    var pixels = [UInt32](repeating: 0, count: side * side)
    for y in 0..<side {
      for x in 0..<side {
        let (u, v) = (Double(x) / Double(side), Double(y) / Double(side))
        grain ^= grain << 13
        grain ^= grain >> 17
        grain ^= grain << 5
        var light = 90 + 60 * sin(3 * u + Double(number)) + 50 * v + Double(grain & 15)
        if (u - 0.6) * (u - 0.6) + (v - 0.4) * (v - 0.4) < 0.03 { light = 230 }
        if v > 0.75, v < 0.9, x / 2 % 3 == 0 { light = 20 }
        func byte(_ value: Double) -> UInt32 { UInt32(min(max(value, 0), 255)) }
        pixels[y * side + x] =
          byte(light) | byte(light * (0.6 + 0.4 * u)) << 8 | byte(light * (1 - 0.5 * v)) << 16 | 0xff00_0000
      }
    }
    return Texture(pixels, width: side, height: side)
  }
}
