import Foundation

/// A file of the recorded behavior of iCarousel 1.8.3; one JSON file for each subject.
enum GoldenFile: String {
  case transforms, snapshots, physics, loading, hittest

  var name: String { rawValue + ".json" }

  /// The folder of the files: `CAROUSEL_GOLDEN_DIR` if it is set, otherwise the project's own folder.
  static var folder: URL { otherFolder ?? ownFolder }

  /// Whether the files of the project's own folder are replayed. For these files the exact skips are
  /// asserted.
  static var isOwnSet: Bool { otherFolder == nil }

  /// Reads the file.
  ///
  /// - Throws: `Unusable` if it is missing, unreadable or of another schema.
  func load<Content: Decodable>(
    as type: Content.Type = Content.self, from folder: URL = Self.folder
  ) throws -> Content {
    let file = folder.appendingPathComponent(name)
    let data: Data
    do {
      data = try Data(contentsOf: file)
    } catch {
      throw Unusable(path: file.path, problem: "cannot be read: \(error.localizedDescription)")
    }
    let decoder = JSONDecoder()
    decoder.nonConformingFloatDecodingStrategy = .convertFromString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    do {
      return try decoder.decode(type, from: data)
    } catch {
      throw Unusable(
        path: file.path, problem: "does not follow the schema of Golden/Data/README.md: \(error)")
    }
  }

  struct Unusable: Error, CustomStringConvertible {
    let path: String
    let problem: String

    var description: String {
      """
      golden file \(path) \(problem)
      Point CAROUSEL_GOLDEN_DIR to a folder with transforms.json, snapshots.json, \
      physics.json, loading.json and hittest.json, or unset it to replay the project's own set.
      """
    }
  }

  private static var otherFolder: URL? {
    guard let path = ProcessInfo.processInfo.environment["CAROUSEL_GOLDEN_DIR"], !path.isEmpty else {
      return nil
    }
    return URL(fileURLWithPath: path, isDirectory: true)
  }

  private static var ownFolder: URL {
    URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent(
      "Data", isDirectory: true)
  }
}
