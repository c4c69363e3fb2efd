import FoundationEssentials
import Geometry
import Raster

extension Scene {
  /// Reads a scene and its textures.
  ///
  /// - Throws: `SceneFileError` that names the file, the field and the reason.
  init(contentsOf path: String) throws {
    func wrong(_ reason: String) -> SceneFileError { SceneFileError(path: path, reason: reason) }
    let file: SceneFile
    do {
      file = try JSONDecoder().decode(SceneFile.self, from: Data(sceneFile: path))
    } catch let error as DecodingError {
      throw wrong(error.fieldAndReason)
    }
    guard file.format == "carousel-bench-scene/1" else {
      throw wrong("format: \"\(file.format)\" is not \"carousel-bench-scene/1\"")
    }
    guard file.backgroundBgra.count == 4 else {
      throw wrong("background_bgra: \(file.backgroundBgra.count) bytes, not 4")
    }
    let (width, height) = (file.canvas.width, file.canvas.height)
    guard (1...Scene.maximumSide).contains(width), (1...Scene.maximumSide).contains(height) else {
      throw wrong("canvas: \(width) × \(height) pixels; a side is in 1...\(Scene.maximumSide)")
    }
    let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
    var textures: [Int: Texture] = [:]
    for (index, texture) in file.textures.enumerated() {
      guard textures[texture.id] == nil else {
        throw wrong("textures[\(index)].id: \(texture.id) is used twice")
      }
      let sides = 1...Texture.maximumSide
      guard sides.contains(texture.width), sides.contains(texture.height) else {
        throw wrong(
          "textures[\(index)]: \(texture.width) × \(texture.height) pixels; a side is in \(sides)")
      }
      let file = texture.file.hasPrefix("/") ? texture.file : folder + texture.file
      textures[texture.id] = try Texture(texture, path: file)
    }
    let layers = try file.items.enumerated().map { index, item in
      try SceneLayer(item, textures) { SceneFileError(path: path, reason: "items[\(index)].\($0)") }
    }
    let background = file.backgroundBgra
    self.init(
      width: width, height: height,
      background: SIMD4(background[0], background[1], background[2], background[3]), layers: layers)
  }
}

extension SceneLayer {
  fileprivate init(
    _ item: SceneFile.Item, _ textures: [Int: Texture], wrong: (String) -> SceneFileError
  ) throws {
    guard let texture = textures[item.texture] else {
      throw wrong("texture: \(item.texture) is not among the textures")
    }
    let m = item.matrix
    guard m.count == 9 else { throw wrong("matrix: \(m.count) numbers, not 9") }
    guard m.allSatisfy(\.isFinite) else { throw wrong("matrix: contains a number that is not finite") }
    guard (0...1).contains(item.alpha) else { throw wrong("alpha: \(item.alpha) is not in 0...1") }
    self.init(
      texture: texture,
      homography: Homography(m[0], m[1], m[2], m[3], m[4], m[5], m[6], m[7], m[8]), alpha: item.alpha)
  }
}

extension Texture {
  fileprivate convenience init(_ file: SceneFile.TextureFile, path: String) throws {
    let needed = file.width * file.height * 4
    let pixels = try withOpenFile(path) { file -> [UInt32] in
      guard file.byteCount == needed else {
        throw SceneFileError(
          path: path, reason: "\(file.byteCount) bytes instead of \(needed) for its pixels")
      }
      return try [UInt32](unsafeUninitializedCapacity: needed / 4) { memory, count in
        try file.read(into: UnsafeMutableRawBufferPointer(memory))
        count = memory.count
      }
    }
    self.init(pixels, width: file.width, height: file.height)
  }
}

extension Data {
  fileprivate init(sceneFile path: String) throws {
    self = try withOpenFile(path) { file in
      guard file.byteCount <= SceneFile.maximumBytes else {
        throw SceneFileError(
          path: path, reason: "\(file.byteCount) bytes; a scene file has at most \(SceneFile.maximumBytes)")
      }
      var data = Data(count: file.byteCount)
      try data.withUnsafeMutableBytes { try file.read(into: $0) }
      return data
    }
  }
}
