import FoundationEssentials

/// A scene file of the format `carousel-bench-scene/1`, which Benchmarks/Peers/README.md specifies.
///
/// This type reads the format. `SceneRecorder` of carousel-photos and Benchmarks/Peers/scenes.py write it.
struct SceneFile: Decodable {
  let format: String
  let canvas: Canvas
  let backgroundBgra: [UInt8]
  let textures: [TextureFile]
  let items: [Item]

  /// The largest size of a scene file, in bytes: enough for more than a million items.
  static let maximumBytes = 1 << 29

  private enum CodingKeys: String, CodingKey {
    case format, canvas, textures, items
    case backgroundBgra = "background_bgra"
  }

  init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    format = try fields.value(of: .format)
    canvas = try fields.value(of: .canvas)
    backgroundBgra = try fields.value(of: .backgroundBgra)
    textures = try fields.value(of: .textures)
    items = try fields.value(of: .items)
  }

  struct Canvas: Decodable {
    let width, height: Int

    private enum CodingKeys: CodingKey { case width, height }

    init(from decoder: any Decoder) throws {
      let fields = try decoder.container(keyedBy: CodingKeys.self)
      width = try fields.value(of: .width)
      height = try fields.value(of: .height)
    }
  }

  struct TextureFile: Decodable {
    let id: Int
    /// The path of a file with `height` rows of `width` premultiplied BGRA pixels, relative to the scene
    /// file.
    let file: String
    let width, height: Int

    private enum CodingKeys: CodingKey { case id, file, width, height }

    init(from decoder: any Decoder) throws {
      let fields = try decoder.container(keyedBy: CodingKeys.self)
      id = try fields.value(of: .id)
      file = try fields.value(of: .file)
      width = try fields.value(of: .width)
      height = try fields.value(of: .height)
    }
  }

  struct Item: Decodable {
    let texture: Int
    /// The row-major 3 × 3 matrix that maps texture pixels to canvas pixels.
    let matrix: [Double]
    let alpha: Double

    private enum CodingKeys: CodingKey { case texture, matrix, alpha }

    init(from decoder: any Decoder) throws {
      let fields = try decoder.container(keyedBy: CodingKeys.self)
      texture = try fields.value(of: .texture)
      matrix = try fields.value(of: .matrix)
      alpha = try fields.value(of: .alpha)
    }
  }
}

extension KeyedDecodingContainer {
  /// Returns the value of a field. If a number is out of range, throws an error that names the field; the
  /// error of `JSONDecoder` does not.
  fileprivate func value<Value: Decodable>(of key: Key) throws -> Value {
    do {
      return try decode(Value.self, forKey: key)
    } catch let error where !(error is DecodingError) {
      throw DecodingError.dataCorrupted(
        .init(codingPath: codingPath + [key], debugDescription: "number out of range"))
    }
  }
}

/// An error in a scene file or one of its textures.
struct SceneFileError: Error, CustomStringConvertible {
  let path, reason: String
  var description: String { "\(path): \(reason)" }
}

extension DecodingError {
  /// The field and the reason, such as `items[2].matrix: is missing`.
  var fieldAndReason: String {
    let (context, key, reason): (Context, (any CodingKey)?, String) =
      switch self {
      case .keyNotFound(let key, let context): (context, key, "is missing")
      case .valueNotFound(_, let context): (context, nil, "is null")
      case .typeMismatch(let type, let context): (context, nil, "is not of type \(type)")
      case .dataCorrupted(let context): (context, nil, context.debugDescription)
      @unknown default: (Context(codingPath: [], debugDescription: ""), nil, "\(self)")
      }
    var path = ""
    for key in context.codingPath + (key.map { [$0] } ?? []) {
      if let index = key.intValue {
        path += "[\(index)]"
      } else {
        path += path.isEmpty ? key.stringValue : ".\(key.stringValue)"
      }
    }
    return path.isEmpty ? "not a scene: \(reason)" : "\(path): \(reason)"
  }
}
