internal import Drawing
internal import Glibc

/// The threads, the queue and the shelf behind a ``PhotoLoader``.
final class Workshop: Sendable {
  typealias Stage = PhotoLoader.Stage
  private typealias Listener = Mailbox<Stage>

  private struct State {
    var queue = LoadQueue()
    var cache: PixelCache<LoadKey, DecodedPhoto>
    var failures: [Photo: Failure] = [:]
    var listeners: [LoadQueue.Request: Listener] = [:]
    var requestCount = 0
    var threads = 0
    var isClosed = false

    /// Ends a job; returns who gets its result.
    mutating func finish(_ assignment: LoadQueue.Assignment) -> [Listener] {
      queue.finish(assignment).compactMap { listeners.removeValue(forKey: $0) }
    }
  }

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

  /// - Parameter deliver: Gets the stages; nil to read them from the mailbox.
  func request(
    _ key: LoadKey, priority: PhotoLoader.Priority, deliver: (@Sendable (Stage) -> Void)? = nil
  ) -> Mailbox<Stage>.Reader {
    // Whoever has not looked at the preview yet does not need it any more when the picture is there.
    let listener = Listener(keepsLatestOnly: true, deliver: deliver)
    let reader = Listener.Reader(listener)
    if let kept = cached(key) {
      listener.send(kept.stage)
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
    listener.onCancel { [weak self] in self?.withdraw(request) }
    if needsThread, !BackgroundThread.run({ [self] in work() }) {
      fail(request, .system(path: key.photo.path, operation: "decoded", code: EAGAIN))
    }
    monitor.wakeOne()
    return reader
  }

  func cached(_ key: LoadKey) -> DecodedPhoto? {
    monitor.withLock { $0.cache.value(for: key) }
  }

  func forget(_ matches: (Photo) -> Bool) {
    monitor.withLock { state in
      state.cache.removeAll { matches($0.photo) }
      state.failures = state.failures.filter { !matches($0.key) }
    }
  }

  var byteBudget: Int {
    get { monitor.withLock { $0.cache.budget } }
    set { monitor.withLock { $0.cache.budget = newValue } }
  }

  var usage: PhotoLoader.Usage {
    monitor.withLock { state in
      PhotoLoader.Usage(
        cachedBytes: state.cache.bytes, peakBytes: state.cache.peakBytes, cachedCount: state.cache.count,
        waiting: state.queue.waitingCount, running: state.queue.runningCount)
    }
  }

  /// Ends the threads as soon as they have put down what they have in hand, and all streams.
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

  private func withdraw(_ request: LoadQueue.Request) {
    monitor.withLock { state in
      state.listeners[request] = nil
      state.queue.cancel(request)
    }
  }

  /// The system has no thread left. Without any at all a request would wait for ever.
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
      // Taken before the file is read: a failure over a file that is just being copied must not outlive the
      // copying.
      let revision = revision(assignment.key.photo)
      do {
        switch assignment.step {
        case .preview: try findPreview(assignment, revision)
        case .full: try decode(assignment)
        }
      } catch .cancelled {
        deliver(nil, to: monitor.withLock { $0.finish(assignment) }, isLast: true)
      } catch {
        let listeners = monitor.withLock { state in
          if error.isOfTheFile {
            state.failures[assignment.key.photo] = Failure(error: error, revision: revision)
          }
          return state.finish(assignment)
        }
        deliver(.failed(error), to: listeners, isLast: true)
      }
    }
  }

  private func findPreview(
    _ assignment: LoadQueue.Assignment, _ revision: FileRevision?
  ) throws(PhotoError) {
    let photo = assignment.key.photo
    if let failure = monitor.withLock({ $0.failures[photo] }) {
      if failure.revision == revision { throw failure.error }
      monitor.withLock { $0.failures[photo] = nil }
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

  /// Called without the lock: it resumes foreign tasks.
  private func deliver(_ stage: Stage?, to listeners: [Listener], isLast: Bool) {
    for listener in listeners {
      if let stage { listener.send(stage) }
      if isLast { listener.end() }
    }
  }
}

extension PhotoError {
  /// Whether it will happen again with the same file. What the system lacked, such as memory, it may have next time.
  fileprivate var isOfTheFile: Bool {
    if case .system = self { false } else { true }
  }
}

extension DecodedPhoto {
  fileprivate var stage: PhotoLoader.Stage {
    defect.map { .incomplete(image, $0) } ?? .full(image)
  }
}
