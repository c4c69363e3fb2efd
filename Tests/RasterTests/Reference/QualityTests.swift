import Geometry
import Glibc
import Raster
import Testing

/// Compares the drawn picture with the exact picture, in which a pixel is the mean of all texels that fall on
/// it.
@Suite struct QualityTests {
  /// A texture with gradients, hard edges and fine lines.
  private static func photograph() -> Texture {
    let side = 160
    let pixels = (0..<(side * side)).map { index -> UInt32 in
      let (x, y) = (index % side, index / side)
      var light = 60 + x / 2 + (y * y) / 320
      if (x - 90) * (x - 90) + (y - 60) * (y - 60) < 900 { light = 240 }
      if y > 120, y < 145, x / 2 % 3 == 0 { light = 15 }
      return UInt32(light) | UInt32(light * x / side) << 8 | UInt32(255 - light) << 16 | 0xff00_0000
    }
    return Texture(pixels, width: side, height: side)
  }

  /// Returns a scene of four cards that are rotated far to the left or right, and in front of them one that
  /// is rotated slightly.
  private static func scene(_ texture: Texture) -> Scene {
    var scene = Scene(width: 128, height: 72, background: [36, 32, 30, 255])
    for (x, angle) in [(20.0, 1.2), (38, 1.2), (108, -1.3), (94, -1.2), (64.3, 0.25)] {
      var transform = Transform3D.identity
      transform.m34 = -1 / 100
      transform = transform.translated(z: -8).rotated(by: angle, y: 1).scaled(x: 0.31, y: 0.31)
      let homography = Homography(
        placing: transform, size: Size(width: 160, height: 160), center: Point(x: x, y: 36))
      scene.layers.append(SceneLayer(texture: texture, homography: homography))
    }
    return scene
  }

  /// Draws the scene at eight times the size, and returns the mean of each block of 8 × 8 pixels.
  private static func exact(_ scene: Scene) -> [[Double]] {
    let factor = 8
    var large = scene
    large.width *= factor
    large.height *= factor
    for index in large.layers.indices {
      large.layers[index].homography = scene.layers[index].homography.concatenated(
        with: .scale(Double(factor)))
    }
    let picture = large.drawn()
    return (0..<scene.height).map { y in
      (0..<(scene.width * 4)).map { i in
        var sum = 0
        for dy in 0..<factor {
          for dx in 0..<factor {
            sum += Int(
              picture.bytes[(y * factor + dy) * picture.stride + ((i / 4) * factor + dx) * 4 + i % 4])
          }
        }
        return Double(sum) / Double(factor * factor)
      }
    }
  }

  /// The ratio of white to the root mean square error of blue, green and red, in dB.
  private static func signalToNoise(_ picture: Picture, _ exact: [[Double]]) -> Double {
    var sum = 0.0
    for y in 0..<picture.height {
      for i in 0..<(picture.width * 4) where i % 4 != 3 {
        let error = Double(picture.bytes[y * picture.stride + i]) - exact[y][i]
        sum += error * error
      }
    }
    return 10 * log10(255 * 255 / (sum / Double(picture.width * picture.height * 3)))
  }

  @Test("Rotated cards look almost as if every pixel were the mean of the texels that fall on it")
  func smallerCopies() {
    let scene = Self.scene(Self.photograph())
    let ratio = Self.signalToNoise(scene.drawn(), Self.exact(scene))
    print("picture against its supersampled self: \(ratio) dB")
    #expect(ratio > 38)
  }
}
