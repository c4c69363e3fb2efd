import Dispatch
import KioskUI
import PhotoLibrary
import Photos
import TestSupport
import Testing
import Threads

/// The proportions of pictures, which are read in the background.
@MainActor
struct PictureShapesTests {
  /// The closures of threads that do not run by themselves.
  private final class HeldThreads: Sendable {
    private let bodies = Monitor<[@Sendable () -> Void]>([])

    func hold(_ body: @escaping @Sendable () -> Void) { bodies.withLock { $0.append(body) } }

    func run() {
      let due = bodies.withLock { bodies in
        defer { bodies = [] }
        return bodies
      }
      for body in due { body() }
    }
  }

  private func onlyPhoto(in folder: TemporaryFolder) async throws -> LibraryPhoto {
    let library = PhotoLibrary(PhotoLibrary.Options(paths: [Array(folder.path.utf8)]))
    let photos = Monitor<[LibraryPhoto]>([])
    library.start { update in photos.withLock { $0 = update.photos } }
    defer { library.stop() }
    try await waitUntil("the list") { photos.withLock { !$0.isEmpty } }
    let first = photos.withLock { $0.first }
    return try #require(first)
  }

  @Test("The proportions of a file that is replaced while they are read do not count", .proves("D094"))
  func replaced() async throws {
    let folder = try TemporaryFolder()
    KioskRig.write(0, in: folder)
    let photo = try await onlyPhoto(in: folder)
    let threads = HeldThreads()
    let worker = WorkerThreads(count: 1) { _, body in
      threads.hold(body)
      return true
    }
    let shapes = PictureShapes(PhotoDecoder(), worker)
    var changes = 0
    shapes.onChange = { changes += 1 }
    shapes.read([photo], changed: [])
    // The result arrives when the main queue runs, after the file was replaced.
    threads.run()
    KioskRig.write(0, in: folder, width: 300, height: 480)
    shapes.read([photo], changed: [photo.id])
    threads.run()
    await withCheckedContinuation { done in DispatchQueue.main.async { done.resume() } }
    #expect(shapes.isPortrait(photo) && changes == 1)
  }
}
