internal import DecoderClient
package import DecoderProtocol
package import Drawing
internal import Glibc
internal import Threads

/// The worker threads, the queue and the cache of a ``PhotoLoader``.
final class LoaderCore: Sendable {
  typealias Stage = PhotoLoader.Stage
  private typealias Listener = StageDelivery
  private typealias Queue = RequestQueue<Photo>

  /// A cached picture.
  private struct Cached {
    let photo: DecodedPhoto
    /// The box for which the photo was decoded.
    let size: TargetSize

    /// Whether the image has exactly the number of pixels needed for the box.
    func isExact(in other: TargetSize) -> Bool {
      (photo.isWhole || size.covers(other)) && other.shows(photo.image)
    }
  }

  private struct State {
    var queue: Queue
    var cache: PixelCache<Photo, Cached>
    var failures: [FailureKey: Failure] = [:]
    var listeners: [Queue.Request: Listener] = [:]
    /// The cancellations of the running steps, by the identifier of their start.
    var cancellations: [Int: Cancellation] = [:]
    var requestCount = 0
    var threads = 0
    var isClosed = false

    /// Starts the next step.
    mutating func start() -> Work? {
      guard let start = queue.next() else { return nil }
      let cancellation = Cancellation()
      cancellations[start.id] = cancellation
      return Work(start: start, cancellation: cancellation)
    }

    /// Ends a step, and returns the listeners that receive its outcome.
    mutating func finish(_ start: Queue.Start, _ outcome: Queue.Outcome) -> [Recipient] {
      cancellations[start.id] = nil
      return queue.finish(start, outcome).compactMap { delivery in
        let listener =
          delivery.isLast ? listeners.removeValue(forKey: delivery.request) : listeners[delivery.request]
        return listener.map { Recipient(listener: $0, isLast: delivery.isLast) }
      }
    }

    /// Returns the cancellation of a running step that must make room for a more urgent one.
    mutating func victim() -> Cancellation? { queue.nextCancellation().flatMap { cancellations[$0.id] } }
  }

  /// A running step.
  private struct Work {
    let start: Queue.Start
    let cancellation: Cancellation
  }

  private struct Recipient {
    let listener: Listener
    let isLast: Bool
  }

  /// The requests to which a cached error applies.
  private struct FailureKey: Hashable {
    let photo: Photo
    /// The box; `nil` for all boxes.
    let size: TargetSize?
  }

  /// A cached error, and the file version to which it applies.
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
    monitor = Monitor(State(queue: Queue(capacity: workers), cache: PixelCache(budget: byteBudget)))
    self.workers = workers
    self.decoder = decoder
    self.revision = revision
  }

  /// Adds a request, and starts a worker thread if fewer than `workers` run and there are more jobs than threads.
  ///
  /// - Parameters:
  ///   - photo: The photo.
  ///   - size: The box in which the photo will be shown.
  ///   - priority: The priority among waiting requests.
  ///   - hasPicture: Whether the caller already shows a picture of the photo.
  ///   - listener: Receives each stage.
  /// - Returns: The identifier of the request; 0 if the request is already complete.
  func request(
    _ photo: Photo, at size: TargetSize, priority: LoadPriority, hasPicture: Bool,
    _ listener: StageDelivery
  ) -> Int {
    let nearest = monitor.withLock { $0.cache.value(for: photo) }
    if let nearest, nearest.isExact(in: size) {
      listener.send(nearest.photo.stage)
      listener.end()
      return 0
    }
    if let nearest, !hasPicture { listener.send(.preview(nearest.photo.image)) }
    let (request, needsThread, victim) = monitor.withLock { state in
      state.requestCount += 1
      state.listeners[state.requestCount] = listener
      state.queue.add(
        state.requestCount, for: photo, at: size, priority: priority, hasPicture: hasPicture || nearest != nil
      )
      let jobs = state.queue.waitingCount + state.queue.runningCount
      let needsThread = state.threads < min(workers + state.queue.extraCount, jobs)
      if needsThread { state.threads += 1 }
      return (state.requestCount, needsThread, state.victim())
    }
    victim?.cancel()
    listener.onCancel { [weak self] in self?.cancel(request) }
    if needsThread,
      !SystemThread.startDetached(niceIncrement: SystemThread.backgroundNiceIncrement, { [self] in work() })
    {
      fail(request, PhotoError(photo.path, .system(operation: "decoded", code: EAGAIN)))
    }
    monitor.wakeOne()
    return request
  }

  /// Changes the priority of a request that has not ended.
  func setPriority(of request: Int, to priority: LoadPriority) {
    let victim = monitor.withLock { state in
      state.queue.setPriority(of: request, to: priority)
      return state.victim()
    }
    victim?.cancel()
  }

  /// Which full images are not decoded for now.
  var deferral: RequestQueue<Photo>.Deferral {
    get { monitor.withLock { $0.queue.deferral } }
    set {
      let victim = monitor.withLock { state in
        state.queue.deferral = newValue
        return state.victim()
      }
      victim?.cancel()
      monitor.wakeAll()
    }
  }

  /// Returns the cached image if it has exactly the pixels for the box, and marks it as most recently used.
  func cached(_ photo: Photo, at size: TargetSize) -> DecodedPhoto? {
    monitor.withLock { state in
      state.cache.value(for: photo).flatMap { $0.isExact(in: size) ? $0.photo : nil }
    }
  }

  /// Returns the cached image of a photo at any size.
  func nearest(_ photo: Photo) -> DecodedPhoto? { monitor.withLock { $0.cache.value(for: photo)?.photo } }

  /// Evicts the cached images and errors of a photo.
  func invalidate(_ photo: Photo) {
    monitor.withLock { state in
      state.cache.removeAll { $0 == photo }
      state.failures = state.failures.filter { $0.key.photo != photo }
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
    let (listeners, cancellations) = monitor.withLock { state in
      state.isClosed = true
      defer { (state.listeners, state.cancellations) = ([:], [:]) }
      for request in state.listeners.keys { state.queue.cancel(request) }
      return (Array(state.listeners.values), Array(state.cancellations.values))
    }
    monitor.wakeAll()
    for cancellation in cancellations { cancellation.cancel() }
    for listener in listeners { listener.end() }
  }

  private func cancel(_ request: Queue.Request) {
    let victim = monitor.withLock { state in
      state.listeners[request] = nil
      state.queue.cancel(request)
      return state.victim()
    }
    victim?.cancel()
  }

  /// Handles the failure to start a thread. If no other thread runs, the request fails with `error`, because
  /// no thread would ever serve it.
  private func fail(_ request: Queue.Request, _ error: PhotoError) {
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
    while let work = monitor.waitForValue({ state -> Work?? in
      if state.isClosed { return .some(nil) }
      return state.start().map { .some($0) }
    }) {
      perform(work)
    }
  }

  private func perform(_ work: Work) {
    let start = work.start
    // The version is read before the file. If the file is still being copied, its version changes later, and
    // a cached error becomes invalid.
    work.cancellation.onSlow { [weak self] in self?.markSlow(start.id) }
    let revision = read(start.item, work.cancellation)
    do {
      try checkFailures(of: start, revision)
      switch start.step {
      case .preview:
        let preview = try decoder.preview(
          of: start.item, for: start.size, cancellation: work.cancellation)
        finish(start, preview == nil ? .nothing : .picture(isWhole: false), preview.map { .preview($0) })
      case .reduced:
        guard let reduced = try decode(work, at: start.size.reduced) else {
          return finish(start, .deferred, nil)
        }
        finish(start, .picture(isWhole: false), .preview(reduced.image))
      case .full:
        guard let decoded = try decode(work, at: start.size) else { return finish(start, .deferred, nil) }
        monitor.withLock {
          $0.cache.insert(
            Cached(photo: decoded, size: start.size), bytes: decoded.image.byteCount, for: start.item)
        }
        finish(start, .picture(isWhole: decoded.isWhole), decoded.stage)
      }
    } catch let error where error.reason == .canceled {
      finish(start, .canceled, nil)
    } catch {
      if error.isCausedByFile {
        let key = FailureKey(photo: start.item, size: error.dependsOnSize ? start.size : nil)
        monitor.withLock { $0.failures[key] = Failure(error: error, revision: revision) }
      }
      finish(start, .failure(dependsOnSize: error.dependsOnSize), .failed(error))
    }
  }

  /// Decodes the photo of a step. Returns `nil` if the decode must wait until another large decode ends, so that the
  /// worker serves another photo meanwhile.
  private func decode(_ work: Work, at size: TargetSize) throws(PhotoError) -> DecodedPhoto? {
    let id = work.start.id
    let large = LargeDecode(onBegin: { [self] in markLarge(id) }, onEnd: { [weak self] in self?.resume(id) })
    return try decoder.decode(
      work.start.item, at: size, cancellation: work.cancellation, deferring: large)
  }

  /// Records that a running decode is large. A more urgent one may already wait for its end.
  private func markLarge(_ start: Int) {
    let victim = monitor.withLock { state in
      state.queue.markLarge(start)
      return state.victim()
    }
    victim?.cancel()
  }

  /// Reads the version of a file; `nil` if it is not known or its mount does not answer.
  private func read(_ photo: Photo, _ cancellation: Cancellation) -> FileRevision? {
    FileCalls.shared.perform(on: photo.pathBytes, cancellation) { [revision] in revision(photo) } ?? nil
  }

  /// Lets another step run beside one that takes long. This thread remains with the slow one.
  private func markSlow(_ start: Int) {
    let (needsThread, victim) = monitor.withLock { state in
      state.queue.markSlow(start)
      let isWanted = state.queue.waitingCount > 0 && !state.isClosed
      let needsThread = isWanted && state.threads < workers + state.queue.extraCount
      if needsThread { state.threads += 1 }
      return (needsThread, state.victim())
    }
    victim?.cancel()
    if needsThread,
      !SystemThread.startDetached(niceIncrement: SystemThread.backgroundNiceIncrement, { [self] in work() })
    {
      monitor.withLock { $0.threads -= 1 }
    }
    monitor.wakeOne()
  }

  /// Lets a deferred step start again.
  private func resume(_ start: Int) {
    monitor.withLock { $0.queue.resume(start) }
    monitor.wakeAll()
  }

  /// Throws the cached error if the file has not changed since.
  private func checkFailures(of start: Queue.Start, _ revision: FileRevision?) throws(PhotoError) {
    for size in [nil, start.size] {
      let key = FailureKey(photo: start.item, size: size)
      guard let failure = monitor.withLock({ $0.failures[key] }) else { continue }
      if failure.revision == revision { throw failure.error }
      monitor.withLock { $0.failures[key] = nil }
    }
  }

  /// Ends a step, and delivers the stage. Listeners run without the lock, because they run closures.
  private func finish(_ start: Queue.Start, _ outcome: Queue.Outcome, _ stage: Stage?) {
    let (recipients, victim) = monitor.withLock { state in
      (state.finish(start, outcome), state.victim())
    }
    victim?.cancel()
    // Another worker may wait until the number of running steps falls.
    monitor.wakeAll()
    for recipient in recipients {
      if let stage { recipient.listener.send(recipient.isLast ? stage : stage.asPreview) }
      if recipient.isLast { recipient.listener.end() }
    }
  }
}

extension PhotoLoader.Stage {
  /// The stage as a preview, for a request that waits for a sharper image.
  fileprivate var asPreview: PhotoLoader.Stage {
    switch self {
    case .full(let image), .incomplete(let image, _): .preview(image)
    case .preview, .failed: self
    }
  }
}

extension TargetSize {
  /// Whether the box shows the image at exactly the image's size.
  package func shows(_ image: Image) -> Bool {
    size(forImageOf: image.width, by: image.height) == (image.width, image.height)
  }

  /// The box of a reduced image, with a quarter of the width and height. JPEG decodes this size with less
  /// memory and without scaling rows.
  fileprivate var reduced: TargetSize { TargetSize(width: width / 4, height: height / 4, shape: shape) }
}

extension DecodedPhoto {
  fileprivate var stage: PhotoLoader.Stage {
    defect.map { .incomplete(image, $0) } ?? .full(image)
  }
}
