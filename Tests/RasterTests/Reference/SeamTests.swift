import Geometry
import Raster
import Testing

/// Pixels in which the antialiased edges of several cards meet.
@Suite struct SeamTests {
  /// Maps from a texture of size `size` to a 64 × 48 canvas. They rotate in the plane and in depth, mirror,
  /// and translate by fractions of a pixel.
  static func homographies(_ size: Size) -> [Homography] {
    var random = Random(seed: 21)
    return (0..<60).map { index in
      var transform = Transform3D.identity
      transform.m34 = -1 / 90
      let scale = 36 / max(size.width, size.height) * random.next(in: 0.6...1)
      let angle = index % 3 == 0 ? 0 : random.next(in: -1.2...1.2)
      transform = transform.rotated(by: angle + (index % 5 == 4 ? .pi : 0), x: Double(index % 2), y: 1)
        .rotated(by: index % 4 == 0 ? 0 : random.next(in: -3...3), z: 1).scaled(x: scale, y: scale)
      return Homography(
        placing: transform, size: size,
        center: Point(x: random.next(in: 30...34), y: random.next(in: 22...26)))
    }
  }

  /// A background of hard contrasts, so that every gap is visible.
  static let wall = SceneLayer(
    texture: .noise(width: 64, height: 48, seed: 6), homography: .identity)

  /// Ways to divide a rectangle into pieces. Coordinates are in the unit square.
  enum Cut: CaseIterable {
    case twoColumns, tenColumns, tenRows, grid, brickwork, slivers

    /// The left, top, right and bottom of each piece.
    var pieces: [(Double, Double, Double, Double)] {
      func columns(_ count: Int, _ top: Double = 0, _ bottom: Double = 1) -> [(
        Double, Double, Double, Double
      )] {
        (0..<count).map { (Double($0) / Double(count), top, Double($0 + 1) / Double(count), bottom) }
      }
      switch self {
      case .twoColumns: return columns(2)
      case .tenColumns: return columns(10)
      case .tenRows: return columns(10).map { ($0.1, $0.0, $0.3, $0.2) }
      case .grid: return (0..<3).flatMap { columns(4, Double($0) / 3, Double($0 + 1) / 3) }
      case .brickwork: return (0..<4).flatMap { columns(3 + $0, Double($0) / 4, Double($0 + 1) / 4) }
      // Seen from the front, a piece is 0.05 to 0.5 px wide.
      case .slivers: return columns(240)
      }
    }
  }

  /// Cuts `whole` into layers of one color each, in a random order.
  private static func pieces(_ whole: SceneLayer, _ cut: Cut, seed: UInt64) -> [SceneLayer] {
    var random = Random(seed: seed)
    let size = Size(width: Double(whole.texture.width), height: Double(whole.texture.height))
    let color = whole.texture.texels()[0][0]
    return cut.pieces.map { piece in
      let (left, top) = (piece.0 * size.width, piece.1 * size.height)
      let (width, height) = ((piece.2 - piece.0) * size.width, (piece.3 - piece.1) * size.height)
      let place = Homography(width / 8, 0, left, 0, height / 8, top, 0, 0, 1)
      return SceneLayer(
        texture: .plain(color), homography: place.concatenated(with: whole.homography), alpha: whole.alpha)
    }.shuffled(using: &random)
  }

  @Test(
    "A card cut into touching pieces looks like the whole card: the background does not show through",
    arguments: Cut.allCases)
  func cutIsWhole(cut: Cut) {
    for color: UInt32 in [0xff20_c0ff, 0x8010_4080] {
      let texture = Texture.plain(color, width: 40, height: 30)
      let homographies = Self.homographies(Size(width: 40, height: 30)).prefix(cut == .slivers ? 8 : 60)
      for (number, homography) in homographies.enumerated() {
        for alpha in [1, 0.4] {
          let whole = SceneLayer(texture: texture, homography: homography, alpha: alpha)
          var scene = Scene(width: 64, height: 48, background: [0, 0, 0, 255], layers: [Self.wall, whole])
          let expected = scene.drawnByReference()
          scene.layers = [Self.wall] + Self.pieces(whole, cut, seed: UInt64(number))
          for picture in PictureTests.pictures(scene) {
            let difference = picture.largestDifference(to: expected)
            #expect(difference.levels <= 1, "\(color), alpha \(alpha), \(number): \(difference)")
          }
        }
      }
    }
  }

  @Test("A picture cut into ten pieces looks almost the same as the whole picture")
  func cutPicture() {
    // Neighboring texels differ by two levels, so it is barely visible that a piece does not sample the
    // texels of its neighbor.
    let pixels = (0..<(30 * 24)).map { index -> UInt32 in
      let (x, y) = (UInt32(index % 30), UInt32(index / 30))
      return 0xff00_0000 | (2 * x) << 16 | (120 + 2 * y) << 8 | (250 - 2 * x)
    }
    let whole = Texture(pixels, width: 30, height: 24)
    let pieces = (0..<10).map { piece in
      Texture((0..<72).map { pixels[$0 / 3 * 30 + piece * 3 + $0 % 3] }, width: 3, height: 24)
    }
    for (number, homography) in Self.homographies(Size(width: 30, height: 24)).enumerated() {
      var scene = Scene(
        width: 64, height: 48, background: [0, 0, 0, 255],
        layers: [Self.wall, SceneLayer(texture: whole, homography: homography)])
      let expected = scene.drawnByReference()
      scene.layers = [Self.wall]
      for (index, piece) in pieces.enumerated() {
        let place = Homography.scale(1, offset: Point(x: Double(index * 3), y: 0))
        scene.layers.append(SceneLayer(texture: piece, homography: place.concatenated(with: homography)))
      }
      for picture in PictureTests.pictures(scene) {
        let difference = picture.largestDifference(to: expected)
        #expect(difference.levels <= 3, "\(number): \(difference)")
      }
    }
  }

  @Test(
    "The edges of equal, stacked cards blend with the background behind all cards, not with the second card",
    arguments: [1, 0.6])
  func stack(alpha: Double) {
    let size = Size(width: 40, height: 30)
    var random = Random(seed: 4)
    for (number, homography) in Self.homographies(size).enumerated() {
      let colors: [UInt32] = [0xff20_c0ff, 0xffff_0000, 0xff00_ff00, 0xff00_00ff, 0xffff_ffff, 0xff00_0000]
      func scene(_ layers: [SceneLayer]) -> Scene {
        Scene(width: 64, height: 48, background: [0, 0, 0, 255], layers: [Self.wall] + layers)
      }
      let cards = colors.map { color in
        // The cards are almost equal: their maps differ by the rounding error of a matrix product.
        var homography = homography
        homography.m2 += random.next(in: -1e-10...1e-10)
        homography.m5 += random.next(in: -1e-10...1e-10)
        return SceneLayer(texture: .plain(color, width: 40, height: 30), homography: homography, alpha: alpha)
      }
      // One card has the color of all cards of the stack composited.
      var together = [0.0, 0, 0, 0]
      for color in colors {
        for channel in 0..<4 {
          let value = Double(color >> UInt32(8 * channel) & 0xff)
          together[channel] = value * alpha + together[channel] * (1 - alpha)
        }
      }
      let color = together.enumerated().reduce(UInt32(0)) {
        $0 | UInt32($1.element.rounded()) << UInt32(8 * $1.offset)
      }
      let one = SceneLayer(texture: .plain(color, width: 40, height: 30), homography: homography)
      let expected = scene([one]).drawnByReference()
      for picture in PictureTests.pictures(scene(cards)) {
        let difference = picture.largestDifference(to: expected)
        #expect(difference.levels <= 1, "\(number): \(difference)")
      }
    }
  }

  @Test(
    "Two vertical edges in one pixel divide the pixel's 64 sample points in the same way as in the reference",
    arguments: [1, 0.6])
  func uprightEdges(alpha: Double) {
    let colors: [UInt32] = [0xff20_c0ff, 0xffff_0000]
    for number in 0..<256 {
      let (inFront, behind) = (Double(number % 16) / 16 + 0.01, Double(number / 16) / 16 + 0.02)
      var scene = Scene(width: 48, height: 40, background: [0, 0, 0, 255], layers: [Self.wall])
      for (index, at) in [behind, inFront].enumerated() {
        // The left edges of both cards lie in column 9 and the right edges in column 29. The front card may
        // lie up to 2 px lower.
        scene.layers.append(
          SceneLayer(
            texture: .plain(colors[index], width: 20, height: 30),
            homography: .scale(1, offset: Point(x: 9 + at, y: 2.5 + Double(index * (number % 3)))),
            alpha: index == 0 ? 1 : alpha))
      }
      // The left edge of a third card touches the right edges.
      scene.layers.append(
        SceneLayer(
          texture: .plain(0xff00_ff00, width: 9, height: 12),
          homography: .scale(1, offset: Point(x: 29 + Double(number % 5) / 5, y: 20)), alpha: 1))
      let expected = scene.drawnByReference()
      for picture in PictureTests.pictures(scene) {
        let difference = picture.largestDifference(to: expected)
        #expect(difference.levels <= 1, "\(inFront) in front of \(behind): \(difference)")
      }
    }
  }

  @Test("No pixel is brighter than the brightest or darker than the darkest layer that covers a part of it")
  func betweenItsSources() {
    var random = Random(seed: 14)
    for seed in 0..<120 {
      let axis = Axis.allCases[seed % 2]
      let kind = CarouselScenes.Kind.allCases[seed % 11]
      var maker = CarouselScenes(kind, axis, seed: seed + 900, textures: [.plain(.max)])
      var scene = maker.scene()
      scene.background = [60, 70, 80, 255]
      for index in scene.layers.indices {
        func channel() -> UInt32 { UInt32(20 + random.next(below: 200)) }
        let color = 0xff00_0000 | channel() << 16 | channel() << 8 | channel()
        scene.layers[index].texture = .plain(color, width: 1, height: 1)
      }
      let bounds = scene.layers.map { $0.pixelBounds(width: scene.width, height: scene.height) }
      let outlines = scene.layers.map { Placement($0, width: scene.width, height: scene.height)?.outline }
      for picture in PictureTests.pictures(scene) {
        for y in 0..<scene.height {
          for x in 0..<scene.width {
            var (least, most) = ([60, 70, 80, 255], [60, 70, 80, 255])
            for (index, layer) in scene.layers.enumerated() {
              let box = bounds[index]
              guard let outline = outlines[index], x >= box.x, x < box.maxX, y >= box.y, y < box.maxY else {
                continue
              }
              let left = Double(x)
              let top = Double(y)
              let part = outline.clipped(minX: left, minY: top, maxX: left + 1, maxY: top + 1)
              guard part.signedArea != 0 else { continue }
              let color = layer.texture.texels()[0][0]
              for channel in 0..<4 {
                let value = Int(color >> UInt32(8 * channel) & 0xff)
                (least[channel], most[channel]) = (min(least[channel], value), max(most[channel], value))
              }
            }
            let pixel = picture.channels(x, y)
            let isBetween = (0..<4).allSatisfy { pixel[$0] >= least[$0] && pixel[$0] <= most[$0] }
            if !isBetween {
              Issue.record("\(kind) \(axis) \(seed), \(x) \(y): \(pixel), not \(least)…\(most)")
            }
          }
        }
      }
    }
  }

  @Test("Where edges cross, the picture differs from the mean of 32 × 32 samples by less than 10 levels")
  func crossings() {
    var random = Random(seed: 99)
    var (sum, count, worst) = (0.0, 0, 0.0)
    for number in 0..<30 {
      var scene = Scene(width: 24, height: 20, background: [0, 0, 0, 255])
      for index in 0..<4 {
        var transform = Transform3D.identity
        transform.m34 = -1 / 60
        transform = transform.rotated(by: random.next(in: -1...1), x: 0.3, y: 1)
          .rotated(by: random.next(in: -3...3), z: 1)
        let homography = Homography(
          placing: transform, size: Size(width: 14, height: 12),
          center: Point(x: random.next(in: 6...18), y: random.next(in: 5...15)))
        let color: UInt32 = index % 2 == 0 ? 0xffff_ffff : 0xff00_0000 | UInt32(random.next(below: 1 << 24))
        scene.layers.append(
          SceneLayer(
            texture: .plain(color, width: 14, height: 12), homography: homography,
            alpha: number % 3 == 0 ? 0.5 : 1))
      }
      var large = scene
      (large.width, large.height) = (24 * 32, 20 * 32)
      for index in large.layers.indices {
        large.layers[index].homography = scene.layers[index].homography.concatenated(with: .scale(32))
      }
      let samples = large.drawn()
      for picture in PictureTests.pictures(scene) {
        for y in 0..<scene.height {
          for x in 0..<scene.width {
            var total = 0
            for i in 0..<1024 {
              total += Int(samples.bytes[(y * 32 + i / 32) * samples.stride + (x * 32 + i % 32) * 4 + 1])
            }
            let difference = abs(Double(picture.channels(x, y)[1]) - Double(total) / 1024)
            sum += difference
            count += 1
            worst = max(worst, difference)
          }
        }
      }
    }
    print("where edges cross: \(sum / Double(count)) levels on average, \(worst) at most")
    #expect(worst < 10)
    #expect(sum / Double(count) < 0.11)
  }
}
