internal import DecoderProtocol
internal import Drawing
internal import Glibc
internal import PhotoLoading
internal import Threads

/// The worker threads, the queue and the cache of a ``PhotoLoader``.
final class LoaderCore: Sendable {
  typealias Stage = PhotoLoader.Stage
  private typealias Listener = Mailbox<Stage>

  private struct State {
    var queue = LoadQueue()
    var cache: PixelCache<LoadKey, DecodedPhoto>
    var failures: [FailureKey: Failure] = [:]
    var listeners: [LoadQueue.Request: Listener] = [:]
    var requestCount = 0
    var threads = 0
    var isClosed = false

    /// Ends a job, and returns the listeners that receive its result.
    mutating func finish(_ assignment: LoadQueue.Assignment) -> [Listener] {
      queue.finish(assignment).compactMap { listeners.removeValue(forKey: $0) }
    }
  }

  /// The requests that a cached error is valid for.
  private struct FailureKey: Hashable {
    let photo: Photo
    /// The size; `nil` for all sizes.
    let size: TargetSize?
  }

  /// A cached error, and the version of the file it is valid for.
  private struct Failure {
    let error: PhotoError
    let revision: FileRevision?
  }

  private let monitor: Monitor<State>
  private let workers: Int
  private let decoder: any PhotoDecoding
  private let revision: @Sendable (Photo) -> FileRevision?

  init(
    byteBudget: Int, workers: Int, decoder: any PhotoDecoding,
    revision: @escaping @Sendable (Photo) -> FileRevision?
  ) {
    monitor = Monitor(State(cache: PixelCache(budget: byteBudget)))
    self.workers = workers
    self.decoder = decoder
    self.revision = revision
  }

  /// Adds a request, and starts a worker thread if fewer than `workers` run and there are more jobs than threads.
  ///
  /// - Parameters:
  ///   - key: The photo and its size.
  ///   - priority: The priority among waiting requests.
  ///   - deliver: Called with each stage; `nil` if the stages are read from the mailbox.
  /// - Returns: The reader of the mailbox. Releasing it cancels the request.
  func request(
    _ key: LoadKey, priority: PhotoLoader.Priority, deliver: (@Sendable (Stage) -> Void)? = nil
  ) -> Mailbox<Stage>.Reader {
    // A preview that was not read yet is obsolete once the full image is available.
    let listener = Listener(keepsLatestOnly: true, deliver: deliver)
    let reader = Listener.Reader(listener)
    if let cached = cached(key) {
      listener.send(cached.stage)
      listener.end()
      return reader
    }
    let (request, needsThread) = monitor.withLock { state in
      state.requestCount += 1
      state.listeners[state.requestCount] = listener
      state.queue.add(state.requestCount, for: key, priority: priority)
      let jobs = state.queue.waitingCount + state.queue.runningCount
      let needsThread = state.threads < min(workers, jobs)
      if needsThread { state.threads += 1 }
      return (state.requestCount, needsThread)
    }
    listener.onCancel { [weak self] in self?.cancel(request) }
    if needsThread,
      !SystemThread.startDetached(niceIncrement: SystemThread.backgroundNiceIncrement, { [self] in work() })
    {
      fail(request, .system(path: key.photo.path, operation: "decoded", code: EAGAIN))
    }
    monitor.wakeOne()
    return reader
  }

  /// Returns the cached image of a key, and marks it as most recently used.
  func cached(_ key: LoadKey) -> DecodedPhoto? {
    monitor.withLock { $0.cache.value(for: key) }
  }

  /// Evicts the cached images and errors of matching photos.
  func invalidate(_ matches: (Photo) -> Bool) {
    monitor.withLock { state in
      state.cache.removeAll { matches($0.photo) }
      state.failures = state.failures.filter { !matches($0.key.photo) }
    }
  }

  /// The largest size of the cached pixels, in bytes.
  var byteBudget: Int {
    get { monitor.withLock { $0.cache.budget } }
    set { monitor.withLock { $0.cache.budget = newValue } }
  }

  /// The current state of the cache and of the queue.
  var usage: PhotoLoader.Usage {
    monitor.withLock { state in
      PhotoLoader.Usage(
        cachedBytes: state.cache.bytes, peakBytes: state.cache.peakBytes, cachedCount: state.cache.count,
        waiting: state.queue.waitingCount, running: state.queue.runningCount)
    }
  }

  /// Cancels all requests and ends all streams. Each thread ends after its current step.
  func close() {
    let listeners = monitor.withLock { state in
      state.isClosed = true
      defer { state.listeners = [:] }
      for request in state.listeners.keys { state.queue.cancel(request) }
      return Array(state.listeners.values)
    }
    monitor.wakeAll()
    for listener in listeners { listener.end() }
  }

  private func cancel(_ request: LoadQueue.Request) {
    monitor.withLock { state in
      state.listeners[request] = nil
      state.queue.cancel(request)
    }
  }

  /// Handles the failure to start a thread. If no other thread runs, the request fails with `error`, because it would
  /// wait forever.
  private func fail(_ request: LoadQueue.Request, _ error: PhotoError) {
    let listener = monitor.withLock { state in
      state.threads -= 1
      if state.threads > 0 { return Listener?.none }
      state.queue.cancel(request)
      return state.listeners.removeValue(forKey: request)
    }
    listener?.send(.failed(error))
    listener?.end()
  }

  // MARK: On the worker threads

  private func work() {
    while let assignment = monitor.waitForValue({ state -> LoadQueue.Assignment?? in
      if state.isClosed { return .some(nil) }
      return state.queue.next().map { .some($0) }
    }) {
      // Read before the file is: if the file is still being copied, the cached error becomes invalid afterwards.
      let revision = revision(assignment.key.photo)
      do {
        switch assignment.step {
        case .preview: try loadPreview(assignment, revision)
        case .full: try decode(assignment)
        }
      } catch .cancelled {
        deliver(nil, to: monitor.withLock { $0.finish(assignment) }, isLast: true)
      } catch {
        let listeners = monitor.withLock { state in
          if error.isCausedByFile {
            let size = error.dependsOnSize ? assignment.key.size : nil
            state.failures[FailureKey(photo: assignment.key.photo, size: size)] = Failure(
              error: error, revision: revision)
          }
          return state.finish(assignment)
        }
        deliver(.failed(error), to: listeners, isLast: true)
      }
    }
  }

  /// Throws the cached error if the file has not changed since; otherwise loads and delivers the preview.
  private func loadPreview(
    _ assignment: LoadQueue.Assignment, _ revision: FileRevision?
  ) throws(PhotoError) {
    let photo = assignment.key.photo
    for key in [FailureKey(photo: photo, size: nil), FailureKey(photo: photo, size: assignment.key.size)] {
      guard let failure = monitor.withLock({ $0.failures[key] }) else { continue }
      if failure.revision == revision { throw failure.error }
      monitor.withLock { $0.failures[key] = nil }
    }
    let preview = try decoder.preview(of: photo, cancellation: assignment.cancellation)
    let listeners = monitor.withLock { state in
      state.queue.finishPreview(assignment).compactMap { state.listeners[$0] }
    }
    deliver(preview.map { .preview($0) }, to: listeners, isLast: false)
  }

  private func decode(_ assignment: LoadQueue.Assignment) throws(PhotoError) {
    let decoded = try decoder.decode(
      assignment.key.photo, at: assignment.key.size, cancellation: assignment.cancellation)
    let listeners = monitor.withLock { state in
      state.cache.insert(decoded, bytes: decoded.image.byteCount, for: assignment.key)
      return state.finish(assignment)
    }
    deliver(decoded.stage, to: listeners, isLast: true)
  }

  /// Delivers a stage. It must be called without the lock, because it runs the listeners' closures and resumes tasks.
  private func deliver(_ stage: Stage?, to listeners: [Listener], isLast: Bool) {
    for listener in listeners {
      if let stage { listener.send(stage) }
      if isLast { listener.end() }
    }
  }
}

extension PhotoError {
  /// Whether the file is the cause, so that a retry would fail again. System errors such as a lack of memory may pass.
  fileprivate var isCausedByFile: Bool {
    switch self {
    case .decoder(_, .endedTwice): true
    case .system, .decoder: false
    default: true
    }
  }

  /// Whether a smaller size of the same photo may succeed.
  fileprivate var dependsOnSize: Bool {
    switch self {
    case .tooMuchMemory, .tookTooLong: true
    default: false
    }
  }
}

extension DecodedPhoto {
  fileprivate var stage: PhotoLoader.Stage {
    defect.map { .incomplete(image, $0) } ?? .full(image)
  }
}
