internal import DecoderClient
internal import DecoderProtocol
internal import Glibc
package import PhotoLibrary
internal import Threads

/// Reads the date and the aspect ratio of photos with the helpers of a decoder, one photo at a time, and passes them to a library
/// that orders its photos by them.
///
/// Each version of a file is read once. The reader's thread ends when no photo waits.
package final class MetadataReader: Sendable {
  private typealias Described = (id: PhotoID, metadata: PhotoMetadata, revision: FileRevision?)

  private struct State {
    var waiting: [LibraryPhoto] = []
    /// The version of each photo that was read or waits. The inner `nil` is an unknown version.
    var known: [PhotoID: FileRevision?] = [:]
    /// The photos of unknown versions that wait, are read, or have a result that is still collected.
    var unversioned: Set<PhotoID> = []
    /// The results that the library has not received, and the time of the first one.
    var results: [Described] = []
    var collectedSince = 0.0
    var threads = 0
    /// The number of threads whose file does not answer.
    var slowThreads = 0

    /// Whether another thread may read. One reads at a time, besides those whose files do not answer.
    var needsThread: Bool {
      !waiting.isEmpty && threads - slowThreads < 1 && threads < MetadataReader.mostThreads
    }
  }

  private static let mostThreads = 3

  private let library: PhotoLibrary
  private let decoder: PhotoDecoder
  private let monitor = Monitor(State())

  /// Creates a reader without threads.
  package init(_ library: PhotoLibrary, _ decoder: PhotoDecoder) {
    (self.library, self.decoder) = (library, decoder)
  }

  /// Enqueues the photos without metadata. A photo that was read before is skipped unless its file changed.
  package func read(_ photos: [LibraryPhoto]) {
    monitor.withLock { state in
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
    }
    startThread()
  }

  private func startThread() {
    let isNeeded = monitor.withLock { state in
      guard state.needsThread else { return false }
      state.threads += 1
      return true
    }
    guard isNeeded else { return }
    // The thread retains the reader until all photos are read.
    if !SystemThread.startDetached(niceIncrement: SystemThread.backgroundNiceIncrement, { [self] in run() }) {
      monitor.withLock { $0.threads -= 1 }
    }
  }

  /// The time over which results are collected, in seconds. The library then receives them as one change.
  private static let interval = 0.5

  private func run() {
    while let photo = next() {
      let result: Described = (photo.id, metadata(of: photo.photo), photo.revision)
      let now = MonotonicClock.now()
      let isDue = monitor.withLock { state in
        if state.results.isEmpty { state.collectedSince = now }
        state.results.append(result)
        return now - state.collectedSince > Self.interval
      }
      if isDue { deliver() }
    }
    deliver()
  }

  /// Passes the collected results to the library.
  private func deliver() {
    let results = monitor.withLock { state in
      defer { state.results = [] }
      return state.results
    }
    if !results.isEmpty { describe(results) }
  }

  private func describe(_ results: [Described]) {
    // A photo whose version becomes known between the two steps is read again. In the other order, a change of its file
    // would be missed there.
    monitor.withLock { state in for result in results { state.unversioned.remove(result.id) } }
    library.describe(results)
  }

  private func next() -> LibraryPhoto? {
    monitor.withLock { state in
      // A thread whose file was slow ends if another one has replaced it.
      if state.threads - state.slowThreads <= 1, let photo = state.waiting.popLast() { return photo }
      state.threads -= 1
      return nil
    }
  }

  private func metadata(of photo: Photo) -> PhotoMetadata {
    let cancellation = Cancellation()
    let isSlow = Monitor(false)
    cancellation.onSlow { [self] in
      isSlow.withLock { $0 = true }
      monitor.withLock { $0.slowThreads += 1 }
      deliver()
      startThread()
    }
    defer { if isSlow.withLock({ $0 }) { monitor.withLock { $0.slowThreads -= 1 } } }
    guard let header = try? decoder.decode(photo, DecodeRequest(.header), cancellation).result.header,
      header.height > 0
    else { return PhotoMetadata() }
    return PhotoMetadata(
      taken: header.taken.map { Int64($0) }, aspectRatio: Double(header.width) / Double(header.height))
  }
}
