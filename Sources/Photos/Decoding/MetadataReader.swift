package import DecoderClient
internal import DecoderProtocol
internal import Glibc
package import PhotoLibrary
internal import Threads

/// Reads the date and the aspect ratio of photos in one helper process, and passes them to a library that
/// orders its photos by them.
///
/// Each version of a file is read once. The reader's thread ends when no photo waits.
package final class MetadataReader: Sendable {
  private struct State {
    var waiting: [LibraryPhoto] = []
    /// The version of each photo that was read or waits. The inner `nil` is an unknown version.
    var known: [PhotoID: FileRevision?] = [:]
    /// The photos of unknown versions that wait, are read, or have a result that is still collected.
    var unversioned: Set<PhotoID> = []
  }

  private let library: PhotoLibrary
  private let pool: DecoderPool
  private let monitor = Monitor(State())
  private let thread = WorkerThreads(count: 1)

  /// Creates a reader with one helper process, which starts with the first photo.
  package init(_ library: PhotoLibrary, _ options: DecoderPool.Options = DecoderPool.Options()) {
    self.library = library
    var options = options
    options.helperCount = 1
    pool = DecoderPool(options)
  }

  /// Enqueues the photos without metadata. A photo that was read before is skipped unless its file changed.
  package func read(_ photos: [LibraryPhoto]) {
    let hasWork = monitor.withLock { state in
      for photo in photos where photo.metadata == nil {
        if let known = state.known[photo.id] {
          if known == photo.revision { continue }
          // The version was unknown when the file was read, and the library does not have the metadata yet. The first
          // known version is the version that was read. If the library had the metadata, the file has changed.
          if known == nil, state.unversioned.remove(photo.id) != nil {
            state.known[photo.id] = .some(photo.revision)
            continue
          }
        }
        state.known[photo.id] = .some(photo.revision)
        if photo.revision == nil {
          state.unversioned.insert(photo.id)
        } else {
          state.unversioned.remove(photo.id)
        }
        state.waiting.append(photo)
      }
      return !state.waiting.isEmpty
    }
    // The thread retains the reader until all photos are read.
    if hasWork { thread.run { [self] in run() } }
  }

  /// The time over which results are collected, in seconds. The library then receives them as one change.
  private static let interval = 0.5

  private func run() {
    var results: [(id: PhotoID, metadata: PhotoMetadata, revision: FileRevision?)] = []
    var start = MonotonicClock.now()
    while let photo = next() {
      results.append((photo.id, metadata(of: photo.photo), photo.revision))
      guard MonotonicClock.now() - start > Self.interval else { continue }
      describe(results)
      results = []
      start = MonotonicClock.now()
    }
    if !results.isEmpty { describe(results) }
  }

  private func describe(_ results: [(id: PhotoID, metadata: PhotoMetadata, revision: FileRevision?)]) {
    // A photo whose version becomes known between the two steps is read again. In the other order, a change of its file
    // would be missed there.
    monitor.withLock { state in for result in results { state.unversioned.remove(result.id) } }
    library.describe(results)
  }

  private func next() -> LibraryPhoto? {
    monitor.withLock { $0.waiting.popLast() }
  }

  private func metadata(of photo: Photo) -> PhotoMetadata {
    guard let file = try? ImageFile(photo.pathBytes),
      let header = try? pool.decode(file, DecodeRequest(.header), Cancellation()).result.header,
      header.height > 0
    else { return PhotoMetadata() }
    return PhotoMetadata(
      taken: header.taken.map { Int64($0) }, aspectRatio: Double(header.width) / Double(header.height))
  }
}
