import Foundation

/// A folder with a scene file that shows one small texture. Tests can make the file invalid.
final class SceneFolder {
  let url: URL

  /// The texture is opaque, and all its pixels differ.
  static let side = 4
  static let pixels = (0..<16).map { UInt32(0xff00_0000) | UInt32($0 * 0x0b_0703) }
  static let (width, height) = (12, 8)
  static let background: UInt32 = 0xff1e_2024

  /// Writes the texture, and `scene.json` with an item for each of `matrices`.
  ///
  /// - Parameter change: Replaces all occurrences of a text in the file.
  init(
    matrices: [String] = [SceneFolder.shift(x: 3, y: 2)], change: (from: String, to: String)? = nil
  ) throws {
    url = FileManager.default.temporaryDirectory.appendingPathComponent("bench-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    let items = matrices.map { #"{ "texture": 7, "width": 4, "height": 4, "matrix": \#($0), "alpha": 1.0 }"# }
    var text = """
      { "format": "carousel-bench-scene/1", "name": "small", "canvas": { "width": 12, "height": 8 },
        "background_bgra": [36, 32, 30, 255],
        "textures": [ { "id": 7, "file": "small.bgra", "width": 4, "height": 4, "opaque": true } ],
        "items": [ \(items.joined(separator: ", ")) ] }
      """
    if let change { text = text.replacing(change.from, with: change.to) }
    try Data(text.utf8).write(to: url.appendingPathComponent("scene.json"))
    try write(Self.pixels, to: "small.bgra")
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  func write(_ pixels: [UInt32], to name: String) throws {
    try pixels.withUnsafeBytes { try Data($0).write(to: url.appendingPathComponent(name)) }
  }

  /// Returns the pixels of a frame that the program has written.
  func frame(_ name: String) throws -> [UInt32] {
    let data = try Data(contentsOf: url.appendingPathComponent(name))
    return data.withUnsafeBytes { bytes in
      (0..<(bytes.count / 4)).map { bytes.loadUnaligned(fromByteOffset: $0 * 4, as: UInt32.self) }
    }
  }

  /// The matrix of a translation.
  static func shift(x: Int, y: Int) -> String { "[1, 0, \(x), 0, 1, \(y), 0, 0, 1]" }

  /// Returns the expected frame with the texture at the whole-pixel position (`x`, `y`).
  static func expectedFrame(x: Int, y: Int) -> [UInt32] {
    var frame = [UInt32](repeating: background, count: width * height)
    for row in 0..<side {
      for column in 0..<side {
        frame[(y + row) * width + x + column] = pixels[row * side + column]
      }
    }
    return frame
  }
}
