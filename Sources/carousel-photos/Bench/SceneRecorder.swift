import CarouselUI
import FoundationEssentials
import Raster

/// Leaves composed pictures as scene files, which `raster-bench` and others draw again: `frame-0001.json` and
/// so on, their pictures beside them in `textures`.
final class SceneRecorder {
  private(set) var sceneCount = 0
  private let folder: String
  private var scenes: [Scene] = []

  // Two flicks of two seconds; a scene is small, but keeps its textures in memory.
  private static let mostScenes = 240

  /// - Throws: `VisitFailure` when the folder cannot be made.
  init(folder: String) throws {
    self.folder = folder
    try attempt("the folder \(folder) cannot be made") {
      try OutputFile.makeFolder(folder + "/textures")
    }
  }

  /// Keeps a scene until ``write()``; those that are too many are left out.
  func add(_ scene: Scene) {
    if scenes.count < Self.mostScenes { scenes.append(scene) }
    sceneCount = scenes.count
  }

  /// Writes all scenes and their textures.
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
      try attempt("\(path) cannot be written") {
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
    try attempt("\(path) cannot be written") {
      try bytes.withUnsafeBytes { try OutputFile.write($0, to: path) }
    }
  }

  private func attempt(_ complaint: String, _ body: () throws -> Void) throws {
    do { try body() } catch {
      throw VisitFailure(code: .cannotWrite, description: "\(complaint): \(error)")
    }
  }
}

/// A scene in the words of the format `carousel-bench-scene/1`.
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
    /// Row-major, from texture pixels to canvas pixels.
    let matrix: [Double]
    /// The images of the texture's corners, once round from the first pixel's; left out when one lies behind
    /// the eye.
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
  fileprivate init(_ layer: Layer, texture: Int) {
    let map = layer.homography
    let (width, height) = (layer.texture.width, layer.texture.height)
    let spots = [(0, 0), (width, 0), (width, height), (0, height)].compactMap { x, y in
      map.project(Point(x: Double(x), y: Double(y))).map { [$0.x, $0.y] }
    }
    self.init(
      texture: texture, width: width, height: height,
      matrix: [map.m0, map.m1, map.m2, map.m3, map.m4, map.m5, map.m6, map.m7, map.m8],
      corners: spots.count == 4 ? spots : nil, alpha: layer.alpha)
  }
}
