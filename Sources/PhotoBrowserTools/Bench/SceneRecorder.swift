internal import CarouselUI
internal import FoundationEssentials
internal import Raster

/// Writes composed scenes to files that `raster-bench` can draw. The scenes are named `frame-0001.json` and
/// so on. Their textures are in the folder `textures`.
final class SceneRecorder {
  /// The number of recorded scenes, at most `maximumSceneCount`.
  private(set) var sceneCount = 0
  private let folder: String
  private var scenes: [Scene] = []

  // 240 frames are two flicks of two seconds. A scene is small, but it keeps its textures in memory.
  private static let maximumSceneCount = 240

  /// Creates a recorder and its folder.
  ///
  /// - Throws: `OutputError` if the folder cannot be created.
  init(folder: String) throws {
    self.folder = folder
    try attempt("cannot create the folder \(folder)") {
      try OutputFile.createFolder(folder + "/textures")
    }
  }

  /// Keeps a scene until ``write()``. Scenes above the maximum are dropped.
  func add(_ scene: Scene) {
    if scenes.count < Self.maximumSceneCount { scenes.append(scene) }
    sceneCount = scenes.count
  }

  /// Writes all scenes and their textures.
  ///
  /// - Throws: `OutputError` if a file cannot be written.
  func write() throws {
    var numbers: [ObjectIdentifier: Int] = [:]
    for texture in scenes.flatMap(\.layers).map(\.texture) where numbers[ObjectIdentifier(texture)] == nil {
      numbers[ObjectIdentifier(texture)] = numbers.count
      try write(texture, number: numbers.count - 1)
    }
    for (index, scene) in scenes.enumerated() {
      let number = String(index + 1)
      let name = "frame-" + String(repeating: "0", count: max(0, 4 - number.count)) + number
      let path = "\(folder)/\(name).json"
      try attempt("cannot write \(path)") {
        try JSONEncoder().encode(SceneDescription(scene, name: name, numbers: numbers))
          .withUnsafeBytes { try OutputFile.write($0, to: path) }
      }
    }
  }

  private func write(_ texture: Texture, number: Int) throws {
    let level = texture.level(x: 0, y: 0)
    var bytes = Data(capacity: level.width * level.height * 4)
    for row in 0..<level.height {
      bytes.append(
        UnsafeBufferPointer(start: level.pixels + row * level.rowLength, count: level.width))
    }
    let path = folder + "/" + SceneDescription.textureFile(number)
    try attempt("cannot write \(path)") {
      try bytes.withUnsafeBytes { try OutputFile.write($0, to: path) }
    }
  }

  private func attempt(_ message: String, _ body: () throws -> Void) throws {
    do { try body() } catch {
      throw OutputError(description: "\(message): \(error)")
    }
  }
}

/// A scene in the format `carousel-bench-scene/1`.
private struct SceneDescription: Encodable {
  struct Canvas: Encodable { let width, height: Int }
  struct TextureFile: Encodable {
    let id: Int
    let file: String
    let width, height: Int
    let opaque: Bool
  }
  struct Item: Encodable {
    let texture, width, height: Int
    /// The homography from texture pixels to canvas pixels, in row-major order.
    let matrix: [Double]
    /// The corners of the texture on the canvas, clockwise from the texture's top left corner; `nil` if a
    /// corner lies behind the eye.
    let corners: [[Double]]?
    let alpha: Double
  }

  let format = "carousel-bench-scene/1"
  let name: String
  let canvas: Canvas
  let backgroundBgra: [UInt8]
  let textures: [TextureFile]
  let items: [Item]

  private enum CodingKeys: String, CodingKey {
    case format, name, canvas, textures, items
    case backgroundBgra = "background_bgra"
  }

  /// Returns the path of a texture, relative to the folder of the scenes.
  static func textureFile(_ number: Int) -> String { "textures/\(number).bgra" }

  init(_ scene: Scene, name: String, numbers: [ObjectIdentifier: Int]) {
    self.name = name
    canvas = Canvas(width: scene.width, height: scene.height)
    let color = scene.background
    backgroundBgra = [color.x, color.y, color.z, color.w]
    var files: [Int: TextureFile] = [:]
    items = scene.layers.map { layer in
      let (texture, number) = (layer.texture, numbers[ObjectIdentifier(layer.texture)] ?? 0)
      files[number] = TextureFile(
        id: number, file: Self.textureFile(number), width: texture.width, height: texture.height,
        opaque: texture.isOpaque)
      return Item(layer, texture: number)
    }
    textures = files.values.sorted { $0.id < $1.id }
  }
}

extension SceneDescription.Item {
  fileprivate init(_ layer: SceneLayer, texture: Int) {
    let map = layer.homography
    let (width, height) = (layer.texture.width, layer.texture.height)
    let points = [(0, 0), (width, 0), (width, height), (0, height)].compactMap { x, y in
      map.project(Point(x: Double(x), y: Double(y))).map { [$0.x, $0.y] }
    }
    self.init(
      texture: texture, width: width, height: height,
      matrix: [map.m0, map.m1, map.m2, map.m3, map.m4, map.m5, map.m6, map.m7, map.m8],
      corners: points.count == 4 ? points : nil, alpha: layer.alpha)
  }
}
