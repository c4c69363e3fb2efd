import Geometry
import Raster
import Testing

/// Compares the fast renderer with the reference renderer, on scenes of carousels.
@Suite struct CarouselAgreementTests {
  /// The largest allowed differences of a channel, in levels: `inside` for pixels more than 2 px from any
  /// edge, and `atEdges` for all other pixels.
  static let (inside, atEdges) = (1, 1)
  /// The number of scenes for each layout and orientation.
  static let scenesOfAKind = 48

  @Test(
    "In scenes of all layouts, the fast renderer agrees with the reference renderer, inside cards and at their edges"
  )
  func agreement() async {
    let textures = CarouselScenes.textures()
    let tally = await withTaskGroup(of: Tally.self, returning: Tally.self) { group in
      for kind in CarouselScenes.Kind.allCases {
        group.addTask {
          Axis.allCases.reduce(into: Tally()) { $0.add(Self.compared(kind, $1, textures)) }
        }
      }
      return await group.reduce(into: Tally()) { $0.add($1) }
    }
    print(
      "agreement: \(tally.scenes) scenes, \(tally.pixels) pixels compared, \(tally.edgePixels) at edges; worst inside",
      "\(tally.worstInside), worst at edges \(tally.worstAtEdges)")
    #expect(tally.scenes >= 1000)
    #expect(tally.worstInside <= Self.inside)
    #expect(tally.worstAtEdges <= Self.atEdges)
    #expect(tally.edgePixels > 1_000_000 && tally.pixels > 6_000_000, "too little to compare")
  }

  /// The counts and results of the comparison.
  struct Tally: Sendable {
    var (scenes, pixels, edgePixels, worstInside, worstAtEdges) = (0, 0, 0, 0, 0)

    mutating func add(_ other: Tally) {
      scenes += other.scenes
      pixels += other.pixels
      edgePixels += other.edgePixels
      worstInside = max(worstInside, other.worstInside)
      worstAtEdges = max(worstAtEdges, other.worstAtEdges)
    }
  }

  private static func compared(_ kind: CarouselScenes.Kind, _ axis: Axis, _ textures: [Texture]) -> Tally {
    var tally = Tally()
    let variants = RendererVariant.allCases.map { ($0, $0.renderer) }
    for seed in 0..<scenesOfAKind {
      var maker = CarouselScenes(kind, axis, seed: seed, textures: textures)
      let scene = maker.scene()
      let name = "\(kind) \(axis) \(seed)"
      tally.scenes += 1
      let expected = scene.drawnByReference()
      let isNearEdge = scene.pixelsNearEdges(within: 2)
      let clip = seed % 3 == 0 ? PixelRect(x: seed - 4, y: 12 - seed, width: 41, height: 30) : nil
      let area = (clip ?? PixelRect(x: 0, y: 0, width: scene.width, height: scene.height))
        .intersection(PixelRect(x: 0, y: 0, width: scene.width, height: scene.height))
      for (variant, renderer) in variants {
        var picture = Picture(
          width: scene.width, height: scene.height, stride: scene.width * 4 + seed % 6, lead: seed % 4)
        picture.draw { renderer.render(scene, into: $0, clip: clip) }
        #expect(picture.isUntouched(outside: area), "\(name) \(variant)")
        #expect(picture.isPremultiplied(in: area), "\(name) \(variant)")
        for y in area.y..<area.maxY {
          for x in area.x..<area.maxX {
            let distance = picture.distance(to: expected, x, y)
            let isEdge = isNearEdge[y * scene.width + x]
            if distance > (isEdge ? atEdges : inside) {
              Issue.record(
                "\(name) \(variant): \(distance) levels at \(x) \(y), \(isEdge ? "an edge" : "inside")")
            }
            tally.pixels += 1
            if isEdge {
              tally.edgePixels += 1
              tally.worstAtEdges = max(tally.worstAtEdges, distance)
            } else {
              tally.worstInside = max(tally.worstInside, distance)
            }
          }
        }
      }
    }
    return tally
  }
}

extension Scene {
  /// Returns, row by row, whether the center of a pixel is within `distance` of an edge of a layer.
  fileprivate func pixelsNearEdges(within distance: Double) -> [Bool] {
    var result = [Bool](repeating: false, count: width * height)
    for layer in layers {
      let size = Size(width: Double(layer.texture.width), height: Double(layer.texture.height))
      let outline = layer.homography.projectedOutline(of: size)
      for (a, b) in zip(outline, outline.dropFirst() + outline.prefix(1)) {
        let side = b - a
        let length = side.x * side.x + side.y * side.y
        for index in result.indices where !result[index] {
          let offset = Point(x: Double(index % width) + 0.5, y: Double(index / width) + 0.5) - a
          let t = length > 0 ? min(max((offset.x * side.x + offset.y * side.y) / length, 0), 1) : 0
          let (x, y) = (offset.x - side.x * t, offset.y - side.y * t)
          // The factor exceeds 1 by more than the rounding errors.
          result[index] = x * x + y * y <= distance * distance * 1.000001
        }
      }
    }
    return result
  }
}
