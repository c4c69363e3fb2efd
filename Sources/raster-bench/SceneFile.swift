import FoundationEssentials
import Geometry
import Raster

/// A scene as described in a file, of the format `carousel-bench-scene/1`.
struct SceneFile: Decodable {
  struct Canvas: Decodable {
    let width, height: Int
  }
  struct TextureFile: Decodable {
    let id: Int
    /// Relative to the scene file: `height` rows of `width` premultiplied BGRA pixels.
    let file: String
    let width, height: Int
  }
  struct Item: Decodable {
    let texture: Int
    /// Row-major, from texture pixels to canvas pixels.
    let matrix: [Double]
    let alpha: Double
  }

  let format: String
  let canvas: Canvas
  let backgroundBgra: [UInt8]
  let textures: [TextureFile]
  let items: [Item]

  private enum CodingKeys: String, CodingKey {
    case format, canvas, textures, items
    case backgroundBgra = "background_bgra"
  }
}

/// What is wrong with a scene file.
struct SceneFileError: Error, CustomStringConvertible {
  let path, reason: String
  var description: String { "\(path): \(reason)" }
}

extension Scene {
  /// Reads a scene and its textures.
  ///
  /// - Throws: `SceneFileError` that names the file and what is wrong with it.
  init(contentsOf path: String) throws {
    func wrong(_ reason: String) -> SceneFileError { SceneFileError(path: path, reason: reason) }
    let file: SceneFile
    do {
      file = try JSONDecoder().decode(SceneFile.self, from: try read(path))
    } catch let error as DecodingError {
      throw wrong("not a scene: \(error)")
    }
    guard file.format == "carousel-bench-scene/1" else { throw wrong("unknown format \"\(file.format)\"") }
    guard file.backgroundBgra.count == 4 else { throw wrong("background_bgra must have four bytes") }
    let sides = 1...Scene.maximumSide
    guard sides.contains(file.canvas.width), sides.contains(file.canvas.height) else {
      throw wrong("a canvas of \(file.canvas.width) × \(file.canvas.height)")
    }
    let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
    var textures: [Int: Texture] = [:]
    for texture in file.textures {
      textures[texture.id] = try Texture(texture, path: folder + texture.file)
    }
    let layers = try file.items.enumerated().map { index, item in
      guard let texture = textures[item.texture] else {
        throw wrong("item \(index) names texture \(item.texture), which is not listed")
      }
      guard item.matrix.count == 9 else { throw wrong("item \(index): a matrix has nine numbers") }
      let m = item.matrix
      return Layer(
        texture: texture,
        homography: Homography(m[0], m[1], m[2], m[3], m[4], m[5], m[6], m[7], m[8]), alpha: item.alpha)
    }
    let background = file.backgroundBgra
    self.init(
      width: file.canvas.width, height: file.canvas.height,
      background: SIMD4(background[0], background[1], background[2], background[3]), layers: layers)
  }
}

extension Texture {
  fileprivate convenience init(_ file: SceneFile.TextureFile, path: String) throws {
    func wrong(_ reason: String) -> SceneFileError { SceneFileError(path: path, reason: reason) }
    let sides = 1...Texture.maximumSide
    guard sides.contains(file.width), sides.contains(file.height) else {
      throw wrong("a texture of \(file.width) × \(file.height)")
    }
    let data = try read(path)
    guard data.count == file.width * file.height * 4 else {
      throw wrong("\(data.count) bytes, where \(file.width) × \(file.height) pixels need 4 each")
    }
    let (bytes, width, height) = ([UInt8](data), file.width, file.height)
    let pixels = bytes.withUnsafeBytes { bytes in
      (0..<width * height).map { bytes.loadUnaligned(fromByteOffset: $0 * 4, as: UInt32.self) }
    }
    self.init(pixels, width: width, height: height)
  }
}

private func read(_ path: String) throws -> Data {
  do {
    return try Data(contentsOf: URL(filePath: path))
  } catch {
    throw SceneFileError(path: path, reason: "cannot be read: \(error)")
  }
}
