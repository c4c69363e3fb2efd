import Geometry
import Raster

/// An opaque card that hides all cards behind it.
enum Occluder: String, CaseIterable {
  /// The card covers the whole canvas.
  case whole = "over the whole canvas"
  /// The card is rotated sideways and covers a part.
  case turned = "turned, over a part"
}

extension Scene {
  /// Creates a scene of `count` cards that are all hidden by `occluder`.
  init(hiding count: Int, behind occluder: Occluder, _ photographs: [Texture], width: Int, height: Int) {
    self.init(width: width, height: height, background: [0x24, 0x20, 0x1e, 0xff])
    let center = Point(x: Double(width) / 2, y: Double(height) / 2)
    func add(_ texture: Texture, side: Double, angle: Double, center: Point) {
      let scale = side / Double(texture.width)
      var transform = Transform3D.identity
      transform.m34 = -1 / (2 * side)
      transform = transform.rotated(by: angle, y: 1).scaled(x: scale, y: scale)
      let size = Size(width: Double(texture.width), height: Double(texture.height))
      layers.append(
        SceneLayer(texture: texture, homography: Homography(placing: transform, size: size, center: center)))
    }
    for number in 0..<count {
      let offset = Double(number % 20) - 10
      add(
        photographs[number % photographs.count], side: Double(height) / 8, angle: offset / 10,
        center: Point(x: center.x + offset * Double(height) / 100, y: center.y - offset))
    }
    switch occluder {
    case .whole: add(photographs[0], side: 1.01 * Double(width), angle: 0, center: center)
    case .turned: add(photographs[0], side: 0.8 * Double(height), angle: 0.6, center: center)
    }
  }

  /// Returns the scene with every layer moved to the right by `x` pixels.
  func drifted(by x: Double) -> Scene {
    var scene = self
    for index in layers.indices {
      let m = layers[index].homography
      scene.layers[index].homography = Homography(
        m.m0 + x * m.m6, m.m1 + x * m.m7, m.m2 + x * m.m8, m.m3, m.m4, m.m5, m.m6, m.m7, m.m8)
    }
    return scene
  }
}
