package import DecoderProtocol
package import Drawing
package import Geometry
internal import Threads

/// Loads pictures at the sizes at which they are shown, and caches the most recently used images within a byte budget.
///
/// A ``RequestQueue`` decides which picture is loaded next, and a ``StepExecutor`` loads it. Any thread may call a loader.
///
///     request = loader.load(photo, at: TargetSize(width: 800, height: 600)) { stage in
///       switch stage {
///       case .preview(let image), .full(let image): show(image)
///       case .incomplete(let image, let error): show(image); report(error)
///       case .failed(let error): show(error.brief)
///       }
///     }
///     request = nil  // scrolled out of view: no further stage arrives
///
/// The cache never exceeds the budget, which counts the pixels of cached full images. It does not count images being
/// decoded (at most one per step), the previews of waiting requests (4 MiB at most), and images that a view still holds after
/// the cache evicted them. Cached images are shared with the views, not copied. The least recently
/// used image is evicted first.
package final class LoaderCore<Executor: StepExecutor>: Sendable {
  package typealias Item = Executor.Item
  package typealias Failure = Executor.Failure
  package typealias Stage = LoadStage<Failure>
  private typealias Listener = @Sendable (Stage) -> Void
  private typealias Queue = RequestQueue<Item>

  /// The state of the cache and of the queue, for tests and measurements.
  package struct Usage: Hashable, Sendable {
    /// The size of the cached pixels, in bytes.
    package var cachedBytes = 0
    /// The largest value of ``cachedBytes`` so far.
    package var peakBytes = 0
    /// The number of cached images.
    package var cachedCount = 0
    /// The number of pictures that wait for a step.
    package var waiting = 0
    /// The number of running steps.
    package var running = 0
    /// The number of running steps besides the capacity, because they are slow.
    package var extra = 0
  }

  /// A cached image.
  private struct Cached {
    let loaded: LoadedImage<Failure>
    /// The target size for which the image was loaded.
    let size: TargetSize
  }

  /// A running step.
  private struct Running {
    let item: Item
    /// Cancels the step; `nil` until the executor has started it.
    var cancel: (@Sendable () -> Void)?
    var isCanceled = false
    /// Whether the content has changed since the step started, so that its result is not used.
    var isOutdated = false
  }

  private struct State {
    var queue: Queue
    var cache: PixelCache<Executor.CacheKey, Cached>
    /// The last previews of items in the queue.
    var previews = PixelCache<Item, Image>(budget: previewBudget)
    var listeners: [Queue.Request: Listener] = [:]
    /// The running steps, by the identifier of their start.
    var running: [Int: Running] = [:]
    var requestCount = 0
    /// Whether a thread is starting steps.
    var isStarting = false

    mutating func add(
      _ listener: @escaping Listener, for item: Item, of source: Int?, at size: TargetSize,
      priority: LoadPriority, hasPicture: Bool, acceptsPreview: Bool
    ) -> Queue.Request {
      requestCount += 1
      listeners[requestCount] = listener
      queue.add(
        requestCount, for: item, of: source, at: size, priority: priority, hasPicture: hasPicture,
        acceptsPreview: acceptsPreview)
      return requestCount
    }

    /// Cancels a request. Returns its listener, so that it is released without the lock.
    mutating func cancel(_ request: Queue.Request, for item: Item) -> Listener? {
      queue.cancel(request)
      removePreview(of: item)
      return listeners.removeValue(forKey: request)
    }

    /// Removes the preview of an item that has no requests and no running step any more.
    private mutating func removePreview(of item: Item) {
      if !queue.contains(item) { previews.remove(item) }
    }

    /// Starts a step. The caller must continue to start steps until there is none.
    mutating func start() -> Queue.Start? {
      let start = queue.next()
      if let start { running[start.id] = Running(item: start.item) }
      isStarting = start != nil
      return start
    }

    /// Ends a step, and returns the requests that receive its stage.
    mutating func finish(
      _ start: Queue.Start, _ result: StepResult<Failure>, _ key: Executor.CacheKey
    ) -> [Queue.Delivery] {
      guard let step = running.removeValue(forKey: start.id) else { return [] }
      // The requests of an outdated step get a new step.
      if step.isOutdated { return queue.finish(start, .canceled) }
      if case .loaded(let loaded) = result {
        if start.step == .full {
          let cached = Cached(loaded: loaded, size: start.size)
          cache.insert(cached, bytes: loaded.image.byteCount, for: key)
        } else {
          previews.insert(loaded.image, bytes: loaded.image.byteCount, for: start.item)
        }
      }
      defer { removePreview(of: start.item) }
      let isSharp =
        if case .loaded(let loaded) = result { start.size.isCovered(by: loaded.image) } else { false }
      return queue.finish(start, LoaderCore.outcome(of: result), isSharp: isSharp)
    }

    /// Chooses a running step that must make room for a more urgent one, and returns what cancels it.
    mutating func cancelVictim() -> (@Sendable () -> Void)? {
      queue.nextCancellation().flatMap { cancel($0.id) }
    }

    /// Cancels a running step. Returns what cancels it, if it is not canceled yet.
    mutating func cancel(_ start: Int) -> (@Sendable () -> Void)? {
      guard running[start]?.isCanceled == false else { return nil }
      running[start]?.isCanceled = true
      return running[start]?.cancel
    }
  }

  /// The memory limit of the previews that are kept, in bytes: dozens of usual ones, or the largest thumbnail.
  private static var previewBudget: Int { 4 << 20 }

  private let monitor: Monitor<State>
  private let executor: Executor

  /// Creates a loader.
  ///
  /// - Parameters:
  ///   - byteBudget: The largest size of the cached pixels, in bytes.
  ///   - capacity: The largest number of steps at the same time, without slow ones, at least 1.
  ///   - executor: Performs the steps.
  package init(byteBudget: Int, capacity: Int, executor: Executor) {
    let queue = Queue(capacity: capacity, finishesUnwantedSteps: executor.finishesUnwantedSteps)
    monitor = Monitor(State(queue: queue, cache: PixelCache(budget: byteBudget)))
    self.executor = executor
  }

  deinit {
    for step in monitor.withLock({ Array($0.running.values) }) { step.cancel?() }
  }

  // MARK: Requests

  /// Requests a picture immediately, and delivers its stages to a closure.
  ///
  /// The stages are no asynchronous sequence: a waiting task starts Dispatch's thread pool, which then wakes the process
  /// every second.
  ///
  /// - Parameters:
  ///   - item: The picture.
  ///   - size: The box in which the picture will be shown, in device pixels.
  ///   - priority: The priority among waiting requests.
  ///   - hasPicture: Whether the caller already shows an image of the picture, so that it needs no preview.
  ///   - acceptsPreview: Whether a preview that covers the box is the final image, for example of a thumbnail.
  ///   - deliver: Called on the thread on which the executor reports. If an image is cached, it is called on the caller's
  ///     thread before this method returns. A call may be in progress while the request is canceled.
  /// - Returns: The request, which is canceled when it is released.
  package func load(
    _ item: Item, at size: TargetSize, priority: LoadPriority = .visible, hasPicture: Bool = false,
    acceptsPreview: Bool = false, deliver: @escaping @Sendable (Stage) -> Void
  ) -> Request {
    if let cached = cached(item, at: size) {
      deliver(Stage(cached))
      return Request(0, for: item, core: nil)
    }
    let preview = hasPicture ? nil : self.preview(of: item)
    if let preview, acceptsPreview, size.isCovered(by: preview) {
      deliver(.full(preview))
      return Request(0, for: item, core: nil)
    }
    if let preview { deliver(.preview(preview)) }
    let source = executor.source(of: item)
    let id = update { state in
      state.add(
        deliver, for: item, of: source, at: size, priority: priority,
        hasPicture: hasPicture || preview != nil, acceptsPreview: acceptsPreview)
    }
    return Request(id, for: item, core: self)
  }

  /// A request for a picture, which is canceled when it is released.
  package final class Request: Sendable {
    fileprivate let id: Int
    private let item: Item
    fileprivate weak let core: LoaderCore?

    fileprivate init(_ id: Int, for item: Item, core: LoaderCore?) {
      (self.id, self.item, self.core) = (id, item, core)
    }

    deinit { cancel() }

    /// Cancels the request. No further stage is delivered. It has no effect on a request that has ended.
    package func cancel() {
      guard let core, core.monitor.withLock({ $0.listeners[id] != nil }) else { return }
      _ = core.update { $0.cancel(id, for: item) }
    }
  }

  /// Changes the priorities of requests of this loader. It has no effect on requests that have ended.
  package func setPriorities(_ priorities: [(Request, LoadPriority)]) {
    update { state in
      for (request, priority) in priorities where request.core === self {
        state.queue.setPriority(of: request.id, to: priority)
      }
    }
  }

  /// Which full images are not loaded for now. Previews are still loaded. A picture without a preview gets a reduced image.
  package var deferral: RequestQueue<Item>.Deferral {
    get { monitor.withLock { $0.queue.deferral } }
    set { update { $0.queue.deferral = newValue } }
  }

  /// The largest number of steps at the same time, without slow ones, at least 1.
  package var capacity: Int {
    get { monitor.withLock { $0.queue.capacity } }
    set { update { $0.queue.capacity = newValue } }
  }

  // MARK: The cache

  /// Returns the cached image for a target size, and marks it as most recently used; `nil` if there is none. It does not wait,
  /// so that a view can show the image in its first frame.
  package func cached(_ item: Item, at size: TargetSize) -> LoadedImage<Failure>? {
    monitor.withLock { [executor] state in
      state.cache.value(for: executor.cacheKey(of: item)) {
        executor.matches($0.loaded, loadedFor: $0.size, size)
      }?.loaded
    }
  }

  /// Returns an image of a picture to show until its image for a target size is loaded: the cached one of another size, or the
  /// last preview of a request that has not ended; `nil` if there is none.
  package func preview(of item: Item) -> Image? {
    let key = executor.cacheKey(of: item)
    return monitor.withLock { state in
      if let cached = state.cache.value(for: key) { return cached.loaded.image }
      return state.previews.value(for: item)
    }
  }

  /// Returns the size of the whole picture, in pixels, if an image of it is cached; otherwise `nil`.
  package func wholeSize(of item: Item) -> Size? {
    let key = executor.cacheKey(of: item)
    return monitor.withLock { $0.cache.value(for: key)?.loaded.wholeSize }
  }

  /// Evicts the cached image and the cached errors of a picture, and loads it again for its requests. Call it when its content
  /// has changed.
  package func invalidate(_ item: Item) {
    let key = executor.cacheKey(of: item)
    executor.invalidate(item)
    let cancellations = monitor.withLock { [executor] state in
      state.cache.remove(key)
      state.previews.removeAll { executor.cacheKey(of: $0) == key }
      let outdated = state.running.filter { executor.cacheKey(of: $0.value.item) == key }.keys
      for start in outdated { state.running[start]?.isOutdated = true }
      return outdated.compactMap { state.cancel($0) }
    }
    for cancel in cancellations { cancel() }
  }

  /// Evicts all cached images.
  package func removeAllCachedImages() {
    monitor.withLock { state in
      state.cache.removeAll { _ in true }
      state.previews.removeAll { _ in true }
    }
  }

  /// The largest size of the cached pixels, in bytes. Lowering the value evicts images immediately.
  package var byteBudget: Int {
    get { monitor.withLock { $0.cache.budget } }
    set { monitor.withLock { $0.cache.budget = newValue } }
  }

  /// The current state of the cache and of the queue.
  package var usage: Usage {
    monitor.withLock { state in
      Usage(
        cachedBytes: state.cache.bytes, peakBytes: state.cache.peakBytes, cachedCount: state.cache.count,
        waiting: state.queue.waitingCount, running: state.queue.runningCount, extra: state.queue.extraCount)
    }
  }

  // MARK: Steps

  /// Changes the state, and cancels and starts steps as the new state requires.
  @discardableResult
  private func update<Result>(_ change: (inout State) -> Result) -> Result {
    let (result, cancel) = monitor.withLock { (change(&$0), $0.cancelVictim()) }
    cancel?()
    scheduleSteps()
    return result
  }

  private func scheduleSteps() {
    guard monitor.withLock({ $0.queue.mayStart && !$0.isStarting }) else { return }
    executor.schedule { [weak self] in self?.startSteps() }
  }

  /// Starts steps until there is none. If a thread is starting steps already, that thread continues.
  private func startSteps() {
    guard monitor.withLock({ !$0.isStarting }) else { return }
    while let start = monitor.withLock({ $0.start() }) {
      let cancel = executor.start(start) { [weak self] event in self?.receive(event, of: start) }
      // The step may have ended or may have been canceled meanwhile.
      let isCanceled = monitor.withLock { state in
        state.running[start.id]?.cancel = cancel
        return state.running[start.id]?.isCanceled ?? false
      }
      if isCanceled { cancel() }
    }
  }

  private func receive(_ event: StepEvent<Failure>, of start: RequestQueue<Item>.Start) {
    switch event {
    case .isLarge: update { $0.queue.markLarge(start.id) }
    case .isSlow: update { $0.queue.markSlow(start.id) }
    case .resumable: update { $0.queue.resume(start.id) }
    case .ended(let result):
      let key = executor.cacheKey(of: start.item)
      let (deliveries, cancel) = monitor.withLock { ($0.finish(start, result, key), $0.cancelVictim()) }
      cancel?()
      if let stage = Self.stage(of: result, in: start.step) {
        for delivery in deliveries {
          // A listener may have canceled the next request. The listeners are called without the lock.
          let listener = monitor.withLock { state in
            delivery.isLast
              ? state.listeners.removeValue(forKey: delivery.request) : state.listeners[delivery.request]
          }
          listener?(delivery.isLast ? stage.asFinal : stage.asPreview)
        }
      }
      // The next step starts after the stage was delivered, so that its stage comes later.
      scheduleSteps()
    }
  }

  private static func outcome(of result: StepResult<Failure>) -> Queue.Outcome {
    switch result {
    case .loaded(let loaded): .picture(isWhole: loaded.isWhole)
    case .noPreview: .nothing
    case .failed(_, let dependsOnSize): .failure(dependsOnSize: dependsOnSize)
    case .canceled: .canceled
    case .deferred: .deferred
    }
  }

  /// Returns the stage for the requests of a step; `nil` if they receive none.
  private static func stage(of result: StepResult<Failure>, in step: Queue.Step) -> Stage? {
    switch result {
    case .loaded(let loaded): step == .full ? Stage(loaded) : .preview(loaded.image)
    case .failed(let failure, _): .failed(failure)
    case .noPreview, .canceled, .deferred: nil
    }
  }
}
