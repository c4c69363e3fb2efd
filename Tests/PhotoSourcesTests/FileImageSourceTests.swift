import CarouselViews
import Drawing
import Foundation
import Geometry
import ImageFixtures
import PhotoSources
import Testing

/// Image files as pictures of views.
struct FileImageSourceTests {
  private func load(_ path: String, _ size: Size) async -> Result<Image, ImageSourceError> {
    await withCheckedContinuation { continuation in
      _ = FileImageSource(path: path).load(for: size) { continuation.resume(returning: $0) }
    }
  }

  private func path(_ bytes: [UInt8]) throws -> String {
    let path = NSTemporaryDirectory() + "picture-\(UUID()).jpg"
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    return path
  }

  @Test("A file is decoded so that it covers the view")
  func covers() async throws {
    let path = try path(JPEGFixture.quadrants(64, 32).bytes())
    defer { unlink(path) }
    let image = try await load(path, Size(width: 16, height: 16)).get()
    #expect((image.width, image.height) == (32, 16))
    let whole = try await load(path, Size(width: Double.infinity, height: .nan)).get()
    #expect((whole.width, whole.height) == (64, 32))
  }

  @Test("A missing file and one that is no image are told apart, in a sentence")
  func errors() async throws {
    let path = try path([1, 2, 3])
    defer { unlink(path) }
    let size = Size(width: 16, height: 16)
    func message(_ path: String) async -> ImageSourceError? {
      if case .failure(let error) = await load(path, size) { error } else { nil }
    }
    #expect(
      await message("/no/such/lake.png") == .missing("There is no file “lake.png”. Check the spelling."))
    let name = String(path.split(separator: "/").last ?? "")
    #expect(await message(path) == .unreadable("“\(name)” is not an image."))
  }

  @Test("A canceled load ends with the cancellation or with the picture, once")
  func cancels() async throws {
    let path = try path(JPEGFixture.quadrants(640, 320).bytes())
    defer { unlink(path) }
    let result = await withCheckedContinuation { continuation in
      FileImageSource(path: path).load(for: Size(width: 9, height: 9)) {
        continuation.resume(returning: $0)
      }()
    }
    if case .failure(let error) = result { #expect(error == .canceled) }
  }
}
