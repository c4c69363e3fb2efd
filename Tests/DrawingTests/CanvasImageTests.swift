import Drawing
import Geometry
import Testing

@Suite("Images on a canvas")
struct CanvasImageTests {
  /// Returns an image with a red left half and a blue right half.
  private func twoHalves(width: Int, height: Int) throws -> Image {
    try .drawn(width: width, height: height) { canvas in
      let half = Double(width) / 2
      canvas.fill(Rect(x: 0, y: 0, width: half, height: Double(height)), with: Color(hex: 0xFF0000))
      canvas.fill(Rect(x: half, y: 0, width: half, height: Double(height)), with: Color(hex: 0x0000FF))
    }
  }
  private let red = Pixel(blue: 0, green: 0, red: 255, alpha: 255)
  private let blue = Pixel(blue: 255, green: 0, red: 0, alpha: 255)

  @Test("An image drawn with opaque pixels is opaque")
  func opaque() throws {
    #expect(try twoHalves(width: 4, height: 2).isOpaque)
    #expect(try Image.drawn(width: 4, height: 2) { _ in }.isOpaque == false)
  }

  @Test("Content mode fit shows the whole image, and the rest of the rectangle stays clear")
  func fit() throws {
    let surface = try ImageSurface(width: 40, height: 40)
    let image = try twoHalves(width: 40, height: 20)
    surface.draw { $0.draw(image, in: $0.bounds, mode: .fit) }
    #expect(surface.inkCount() == 800)
    #expect(surface[0, 10] == red)
    #expect(surface[39, 29] == blue)
    #expect(surface[0, 9] == .clear)
  }

  @Test("Content mode fill covers the rectangle and clips the image equally on both sides")
  func fill() throws {
    let surface = try ImageSurface(width: 40, height: 40)
    let image = try twoHalves(width: 40, height: 20)
    surface.draw { $0.draw(image, in: $0.bounds, mode: .fill) }
    #expect(surface.isOpaque)
    #expect(surface[0, 0] == red)
    #expect(surface[39, 39] == blue)
    #expect(surface[17, 5] == red)
    #expect(surface[22, 5] == blue)
  }

  @Test("Content mode center draws one image pixel per canvas pixel at any scale", arguments: [1, 2])
  func center(scale: Double) throws {
    let surface = try ImageSurface(width: 10, height: 10)
    let image = try twoHalves(width: 4, height: 2)
    surface.draw(scale: scale) { $0.draw(image, in: $0.bounds, mode: .center) }
    #expect(surface.inkCount() == 8)
    #expect(surface[3, 4] == red)
    #expect(surface[6, 5] == blue)
  }

  @Test("Content mode stretch fills the rectangle exactly")
  func stretch() throws {
    let surface = try ImageSurface(width: 20, height: 20)
    let image = try twoHalves(width: 4, height: 2)
    surface.draw { $0.draw(image, in: Rect(x: 2, y: 2, width: 10, height: 16)) }
    #expect(surface.inkCount() == 160)
    #expect(surface[2, 2] == red)
    #expect(surface[11, 17] == blue)
  }

  @Test("An image whose size differs from its drawn size by less than a pixel is copied without scaling")
  func exact() throws {
    let image = try Image(width: 30, height: 30, isOpaque: true) { pixels, _ in
      for offset in pixels.indices {
        pixels[offset] = offset % 4 == 3 ? 255 : UInt8(truncatingIfNeeded: offset * 37)
      }
    }
    let surface = try ImageSurface(width: 30, height: 30)
    surface.draw(scale: 1.5) { $0.draw(image, in: Rect(x: 0.2, y: 0, width: 19.8, height: 20.3)) }
    #expect(surface.bytes[4...40] == image.withPixels { Array($0[4...40]) }[...])
  }

  @Test("Scaling down averages pixels and keeps edges opaque")
  func shrinks() throws {
    let checker = try Image(width: 400, height: 400, isOpaque: true) { pixels, stride in
      for y in 0..<400 {
        for x in 0..<400 {
          for channel in 0..<4 {
            pixels[y * stride + x * 4 + channel] = channel == 3 || (x + y) % 2 == 0 ? 255 : 0
          }
        }
      }
    }
    let surface = try ImageSurface(width: 50, height: 50)
    surface.draw { $0.draw(checker, in: $0.bounds) }
    #expect(surface.isOpaque)
    for (x, y) in [(0, 0), (25, 25), (49, 49)] { #expect((118...138).contains(surface[x, y].red)) }
  }

  @Test("Corner radius and alpha apply to the visible part of an image")
  func corners() throws {
    let surface = try ImageSurface(width: 40, height: 40)
    let image = try twoHalves(width: 40, height: 20)
    surface.draw { $0.draw(image, in: $0.bounds, mode: .fit, cornerRadius: 6, alpha: 0.5) }
    #expect(surface[0, 10] == .clear)
    #expect(surface[10, 20] == Pixel(blue: 0, green: 0, red: 128, alpha: 128))
  }

  @Test(
    "Each content mode returns the expected frame",
    arguments: zip(
      ContentMode.allCases,
      [
        Rect(x: 0, y: 25, width: 100, height: 50), Rect(x: -50, y: 0, width: 200, height: 100),
        Rect(x: 40, y: 45, width: 20, height: 10), Rect(x: 0, y: 0, width: 100, height: 100),
      ]))
  func places(mode: ContentMode, expected: Rect) {
    let size = Size(width: 20, height: 10)
    #expect(mode.placement(of: size, in: Rect(x: 0, y: 0, width: 100, height: 100)) == expected)
  }
}
