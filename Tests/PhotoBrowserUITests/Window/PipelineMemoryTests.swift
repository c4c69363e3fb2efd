import CarouselUI
import PhotoBrowserUI
import Photos
import Testing

/// The memory of the pictures of several windows.
@MainActor
struct PipelineMemoryTests {
  @Test("The pictures that the views of a window load count in its own limit, and in that of no other window")
  func imageLoaders() {
    let (small, large) = (pipeline(64), pipeline(300))
    for pipeline in [large, small] { pipeline.memory.update(of: pipeline, photoBytes: 8 << 20, views: 1) }
    #expect(small.imageLoader !== large.imageLoader && small.imageLoader !== ImageLoader.shared)
    // The least that is cached are two photos.
    #expect(small.imageLoader.cacheByteLimit == 16 << 20)
    #expect(large.imageLoader.cacheByteLimit > 16 << 20)
  }

  @Test("A warning that memory is low releases the pictures that views have loaded")
  func warning() async throws {
    let pipeline = pipeline(300)
    let source = TaskImageSource(identity: "a") { _ throws(ImageSourceError) in
      guard let image = try? Image(width: 8, height: 8, isOpaque: true, filledBy: { _, _ in }) else {
        throw .canceled
      }
      return image
    }
    await withCheckedContinuation { continuation in
      _ = pipeline.imageLoader.load(source, for: Size(width: 8, height: 8)) { _ in continuation.resume() }
    }
    try #require(pipeline.imageLoader.cachedByteCount > 0)
    pipeline.receiveMemoryWarning()
    #expect(pipeline.imageLoader.cachedByteCount == 0)
  }

  private func pipeline(_ mebibytes: Int) -> PhotoPipeline {
    PhotoPipeline(memory: mebibytes << 20, thumbnails: .never, program: "test") { _ in }
  }
}
