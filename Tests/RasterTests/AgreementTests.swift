import Raster
import Testing

/// The fast renderer against the definition of the picture.
@Suite struct AgreementTests {
  /// How far a channel may differ, at edges as elsewhere.
  static let tolerance = 1

  @Test("Fast and reference picture agree to one level", arguments: SceneMaker.Kind.allCases)
  func agreement(kind: SceneMaker.Kind) {
    let renderer = Renderer()
    for seed in 0..<60 {
      var maker = SceneMaker(seed: seed)
      let scene = maker.scene(kind)
      let stride = scene.width * 4 + seed % 7
      let wanted = scene.drawnByReference(stride: stride)
      var picture = Picture(width: scene.width, height: scene.height, stride: stride)
      picture.draw { renderer.render(scene, into: $0) }
      let worst = picture.largestDifference(to: wanted)
      #expect(worst.levels <= Self.tolerance, "\(kind) \(seed): \(worst)")
      #expect(
        picture.padding.allSatisfy { $0 == Picture.untouched }, "\(kind) \(seed): wrote between the rows")
      #expect(picture.isPremultiplied, "\(kind) \(seed)")
      #expect(wanted.isPremultiplied, "\(kind) \(seed), reference")
    }
  }
}
