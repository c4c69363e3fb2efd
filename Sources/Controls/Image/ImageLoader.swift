public import Drawing
public import Geometry
internal import Views

/// Loads the pictures of views and caches them. It loads a few pictures at a time, the latest request first.
///
/// Views that share a loader share its cache. If several views wait for the same picture, it is loaded once.
///
/// FXImageView: `processingQueue`, `processedImageCache`. AsyncImageView: `AsyncImageLoader`.
@MainActor
public final class ImageLoader {
  /// The loader of all views that have no other loader.
  public static let shared = ImageLoader()

  /// The number of pictures that are loaded at the same time, at least 1; by default 4.
  ///
  /// AsyncImageView: `concurrentLoads`.
  public var concurrentLoads = 4 { didSet { startNext() } }
  /// The memory limit of the cache, in bytes; by default 64 MiB. The pictures of visible views do not count.
  public var cacheByteLimit: Int {
    get { cache.budget }
    set { cache.budget = newValue }
  }
  /// The memory of the cached pictures, in bytes.
  public var cachedByteCount: Int { cache.bytes }

  /// A cached picture.
  private struct Cached {
    let image: Image
    /// The size in pixels for which the picture was loaded.
    let size: Size

    func suffices(for wanted: Size) -> Bool {
      // If the picture is smaller than the size it was loaded for, its source has no larger version.
      let isWhole = Double(image.width) < size.width && Double(image.height) < size.height
      return isWhole || size.width >= wanted.width && size.height >= wanted.height
    }
  }

  private var cache: PixelCache<String, Cached>
  /// Runs a closure on the main actor, later. In a test, it may run the closure immediately.
  private let deliver: @Sendable (@escaping @MainActor @Sendable () -> Void) -> Void
  /// Runs a closure on the main actor, later, as the completions of this loader.
  var delivery: @Sendable (@escaping @MainActor @Sendable () -> Void) -> Void { deliver }

  /// Creates a loader with an empty cache.
  public convenience init(cacheByteLimit: Int = 64 << 20) {
    self.init(cacheByteLimit: cacheByteLimit) { action in Task { @MainActor in action() } }
  }

  /// Creates a loader that runs its completions with `deliver`.
  package init(
    cacheByteLimit: Int, deliver: @escaping @Sendable (@escaping @MainActor @Sendable () -> Void) -> Void
  ) {
    cache = PixelCache(budget: cacheByteLimit)
    self.deliver = deliver
  }

  // MARK: Requests

  /// A request for a picture. It ends with its result or its cancellation.
  @MainActor
  public final class Request {
    fileprivate weak var loader: ImageLoader?
    fileprivate let key: Key
    fileprivate var completion: ((Result<Image, ImageSourceError>) -> Void)?

    fileprivate init(_ key: Key, _ completion: @escaping (Result<Image, ImageSourceError>) -> Void) {
      self.key = key
      self.completion = completion
    }

    /// Cancels the request. Its completion is not called. If no other request waits for the picture, the load
    /// is canceled, too.
    public func cancel() {
      guard completion != nil else { return }
      completion = nil
      loader?.remove(self)
    }
  }

  fileprivate struct Key: Hashable {
    let identity: String
    let width, height: Double
  }

  private struct Job {
    let source: any ImageSource
    let number: Int
    var requests: [Request]
    /// Cancels the running load; `nil` before the load starts.
    var cancel: (@Sendable () -> Void)?
    var isRunning = false
  }

  private var jobs: [Key: Job] = [:]
  /// The keys of the waiting jobs, the latest last.
  private var waiting: [Key] = []
  private var runningCount = 0
  private var lastNumber = 0

  /// Returns a cached picture that is large enough for `size` pixels.
  public func cachedImage(of source: any ImageSource, for size: Size) -> Image? {
    cache.value(for: source.identity).flatMap { $0.suffices(for: size) ? $0.image : nil }
  }

  /// Removes the picture of `source` from the cache, so that it is loaded again.
  public func removeCachedImage(of source: any ImageSource) { cache.remove(source.identity) }

  /// Removes all pictures from the cache, for example when memory is low. Views keep the pictures that they show, and running
  /// loads continue.
  ///
  /// A `CarouselWindow` calls it for ``shared`` when the system is low on memory.
  public func removeAllCachedImages() { cache.removeAll { _ in true } }

  /// Requests a picture. The request is served before all earlier requests that still wait.
  ///
  /// - Parameters:
  ///   - source: The picture.
  ///   - size: The size at which the picture is displayed, in pixels.
  ///   - completion: Called once on the main actor, after this call, unless the request is canceled.
  public func load(
    _ source: any ImageSource, for size: Size,
    completion: @escaping (Result<Image, ImageSourceError>) -> Void
  ) -> Request {
    let key = Key(identity: source.identity, width: size.width, height: size.height)
    let request = Request(key, completion)
    request.loader = self
    if jobs[key] == nil {
      lastNumber += 1
      jobs[key] = Job(source: source, number: lastNumber, requests: [])
      waiting.append(key)
    } else if let place = waiting.firstIndex(of: key) {
      waiting.append(waiting.remove(at: place))
    }
    jobs[key]?.requests.append(request)
    // The load starts later, so that of all requests of a frame the last one is served first.
    deliver { [weak self] in self?.startNext() }
    return request
  }

  private func startNext() {
    while runningCount < max(concurrentLoads, 1), let key = waiting.popLast() {
      guard let job = jobs[key] else { continue }
      runningCount += 1
      jobs[key]?.isRunning = true
      let (number, deliver) = (job.number, deliver)
      let size = Size(width: key.width, height: key.height)
      let cancel = job.source.load(for: size) { [weak self] result in
        deliver { self?.finish(key, number, result) }
      }
      if jobs[key]?.number == number { jobs[key]?.cancel = cancel }
    }
  }

  private func finish(_ key: Key, _ number: Int, _ result: Result<Image, ImageSourceError>) {
    guard let job = jobs[key], job.number == number else { return }
    jobs[key] = nil
    runningCount -= 1
    if case .success(let image) = result {
      let cached = Cached(image: image, size: Size(width: key.width, height: key.height))
      cache.insert(cached, bytes: image.byteCount, for: key.identity)
    }
    for request in job.requests {
      let completion = request.completion
      request.completion = nil
      completion?(result)
    }
    startNext()
  }

  private func remove(_ request: Request) {
    guard var job = jobs[request.key] else { return }
    job.requests.removeAll { $0 === request }
    jobs[request.key] = job
    guard job.requests.isEmpty else { return }
    jobs[request.key] = nil
    waiting.removeAll { $0 == request.key }
    guard job.isRunning else { return }
    runningCount -= 1
    job.cancel?()
    startNext()
  }
}
