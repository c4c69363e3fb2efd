import Geometry
import Raster
import Testing

/// Copying pixels in, and the smaller copies.
@Suite struct TextureTests {
  @Test("Width and height halve independently, down to 1")
  func sizes() {
    let texture = Texture.plain(.max, width: 37, height: 6)
    #expect(texture.deepest == (5, 2))
    let widths = (0...5).map { texture.level(x: $0, y: 1).width }
    let heights = (0...2).map { texture.level(x: 3, y: $0).height }
    #expect(widths == [37, 18, 9, 4, 2, 1])
    #expect(heights == [6, 3, 1])
  }

  @Test("baseOnly makes no smaller copies")
  func baseOnly() {
    let texture = Texture([UInt32](repeating: 0, count: 64), width: 8, height: 8, levels: .baseOnly)
    #expect(texture.deepest == (0, 0))
    #expect(texture.byteCount == 9 * 9 * 4)
  }

  @Test("Rows may be any distance apart and start anywhere", arguments: [0, 1, 3, 4, 13])
  func strides(padding: Int) {
    let stride = 5 * 4 + padding
    let bytes = (0..<(stride * 3 + 1)).map { UInt8(truncatingIfNeeded: $0 &* 7) }
    let texture = bytes.withUnsafeBytes {
      Texture(copying: $0.baseAddress! + 1, width: 5, height: 3, stride: stride, alpha: .ignored)
    }
    for y in 0..<3 {
      for x in 0..<5 {
        let at = 1 + y * stride + x * 4
        let wanted = (0..<3).reduce(UInt32(0xff00_0000)) { $0 | UInt32(bytes[at + $1]) << UInt32(8 * $1) }
        #expect(texture.texels()[y][x] == wanted)
      }
    }
    #expect(texture.isOpaque)
  }

  @Test("Knows whether it is opaque, and cuts colours down to their alpha")
  func alphaByte() {
    #expect(Texture([0xff00_0000, 0xffff_ffff], width: 2, height: 1).isOpaque)
    let texture = Texture([0x80ff_1080, 0xffff_ffff], width: 2, height: 1)
    #expect(!texture.isOpaque)
    #expect(texture.texels()[0][0] == 0x8080_1080)
    #expect(Texture([0x0012_3456], width: 1, height: 1, alpha: .ignored).texels() == [[0xff12_3456]])
  }

  @Test("An odd size is averaged by area")
  func oddHalving() {
    // 5 texels onto 2: shares (2, 2, 1) / 5 and (1, 2, 2) / 5.
    let values: [UInt32] = [10, 200, 30, 40, 50]
    let pixels = values.map { 0xff00_0000 | $0 << 8 }
    let row = Texture(pixels, width: 5, height: 1).texels(x: 1, y: 0)
    let column = Texture(pixels, width: 1, height: 5).texels(x: 0, y: 1)
    let wanted: [[UInt32]] = [[0xff00_5a00], [0xff00_2a00]]  // (20 + 400 + 30) / 5, (30 + 80 + 100) / 5
    #expect(row == [wanted[0] + wanted[1]])
    #expect(column == wanted)
  }

  @Test("No level is brighter or darker on the whole", arguments: [(64, 64), (61, 47), (5, 128)])
  func meanIsKept(size: (Int, Int)) {
    let texture = Texture.noise(width: size.0, height: size.1, seed: 9)
    func mean(_ rows: [[UInt32]]) -> Double {
      Double(rows.joined().reduce(0) { $0 + Int($1 & 0xff) }) / Double(rows.count * rows[0].count)
    }
    let wanted = mean(texture.texels())
    for y in 0...texture.deepest.y {
      for x in 0...texture.deepest.x {
        #expect(abs(mean(texture.texels(x: x, y: y)) - wanted) < 1, "level \(x) \(y)")
      }
    }
  }

  @Test("Levels stay premultiplied and repeat their last row and column")
  func premultiplied() {
    let texture = Texture.noise(width: 21, height: 18, seed: 2, isOpaque: false)
    for y in 0...texture.deepest.y {
      for x in 0...texture.deepest.x {
        let rows = texture.texels(x: x, y: y, withBorder: true)
        for pixel in rows.joined() {
          #expect(max(pixel & 0xff, (pixel >> 8) & 0xff, (pixel >> 16) & 0xff) <= pixel >> 24)
        }
        #expect(rows[rows.count - 1] == rows[rows.count - 2])
        #expect(rows.allSatisfy { $0[$0.count - 1] == $0[$0.count - 2] })
      }
    }
  }

  @Test("A card turned to the side uses a narrower copy of full height")
  func levelOfATurnedCard() throws {
    let texture = Texture.plain(.max, width: 64, height: 64)
    func level(_ homography: Homography) throws -> [Int] {
      let placement = try #require(
        Placement(Layer(texture: texture, homography: homography), width: 64, height: 64))
      return [placement.levelX, placement.levelY]
    }
    #expect(try level(.identity) == [0, 0])
    #expect(try level(.scale(0.5)) == [0, 0])
    #expect(try level(.scale(0.25)) == [1, 1])
    #expect(try level(Homography(0.1, 0, 0, 0, 1, 0, 0, 0, 1)) == [3, 0])
    #expect(try level(Homography(1, 0, 0, 0, 0.1, 0, 0, 0, 1)) == [0, 3])
    #expect(try level(Homography(0, 0.1, 0, 1, 0, 0, 0, 0, 1)) == [0, 3])
  }
}
