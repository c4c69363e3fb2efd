import Foundation
import Testing

/// Tests of the error messages for a folder without valid golden files.
struct GoldenFileTests {
  @Test("The error for a missing golden file states the path of the file and the remedy")
  func missing() throws {
    let error = try #require(failure(of: .physics, in: URL(fileURLWithPath: "/no/such/folder")))
    #expect(error.description.contains("/no/such/folder/physics.json"))
    #expect(error.description.contains("CAROUSEL_GOLDEN_DIR"))
  }

  @Test(
    "If a golden file is not JSON or has another schema, the error states the folder of the file",
    arguments: ["{", "{\"cases\": 3}"])
  func undecodable(text: String) throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data(text.utf8).write(to: folder.appendingPathComponent("physics.json"))
    let error = try #require(failure(of: .physics, in: folder))
    #expect(error.description.contains(folder.path))
    #expect(error.description.contains("schema"))
  }

  private func failure(of file: GoldenFile, in folder: URL) -> GoldenFile.Unusable? {
    do {
      _ = try file.load(as: ScenarioFile.self, from: folder)
      return nil
    } catch {
      return error as? GoldenFile.Unusable
    }
  }
}
