import DecoderClient
import DecoderProtocol
import Drawing
import Foundation
import ImageFixtures
import TestSupport
import Testing

/// The initializers of `Image` that load files and bytes.
struct ImageLoadingTests {
  private let bytes = JPEGFixture.quadrants(64, 32).bytes()

  @Test("An image is decoded from bytes at full size or at a reduced size")
  func data() async throws {
    let whole = try Image(data: bytes)
    #expect((whole.width, whole.height) == (64, 32))
    let small = try await Image.load(data: bytes, fitting: TargetSize(width: 16, height: 16))
    #expect((small.width, small.height) == (16, 8))
  }

  @Test("The helpers that read bytes read no files of the user")
  func helpersOfData() async {
    await #expect(processExitsWith: .success) {
      let bytes = JPEGFixture.quadrants(8, 8).bytes()
      _ = try Image(data: bytes)
      _ = try await Image.load(data: bytes)
      // The helper that has read the bytes ends. The next one has read nothing, so any pool may use it.
      try await waitUntil("the next helper") { DecoderPool.untrusted.idleHelpers.count == 1 }
      guard DecoderPool.shared.idleHelpers == DecoderPool.untrusted.idleHelpers else { exit(1) }
    }
  }

  @Test("An image is loaded from a file with any extension")
  func file() async throws {
    let path = NSTemporaryDirectory() + "image-\(UUID()).txt"
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    defer { unlink(path) }
    #expect(try Image(contentsOf: path).width == 64)
    #expect(try await Image.load(contentsOf: path).height == 32)
  }

  @Test("A missing file, a folder, a pipe, an empty file and a text are errors")
  func errors() async throws {
    func failure(_ path: String) -> PhotoError? {
      do throws(PhotoError) {
        _ = try Image(contentsOf: path)
        return nil
      } catch {
        return error
      }
    }
    #expect(failure("/no/such/file")?.reason == .content(.unreadable(code: ENOENT)))
    #expect(
      failure("/no/such/file")?.description
        == "There is no file or folder “/no/such/file”. Check the spelling.")
    #expect(failure("/tmp")?.reason == .isAFolder)
    let pipe = NSTemporaryDirectory() + "pipe-\(UUID())"
    mkfifo(pipe, 0o600)
    defer { unlink(pipe) }
    #expect(failure(pipe)?.reason == .notAFile)
    #expect(failure("/dev/null")?.path == "/dev/null")
    for bytes in [[], [1, 2, 3]] as [[UInt8]] {
      await #expect(throws: PhotoError(.content(.notAnImage))) { try await Image.load(data: bytes) }
    }
  }

  @Test("Loading an image in a canceled task throws")
  func cancellation() async {
    let bytes = bytes
    let task = Task { () -> PhotoError? in
      withUnsafeCurrentTask { $0?.cancel() }
      do throws(PhotoError) {
        _ = try await Image.load(data: bytes)
        return nil
      } catch {
        return error
      }
    }
    #expect(await task.value == .canceled)
  }
}
