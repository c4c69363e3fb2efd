import Geometry
import Raster
import Testing

/// Rows and columns of a rotated card that are longer than a run of the vector kernels and sample several mip
/// levels.
@Suite struct LongRunTests {
  /// A card of 2600 × 400 texels, or of 400 × 2600, rotated about an axis.
  private static func card(_ axis: Axis, turn: Double, tilt: Double, isOpaque: Bool, alpha: Double) -> Scene {
    let (long, short) = (1300, 6)
    let isWide = axis == .horizontal
    var scene = Scene(
      width: isWide ? long : short, height: isWide ? short : long, background: [20, 30, 40, 255])
    let texture = Texture.noise(
      width: isWide ? 2600 : 400, height: isWide ? 400 : 2600, seed: 8, isOpaque: isOpaque)
    var transform = Transform3D.identity
    transform.m34 = -1.0 / 1400
    transform = transform.rotated(by: turn, x: isWide ? 0 : 1, y: isWide ? 1 : 0).rotated(by: tilt, z: 1)
      .scaled(x: 0.6, y: 0.6)
    let homography = Homography(
      placing: transform, size: Size(width: Double(texture.width), height: Double(texture.height)),
      center: Point(x: Double(scene.width) / 2 + 11.3, y: Double(scene.height) / 2 + 0.4))
    scene.layers.append(SceneLayer(texture: texture, homography: homography, alpha: alpha))
    return scene
  }

  @Test(
    "The fast renderer agrees with the reference along 1300 pixels with changing mip levels",
    arguments: Axis.allCases,
    [
      (0.5, 0, true, 1), (-0.6, 0.01, true, 1), (0.9, -0.2, true, 1), (-1.2, 0, false, 1),
      (0.7, 0.1, true, 0.6),
    ])
  func agreement(axis: Axis, look: (turn: Double, tilt: Double, isOpaque: Bool, alpha: Double)) throws {
    let scene = Self.card(axis, turn: look.turn, tilt: look.tilt, isOpaque: look.isOpaque, alpha: look.alpha)
    let placement = try #require(Placement(scene.layers[0], width: scene.width, height: scene.height))
    var choices = stride(from: 0, to: 1300, by: LevelSelector.tileSide).map { place in
      axis == .horizontal ? placement.levels.choice(x: place, y: 0) : placement.levels.choice(x: 0, y: place)
    }
    choices = zip(choices, choices.dropFirst()).filter { $0 != $1 }.map(\.1)
    #expect(choices.count > 8 && Set(choices.map { [$0.x, $0.y] }).count >= 3, "sizes hardly change")
    let expected = scene.drawnByReference()
    let empty = Scene(width: scene.width, height: scene.height, background: scene.background)
    #expect(expected.countOfPixels(unlike: empty.drawn()) > 4000, "too little to compare")
    for variant in RendererVariant.allCases {
      let worst = scene.drawn(variant).largestDifference(to: expected)
      #expect(worst.levels <= AgreementTests.tolerance, "\(variant): \(worst)")
    }
  }
}
