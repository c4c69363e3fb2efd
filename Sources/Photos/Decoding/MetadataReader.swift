internal import DecoderProtocol
internal import Glibc
public import PhotoLibrary
public import PhotoLoading
internal import Threads

/// Reads the date and the shape of photos in a helper, one after the other, and tells them to a library, which orders its
/// photos by them.
///
/// It opens and parses each file once per version. Its thread ends when nothing is left.
public final class MetadataReader: Sendable {
  private struct State {
    var waiting: [LibraryPhoto] = []
    /// The version of each photo that was read, or waits.
    var known: [PhotoID: FileRevision?] = [:]
    var hasThread = false
  }

  private let library: PhotoLibrary
  private let pool: DecoderPool
  private let monitor = Monitor(State())

  /// Creates a reader with one helper, which starts with the first photo.
  public init(_ library: PhotoLibrary, _ options: DecoderPool.Options = DecoderPool.Options()) {
    self.library = library
    var options = options
    options.helperCount = 1
    pool = DecoderPool(options)
  }

  /// Asks for the photos of a state of the library. Photos that were read before are ignored unless they changed.
  public func read(_ photos: [LibraryPhoto]) {
    let needsThread = monitor.withLock { state in
      for photo in photos where photo.metadata == nil {
        // A version that becomes known belongs to the file that was read.
        if let known = state.known[photo.id], known == photo.revision || known == nil { continue }
        state.known[photo.id] = .some(photo.revision)
        state.waiting.append(photo)
      }
      guard !state.waiting.isEmpty, !state.hasThread else { return false }
      state.hasThread = true
      return true
    }
    guard needsThread else { return }
    // The thread owns the reader until all photos are read.
    if !SystemThread.startDetached(niceIncrement: SystemThread.backgroundNiceIncrement, { [self] in run() }) {
      monitor.withLock { $0.hasThread = false }
    }
  }

  /// The time in which results are collected, in seconds. The library receives them as one change.
  private static let interval = 0.5

  private func run() {
    var results: [(id: PhotoID, metadata: PhotoMetadata, revision: FileRevision?)] = []
    var start = Self.now()
    while let photo = next() {
      results.append((photo.id, metadata(of: photo.photo), photo.revision))
      guard Self.now() - start > Self.interval else { continue }
      library.describe(results)
      results = []
      start = Self.now()
    }
    if !results.isEmpty { library.describe(results) }
  }

  private func next() -> LibraryPhoto? {
    monitor.withLock { state in
      if let photo = state.waiting.popLast() { return photo }
      state.hasThread = false
      return nil
    }
  }

  private func metadata(of photo: Photo) -> PhotoMetadata {
    guard let file = try? ImageFile(photo),
      let header = try? pool.decode(file.descriptor, DecodeRequest(.header)).result.header, header.height > 0
    else { return PhotoMetadata() }
    return PhotoMetadata(
      taken: header.taken.map { Int64($0) }, aspectRatio: Double(header.width) / Double(header.height))
  }

  private static func now() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
