import CarouselViews
import Drawing
import Foundation
import Geometry
import ImageFixtures
import PhotoViews
import Testing

/// Pictures from files and bytes for views.
struct FileImageSourceTests {
  private let bytes = JPEGFixture.quadrants(400, 200).bytes()

  /// Loads a picture, and waits for the result.
  private func load(_ source: some ImageSource, _ side: Double) async -> Result<Image, ImageSourceError> {
    await withCheckedContinuation { waiting in
      _ = source.load(for: Size(width: side, height: side)) { waiting.resume(returning: $0) }
    }
  }

  @Test("A picture is decoded at the smallest size that covers the view")
  func size() async throws {
    let image = try await load(DataImageSource(identity: "a", bytes: bytes), 50).get()
    #expect(image.height == 50)
    #expect(image.width == 100)
    let whole = try await load(DataImageSource(identity: "a", bytes: bytes), .infinity).get()
    #expect(whole.width <= 400)
  }

  @Test("A picture is loaded from a file with any extension")
  func file() async throws {
    let path = NSTemporaryDirectory() + "source-\(UUID()).dat"
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    defer { unlink(path) }
    #expect(try await load(FileImageSource(path), 1000).get().width == 400)
    #expect(FileImageSource(path).identity == FileImageSource(path).identity)
  }

  @Test("A missing file, a folder and bytes of no image are errors that state the reason")
  func errors() async throws {
    let missing = await load(FileImageSource("/no/such/picture"), 10)
    #expect(throws: ImageSourceError.missing("The picture “/no/such/picture” does not exist.")) {
      try missing.get()
    }
    let folder = await load(FileImageSource("/tmp"), 10)
    #expect(throws: ImageSourceError.unreadable("The picture “/tmp” is not in a known image format.")) {
      try folder.get()
    }
    let noise = await load(DataImageSource(identity: "noise", bytes: [1, 2, 3]), 10)
    #expect(throws: ImageSourceError.unreadable("The picture “noise” is not in a known image format.")) {
      try noise.get()
    }
  }
}
