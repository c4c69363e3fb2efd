import Controls
import Drawing
import Foundation
import Geometry
import ImageFixtures
import PhotoViews
import TestSupport
import Testing
import Views

/// Pictures from files and bytes for views.
struct FileImageSourceTests {
  private typealias Loaded = Result<Image, ImageSourceError>

  private let bytes = JPEGFixture.quadrants(400, 200).bytes()

  /// Loads a picture, and waits for the result.
  private func load(_ source: some ImageSource, _ side: Double) async throws -> Loaded {
    try await waitForReport("the picture of the source") { report in
      _ = source.load(for: Size(width: side, height: side)) { report($0) }
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

  @Test("The preview of a file for a large view is the one in its EXIF data; a small view needs none")
  func preview() async throws {
    var jpeg = JPEGFixture.quadrants(400, 200)
    jpeg.exif = ExifFixture.block(orientation: 1, thumbnail: JPEGFixture.quadrants(16, 8).bytes())
    let path = NSTemporaryDirectory() + "source-\(UUID()).dat"
    try Data(jpeg.bytes()).write(to: URL(fileURLWithPath: path))
    defer { unlink(path) }
    func preview(_ side: Double) async throws -> Image? {
      try await waitForReport("the preview") { report in
        _ = FileImageSource(path).loadPreview(for: Size(width: side, height: side)) { report($0) }
      }
    }
    #expect(try await preview(300)?.width == 16)
    #expect(try await preview(200) == nil)
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    #expect(try await preview(300) == nil)
  }

  @Test("The frames of an animated GIF are loaded with their durations; a JPEG has no animation")
  func animation() async throws {
    let colors = [PixelColor.red, .green, .blue]
    var frames = colors.indices.map { GIFFixture.Frame(width: 6, height: 4, index: UInt8($0)) }
    for index in frames.indices { frames[index].delay = 10 * (index + 1) }
    let gif = GIFFixture(width: 6, height: 4, palette: colors, frames: frames, loopCount: 0).bytes()
    let path = NSTemporaryDirectory() + "source-\(UUID()).dat"
    defer { unlink(path) }
    func info() async throws -> ImageAnimationInfo? {
      let result = try await waitForReport("the animation") { report in
        _ = FileImageSource(path).loadAnimation(for: Size(width: 6, height: 4)) { report($0) }
      }
      return try result.get()
    }
    func frame(_ index: Int) async throws -> ImageFrame? {
      try await waitForReport("frame \(index)") { report in
        _ = FileImageSource(path).loadFrame(index, for: Size(width: 6, height: 4)) { report($0) }
      }
    }
    try Data(gif).write(to: URL(fileURLWithPath: path))
    #expect(try await info() == ImageAnimationInfo(frameCount: 3, playCount: 0, firstDuration: 0.1))
    for index in [1, 2, 0] {
      let frame = try #require(try await frame(index))
      #expect(abs(frame.duration - 0.1 * Double(index + 1)) < 1e-9)
      let pixel = frame.image.withPixels { Array($0.prefix(3)) }
      #expect(pixel == [colors[index].blue, colors[index].green, colors[index].red].map { UInt8($0) })
    }
    #expect(try await frame(3) == nil)
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    #expect(try await info() == nil)
    // A file that cannot be read is no still picture.
    unlink(path)
    await #expect(throws: ImageSourceError.self) { try await info() }
  }

  @Test("A missing file, a folder and bytes of no image are errors that state the reason")
  func errors() async throws {
    let missing = try await load(FileImageSource("/no/such/picture"), 10)
    #expect(
      throws: ImageSourceError.missing("There is no file or folder “/no/such/picture”. Check the spelling.")
    ) { try missing.get() }
    let folder = try await load(FileImageSource("/tmp"), 10)
    #expect(
      throws: ImageSourceError.unreadable(
        "“/tmp” is a folder, not a photo. Open the folder to see its photos.")
    ) { try folder.get() }
    let noise = try await load(DataImageSource(identity: "noise", bytes: [1, 2, 3]), 10)
    let error = #expect(throws: ImageSourceError.self) { try noise.get() }
    #expect(error?.description.hasPrefix("“noise” is not in a known image format.") == true)
  }
}
