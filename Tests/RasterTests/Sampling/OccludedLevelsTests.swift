import Geometry
import Raster
import Testing

/// The mip levels made for a rotated card. Its near side samples larger levels than its far side.
@Suite struct OccludedLevelsTests {
  private let texture = Texture.plain(0xff80_4020, width: 1024, height: 1024)

  /// A scene with a card that is rotated about its vertical axis.
  private var card: Scene {
    var transform = Transform3D.identity
    transform.m34 = -1 / 300
    transform = transform.rotated(by: 1.2, y: 1).scaled(x: 0.25, y: 0.25)
    var scene = Scene(width: 320, height: 320, background: [0, 0, 0, 255])
    let size = Size(width: 1024, height: 1024)
    scene.layers.append(
      SceneLayer(
        texture: texture,
        homography: Homography(placing: transform, size: size, center: Point(x: 160, y: 160))))
    return scene
  }

  /// Draws the whole card. Returns the memory of its texture and of all mip levels that were made, in bytes.
  private func byteCountOfAll() -> Int {
    texture.removeLevels()
    _ = card.drawn()
    return texture.byteCount
  }

  @Test("No mip levels are made for the part of a card that an opaque layer hides")
  func hiddenSide() {
    let all = byteCountOfAll()
    texture.removeLevels()
    var scene = card
    scene.layers.append(
      SceneLayer(
        texture: .plain(.max, width: 180, height: 320), homography: Homography(1, 0, 140, 0, 1, 0, 0, 0, 1)))
    _ = scene.drawn()
    #expect(all > 1024 * 1024 * 4)
    #expect(texture.byteCount < all)
  }

  /// Draws parts of a scene with the card and returns the sizes of the mip levels that were made.
  private func sizes(
    of scene: Scene, drawing rects: [PixelRect], _ check: (Picture) -> Void = { _ in }
  ) -> Set<LevelSize> {
    texture.removeLevels()
    var (region, picture) = (DirtyRegion(), Picture(width: 320, height: 320))
    for rect in rects { region.insert(rect) }
    picture.draw { Renderer().render(scene, into: $0, region: region) }
    check(picture)
    let all = (0...8).flatMap { y in (0...8).map { LevelSize(x: $0, y: y) } }
    return Set(all.filter { texture.has($0) })
  }

  @Test(
    "No mip levels are made for parts of a card between clips; pixels in the clips are the same as without clips",
    arguments: [[(122, 158), (190, 158)], [(122, 120), (190, 190)], [(122, 190), (150, 120), (190, 190)]])
  func betweenClips(corners: [(Int, Int)]) {
    let whole = card.drawn()
    let rects = corners.map { PixelRect(x: $0.0, y: $0.1, width: 5, height: 5) }
    let alone = rects.reduce(into: Set<LevelSize>()) { $0.formUnion(sizes(of: card, drawing: [$1])) }
    let together = sizes(of: card, drawing: rects) { picture in
      for rect in rects {
        for y in rect.y..<rect.maxY {
          for x in rect.x..<rect.maxX { #expect(picture[x, y] == whole[x, y], "\(x) \(y)") }
        }
      }
    }
    #expect(together == alone)
    #expect(alone.count > 1)
    let around = rects.dropFirst().reduce(rects[0]) { $0.union($1) }
    #expect(sizes(of: card, drawing: [around]).count > alone.count)
  }

  @Test(
    "If the parts of a card inside the clips are hidden, only the mip levels of one tile are made",
    arguments: [10, 50])
  func hiddenClips(distance: Int) {
    let bounds = card.layers[0].pixelBounds(width: 320, height: 320)
    let shown = PixelRect(x: bounds.maxX - 40, y: 80, width: 40, height: 160)
    var scene = card
    scene.layers.append(
      SceneLayer(texture: .plain(.max, width: shown.x, height: 320), homography: .identity))
    let hidden = PixelRect(x: bounds.x, y: shown.y, width: 5, height: 5)
    let beside = PixelRect(x: bounds.maxX + distance, y: shown.maxY - 5, width: 5, height: 5)
    #expect(sizes(of: scene, drawing: [hidden, beside]).count <= 3)
    #expect(sizes(of: scene, drawing: [shown]).count > 3)
  }
}
