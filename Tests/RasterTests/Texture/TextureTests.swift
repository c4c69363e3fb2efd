import Geometry
import Raster
import Testing

/// Copying of pixels and mip levels.
@Suite struct TextureTests {
  @Test("Width and height are downscaled independently, in steps of 1/√2, down to 1 texel")
  func sizes() {
    let texture = Texture.plain(.max, width: 37, height: 6)
    #expect(
      (0...texture.widths.smallest).map { texture.level(x: $0, y: 2).width } == [
        37, 26, 19, 13, 9, 7, 5, 3, 2, 2, 1,
      ])
    #expect((0...texture.heights.smallest).map { texture.level(x: 3, y: $0).height } == [6, 4, 3, 2, 2, 1])
  }

  @Test("Mip levels are made on demand and can be evicted")
  func memory() {
    let base = 65 * 33 * 4
    let texture = Texture.noise(width: 64, height: 32, seed: 3)
    #expect(texture.byteCount == base)
    let texels = texture.texels(x: 2, y: 1)
    #expect(texture.byteCount == base + 33 * 24 * 4)
    _ = texture.level(x: 2, y: 1)
    #expect(texture.byteCount == base + 33 * 24 * 4, "the level was made twice")

    let successor = Texture.noise(width: 64, height: 32, seed: 4)
    successor.makeLevels(like: texture)
    #expect(successor.byteCount == texture.byteCount)
    let stranger = Texture.noise(width: 64, height: 31, seed: 4)
    stranger.makeLevels(like: texture)
    #expect(stranger.byteCount == 65 * 32 * 4)

    texture.removeLevels()
    #expect(texture.byteCount == base)
    #expect(texture.texels(x: 2, y: 1) == texels, "the level made again differs")
  }

  @Test(
    "An updated texture has the same texels and mip levels as a new texture, to the last bit",
    arguments: 0..<24)
  func update(seed: Int) {
    var random = Random(seed: UInt64(seed) + 300)
    let (width, height) = (1 + random.next(below: 90), 1 + random.next(below: 90))
    var pixels = (0..<(width * height)).map { _ in UInt32(truncatingIfNeeded: random.next()) | 0xff00_0000 }
    var texture = Texture(pixels, width: width, height: height)
    let levels = [(0, 0), (0, 1), (1, 0), (2, 2), (3, 1), (5, 7)].map { x, y in
      (min(x, texture.widths.smallest), min(y, texture.heights.smallest))
    }
    for _ in 0..<6 {
      for (x, y) in levels { _ = texture.level(x: x, y: y) }
      let (x, y) = (random.next(below: width), random.next(below: height))
      let part = PixelRect(
        x: x, y: y, width: 1 + random.next(below: width - x), height: 1 + random.next(below: height - y))
      let isOpaque = random.next(below: 3) > 0
      for row in part.y..<part.maxY {
        for column in part.x..<part.maxX {
          pixels[row * width + column] =
            isOpaque ? 0xff00_0000 | UInt32(random.next(below: 1 << 24)) : 0x8012_3456
        }
      }
      let bytes = texture.byteCount
      texture = pixels.withUnsafeBytes {
        Texture(
          updating: texture, in: part, copying: $0.baseAddress! + (part.y * width + part.x) * 4,
          stride: width * 4)
      }
      #expect(texture.byteCount == bytes, "the levels are updated, not dropped")
      let fresh = Texture(pixels, width: width, height: height)
      for (x, y) in levels {
        #expect(texture.texels(x: x, y: y) == fresh.texels(x: x, y: y), "level \(x), \(y) after \(part)")
      }
      #expect(!texture.isOpaque || fresh.isOpaque)
    }
  }

  @Test(
    "Mip levels that are made in advance have the predicted size, and count as unused until they are drawn")
  func ahead() {
    let texture = Texture.noise(width: 64, height: 32, seed: 3)
    let (small, smaller) = (LevelSize(x: 2, y: 1), LevelSize(x: 3, y: 1))
    let (base, bytes) = (texture.byteCount, [small, smaller].map { $0.byteCount(width: 64, height: 32) })
    #expect(LevelSize.base.byteCount(width: 64, height: 32) == base)
    texture.makeLevels([.base, small, smaller])
    #expect(texture.byteCount == base + bytes[0] + bytes[1])
    #expect(texture.has(small) && texture.has(.base) && !texture.has(LevelSize(x: 1, y: 1)))
    #expect(texture.usedSizes == [])
    // No level was used, so all are kept.
    texture.removeUnusedLevels()
    #expect(texture.has(small) && texture.has(smaller))

    _ = texture.level(x: 2, y: 1)
    #expect(texture.usedSizes == [small])
    texture.removeUnusedLevels(except: [smaller])
    #expect(texture.has(small) && texture.has(smaller))
    texture.removeUnusedLevels()
    #expect(texture.has(small) && !texture.has(smaller))
    texture.makeLevels([smaller])
    texture.removeLevels(except: [smaller])
    #expect(!texture.has(small) && texture.has(smaller))
    texture.beginTrackingUse()
    _ = texture.level(x: 0, y: 0)
    #expect(texture.usedSizes == [.base])
  }

  @Test("Drawing a scene makes only the mip levels that it samples")
  func wantedOnly() {
    let texture = Texture.noise(width: 64, height: 64, seed: 3)
    let narrow = Homography(0.25, 0, 0, 0, 1, 0, 0, 0, 1)
    let hidden = SceneLayer(texture: texture, homography: .scale(0.1, offset: Point(x: 4, y: 4)))
    let scene = Scene(
      width: 70, height: 70,
      layers: [
        hidden, SceneLayer(texture: .plain(.max), homography: .scale(3)),
        SceneLayer(texture: texture, homography: narrow),
      ])
    _ = scene.drawn()
    #expect(texture.byteCount == (65 * 65 + 24 * 65) * 4)
  }

  @Test(
    "One translucent, transparent or too bright texel at any place of a row is found; the others stay as they are",
    arguments: [1, 2, 15, 16, 17, 31, 33])
  func singleTexels(width: Int) {
    let opaque: UInt32 = 0xff12_3456
    for (texel, stored) in [(0x8010_2030, 0x8010_2030), (0, 0), (0x40ff_2080, 0x4040_2040)]
      as [(UInt32, UInt32)]
    {
      for place in 0..<width * 3 {
        var pixels = [UInt32](repeating: opaque, count: width * 3)
        pixels[place] = texel
        let texture = Texture(pixels, width: width, height: 3)
        #expect(!texture.isOpaque)
        pixels[place] = stored
        #expect(Array(texture.texels().joined()) == pixels, "\(place) of \(width)")
        let (x, y) = (place % width, place / width)
        let part = texture.shape.opaque
        let covers = x >= part.x && x < part.maxX && y >= part.y && y < part.maxY
        #expect(!covers, "\(place) of \(width): \(part)")
        #expect(texel == 0 || texture.shape.content.pixelCount == width * 3)
      }
    }
    #expect(Texture([UInt32](repeating: opaque, count: width * 3), width: width, height: 3).isOpaque)
    let empty = Texture([UInt32](repeating: 0, count: width * 3), width: width, height: 3)
    #expect(empty.shape.content.isEmpty && empty.shape.opaque.isEmpty)
  }

  @Test("Source rows may have any stride and alignment", arguments: [0, 1, 3, 4, 13])
  func strides(padding: Int) {
    let stride = 5 * 4 + padding
    let bytes = (0..<(stride * 3 + 1)).map { UInt8(truncatingIfNeeded: $0 &* 7) }
    let texture = bytes.withUnsafeBytes {
      Texture(copying: $0.baseAddress! + 1, width: 5, height: 3, stride: stride, alpha: .ignored)
    }
    for y in 0..<3 {
      for x in 0..<5 {
        let at = 1 + y * stride + x * 4
        let expected = (0..<3).reduce(UInt32(0xff00_0000)) { $0 | UInt32(bytes[at + $1]) << UInt32(8 * $1) }
        #expect(texture.texels()[y][x] == expected)
      }
    }
    #expect(texture.isOpaque)
  }

  @Test("A texture detects whether it is opaque, and clamps colors to their alpha")
  func alphaByte() {
    #expect(Texture([0xff00_0000, 0xffff_ffff], width: 2, height: 1).isOpaque)
    let texture = Texture([0x80ff_1080, 0xffff_ffff], width: 2, height: 1)
    #expect(!texture.isOpaque)
    #expect(texture.texels()[0][0] == 0x8080_1080)
    #expect(Texture([0x0012_3456], width: 1, height: 1, alpha: .ignored).texels() == [[0xff12_3456]])
  }

  @Test("In mip levels, an area of one color keeps its color, and no color is outside the texture's range")
  func noRims() {
    let pixels = (0..<(48 * 40)).map { index -> UInt32 in index % 48 < 20 ? 0xff40_6080 : 0xffe0_c0a0 }
    let texture = Texture(pixels, width: 48, height: 40)
    for (x, y) in [(1, 0), (0, 1), (1, 1), (2, 3), (5, 0), (9, 9)] {
      for row in texture.texels(x: x, y: y) {
        for pixel in row {
          #expect((0x40...0xe0).contains((pixel >> 16) & 0xff) && (0x80...0xa0).contains(pixel & 0xff))
        }
        #expect(x > 5 || (row[0] == 0xff40_6080 && row[row.count - 1] == 0xffe0_c0a0))
      }
    }
  }

  @Test(
    "Downscaling weights have the sum 1 and are centered on the texel",
    arguments: [(2, 1), (3, 2), (100, 71), (8192, 1), (7, 1)])
  func weights(size: (Int, Int)) {
    let table = DownscalingWeights(from: size.0, to: size.1)
    for index in 0..<size.1 {
      let weights = table.weights[(index * table.count)..<((index + 1) * table.count)].map(Int.init)
      #expect(weights.reduce(0, +) == DownscalingWeights.one)
      let first = Int(table.firsts[index])
      var moment = 0.0
      for (i, weight) in weights.enumerated() where weight != 0 {
        #expect((0..<size.0).contains(first + i))
        moment += (Double(first + i) + 0.5) * Double(weight)
      }
      // The centroid of the weights, in texels of the mip level. At the borders it is shifted inwards.
      let center = moment / Double(DownscalingWeights.one) * Double(size.1) / Double(size.0)
      #expect(abs(center - Double(index) - 0.5) < (size.0 < 10 ? 0.25 : 0.15))
    }
  }

  @Test(
    "The mean brightness of each mip level differs from the texture's by less than 2 of 255",
    arguments: [(64, 64), (61, 47), (5, 128)])
  func meanIsKept(size: (Int, Int)) {
    let texture = Texture.noise(width: size.0, height: size.1, seed: 9)
    func mean(_ rows: [[UInt32]]) -> Double {
      Double(rows.joined().reduce(0) { $0 + Int($1 & 0xff) }) / Double(rows.count * rows[0].count)
    }
    let expected = mean(texture.texels())
    for y in 0...texture.heights.smallest {
      for x in 0...texture.widths.smallest {
        #expect(abs(mean(texture.texels(x: x, y: y)) - expected) < 2, "level \(x) \(y)")
      }
    }
  }

  @Test("Mip levels are premultiplied, and repeat their last row and column")
  func premultiplied() {
    let texture = Texture.noise(width: 21, height: 18, seed: 2, isOpaque: false)
    for y in 0...texture.heights.smallest {
      for x in 0...texture.widths.smallest {
        let rows = texture.texels(x: x, y: y, withBorder: true)
        for pixel in rows.joined() {
          #expect(max(pixel & 0xff, (pixel >> 8) & 0xff, (pixel >> 16) & 0xff) <= pixel >> 24)
        }
        #expect(rows[rows.count - 1] == rows[rows.count - 2])
        #expect(rows.allSatisfy { $0[$0.count - 1] == $0[$0.count - 2] })
      }
    }
  }

  @Test("A card that is rotated to the side uses a narrower mip level of full height")
  func levelOfATurnedCard() throws {
    let texture = Texture.plain(.max, width: 64, height: 64)
    func level(_ homography: Homography) throws -> [Int] {
      let layer = SceneLayer(texture: texture, homography: homography)
      let placement = try #require(Placement(layer, width: 64, height: 64))
      let level = LevelMix(placement.levels.choice(x: 0, y: 0), of: layer)[0].level
      return [level.width, level.height]
    }
    #expect(try level(.identity) == [64, 64])
    #expect(try level(.scale(0.6)) == [64, 64])
    #expect(try level(.scale(0.5)) == [45, 45])
    #expect(try level(.scale(0.25)) == [23, 23])
    #expect(try level(Homography(0.1, 0, 0, 0, 1, 0, 0, 0, 1)) == [11, 64])
    #expect(try level(Homography(1, 0, 0, 0, 0.1, 0, 0, 0, 1)) == [64, 11])
    #expect(try level(Homography(0, 0.1, 0, 1, 0, 0, 0, 0, 1)) == [64, 11])
  }
}
