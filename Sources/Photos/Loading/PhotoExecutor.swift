package import DecoderClient
package import DecoderProtocol
internal import Glibc
package import ImageLoading
package import Threads

/// Loads photos on worker threads. A thread has a higher nice value than the threads that draw. While a photo takes long,
/// another thread loads others.
///
/// An error is cached until the file changes, so a damaged file that scrolls into view repeatedly is decoded only once.
/// After ``PhotoError/Reason/system(operation:code:)``, for example a lack of memory, each new request tries again.
package typealias PhotoLoader = LoaderCore<PhotoExecutor>

extension LoaderCore where Executor == PhotoExecutor {
  /// Creates a loader of photos. Its threads run only while photos are loaded.
  ///
  /// - Parameters:
  ///   - byteBudget: The largest size of the cached pixels, in bytes. The default of 256 MiB holds about 70 images of
  ///     1280 × 720 pixels.
  ///   - workers: The number of threads that decode, at least 1; `nil` for the number of helpers: the number of processor
  ///     cores minus 1, clamped to 1…4.
  ///   - decoder: Decodes the files.
  ///   - calls: Reads the versions of the files.
  ///   - revision: Reads the version of a file; `nil` if it is not known. It may block.
  package convenience init(
    byteBudget: Int = 256 << 20, workers: Int? = nil, decoder: any PhotoDecoding = PhotoDecoder(),
    calls: FileCalls = .shared,
    revision: @escaping @Sendable (Photo) -> FileRevision? = { FileRevision(of: $0) }
  ) {
    let workers = workers ?? DecoderPool.defaultHelperCount
    self.init(
      byteBudget: byteBudget, capacity: workers, executor: PhotoExecutor(decoder, workers, calls, revision))
  }
}

/// Performs the steps of photos with a decoder that blocks.
package final class PhotoExecutor: StepExecutor {
  package typealias Failure = PhotoError

  /// The requests to which a cached error applies.
  private struct FailureKey: Hashable {
    let photo: Photo
    /// The target size; `nil` for all sizes.
    let size: TargetSize?
  }

  /// A cached error, and the file version to which it applies.
  private struct CachedFailure {
    let error: PhotoError
    let revision: FileRevision?
  }

  private let decoder: any PhotoDecoding
  private let threads: WorkerThreads
  private let calls: FileCalls
  private let revision: @Sendable (Photo) -> FileRevision?
  private let failures = Monitor<[FailureKey: CachedFailure]>([:])

  fileprivate init(
    _ decoder: any PhotoDecoding, _ workers: Int, _ calls: FileCalls,
    _ revision: @escaping @Sendable (Photo) -> FileRevision?
  ) {
    (self.decoder, self.calls) = (decoder, calls)
    threads = WorkerThreads(count: workers, maxSlowCount: RequestQueue<Photo>.slowLimit)
    self.revision = revision
  }

  package var finishesUnwantedSteps: Bool { true }

  package func cacheKey(of photo: Photo) -> Photo { photo }

  /// An image of exactly the number of pixels of the box is drawn without resampling.
  package func matches(_ loaded: DecodedPhoto, loadedFor loadedSize: TargetSize, _ size: TargetSize) -> Bool {
    (loaded.isWhole || loadedSize.covers(size)) && size.shows(loaded.image)
  }

  package func schedule(_ startSteps: @escaping @Sendable () -> Void) { startSteps() }

  package func start(
    _ step: RequestQueue<Photo>.Start, report: @escaping @Sendable (StepEvent<PhotoError>) -> Void
  ) -> @Sendable () -> Void {
    let cancellation = Cancellation()
    threads.run { [self] in
      let isSlow = Monitor(false)
      cancellation.onSlow { [threads] in
        isSlow.withLock { $0 = true }
        threads.beginSlow()
        report(.isSlow)
      }
      let result = perform(step, cancellation, report)
      if isSlow.withLock({ $0 }) { threads.endSlow() }
      report(.ended(result))
    } onFailure: {
      let error = PhotoError(step.item.path, .system(operation: "decoded", code: EAGAIN))
      report(.ended(.failed(error, dependsOnSize: false)))
    }
    return { cancellation.cancel() }
  }

  package func invalidate(_ photo: Photo) {
    failures.withLock { $0 = $0.filter { $0.key.photo != photo } }
  }

  private func perform(
    _ step: RequestQueue<Photo>.Start, _ cancellation: Cancellation,
    _ report: @escaping @Sendable (StepEvent<PhotoError>) -> Void
  ) -> StepResult<PhotoError> {
    let photo = step.item
    // The version is read before the file. If the file is still being copied, its version changes later, and
    // a cached error becomes invalid.
    let revision = read(photo, cancellation)
    do {
      try checkFailures(of: step, revision)
      guard step.step != .preview else {
        let preview = try decoder.preview(of: photo, for: step.size, cancellation: cancellation)
        return preview.map { .loaded(DecodedPhoto(image: $0)) } ?? .noPreview
      }
      let large = LargeDecode(onBegin: { report(.isLarge) }, onEnd: { report(.resumable) })
      let decoded = try decoder.decode(
        photo, at: step.step == .full ? step.size : step.size.reduced, cancellation: cancellation,
        deferring: large)
      return decoded.map { .loaded($0) } ?? .deferred
    } catch let error where error.reason == .canceled {
      return .canceled
    } catch {
      if error.isCausedByFile {
        let key = FailureKey(photo: photo, size: error.dependsOnSize ? step.size : nil)
        failures.withLock { $0[key] = CachedFailure(error: error, revision: revision) }
      }
      return .failed(error, dependsOnSize: error.dependsOnSize)
    }
  }

  /// Reads the version of a file; `nil` if it is not known or its mount does not answer.
  private func read(_ photo: Photo, _ cancellation: Cancellation) -> FileRevision? {
    calls.perform(on: photo.pathBytes, cancellation) { [revision] in revision(photo) } ?? nil
  }

  /// Throws the cached error if the file has not changed since.
  private func checkFailures(
    of step: RequestQueue<Photo>.Start, _ revision: FileRevision?
  ) throws(PhotoError) {
    for size in [nil, step.size] {
      let key = FailureKey(photo: step.item, size: size)
      guard let failure = failures.withLock({ $0[key] }) else { continue }
      if failure.revision == revision { throw failure.error }
      failures.withLock { $0[key] = nil }
    }
  }
}
