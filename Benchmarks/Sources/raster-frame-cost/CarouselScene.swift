import Geometry
import Raster

/// The scenes of scrolling carousels. Every frame differs from the frame before.
enum CarouselScene: String, CaseIterable {
  case coverFlow = "cover-flow"
  case rotary
  case timeMachineTranslucent = "time-machine-translucent"
  case linear

  typealias Pose = (transform: Transform3D, depth: Double, alpha: Double)

  /// The pose of the item at `offset`, in points; `nil` when it is invisible.
  func pose(_ offset: Double, count: Double) -> Pose? {
    let item = 216.0
    switch self {
    case .coverFlow:
      let turn = min(max(offset, -1), 1)
      let transform = Transform3D.identity
        .translated(x: (turn * 0.45 + offset * 0.25) * item, z: -abs(turn) * item * 0.5)
        .rotated(by: -turn * .pi / 2 * 0.9, y: 1)
      return (transform, -abs(offset), 1)
    case .rotary:
      let radius = item / 2 / Double.tangent(.pi / count)
      let angle = offset / count * 2 * .pi
      let (sine, cosine) = Double.sineAndCosine(angle)
      return (.identity.translated(x: radius * sine, z: radius * (cosine - 1)), cosine, 1)
    case .timeMachineTranslucent:
      let alpha = offset > 0 ? 1 - offset : (1 + offset / 13) * 0.9
      guard alpha > 0 else { return nil }
      return (.identity.translated(x: offset * item * 0.12, z: offset * item * 0.3), offset, alpha)
    case .linear:
      return (.identity.translated(x: offset * item * 1.04), -abs(offset), 1)
    }
  }
}

extension Scene {
  /// Creates frame `index` of `count` of a slow scroll over all photographs.
  init(
    _ kind: CarouselScene, _ photographs: [Texture], frame index: Int, of count: Int, width: Int, height: Int
  ) {
    let last = Double(photographs.count - 1)
    let scroll = last * (0.15 + 0.7 * Double(index) / Double(max(count - 1, 1)))
    let points = Double(height) / 360  // px per point; the canvas is 360 points high, an item 216
    var items: [(depth: Double, layer: SceneLayer)] = []
    for (number, texture) in photographs.enumerated() {
      let offset = Double(number) - scroll
      guard let pose = kind.pose(offset, count: Double(photographs.count)) else { continue }
      let scale = 216 * points / Double(max(texture.width, texture.height))
      var transform = Transform3D.identity.scaled(x: points, y: points, z: points)
      transform = pose.transform.concatenated(with: transform)
      var perspective = Transform3D.identity
      perspective.m34 = -1 / (500 * points)
      transform = transform.concatenated(with: perspective)
      transform = transform.scaled(x: scale / points, y: scale / points)
      let size = Size(width: Double(texture.width), height: Double(texture.height))
      let homography = Homography(
        placing: transform, size: size, center: Point(x: Double(width) / 2, y: Double(height) / 2))
      items.append((pose.depth, SceneLayer(texture: texture, homography: homography, alpha: pose.alpha)))
    }
    items.sort { $0.depth < $1.depth }
    self.init(width: width, height: height, background: [0x24, 0x20, 0x1e, 0xff], layers: items.map(\.layer))
  }
}
