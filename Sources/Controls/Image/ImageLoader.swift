internal import DecoderProtocol
public import Drawing
public import Geometry
internal import ImageLoading
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
  public var concurrentLoads: Int {
    get { core.capacity }
    set { core.capacity = newValue }
  }
  /// The memory limit of the cache, in bytes; by default 64 MiB. The pictures of visible views do not count.
  public var cacheByteLimit: Int {
    get { core.byteBudget }
    set { core.byteBudget = newValue }
  }
  /// The memory of the cached pictures, in bytes.
  public var cachedByteCount: Int { core.usage.cachedBytes }

  /// Runs a closure on the main actor, later. In a test, it may run the closure immediately.
  let delivery: @Sendable (@escaping @MainActor @Sendable () -> Void) -> Void
  private let core: LoaderCore<SourceExecutor>
  private var requestCount = 0

  /// Creates a loader with an empty cache.
  public convenience init(cacheByteLimit: Int = 64 << 20) {
    self.init(cacheByteLimit: cacheByteLimit) { action in Task { @MainActor in action() } }
  }

  /// Creates a loader that runs its completions with `deliver`.
  package init(
    cacheByteLimit: Int, deliver: @escaping @Sendable (@escaping @MainActor @Sendable () -> Void) -> Void
  ) {
    delivery = deliver
    core = LoaderCore(
      byteBudget: cacheByteLimit, capacity: 4, executor: SourceExecutor(deliver: deliver))
  }

  // Sources are canceled on the main actor.
  isolated deinit {}

  // MARK: Requests

  /// A request for a picture. It ends with its result or its cancellation.
  @MainActor
  public final class Request {
    /// `nil` before the request reaches the loader, and after it has ended.
    fileprivate var loading: LoaderCore<SourceExecutor>.Request?
    private var completion: ((Result<Image, ImageSourceError>) -> Void)?

    fileprivate init(_ completion: @escaping (Result<Image, ImageSourceError>) -> Void) {
      self.completion = completion
    }

    fileprivate func end(with result: Result<Image, ImageSourceError>) {
      let completion = completion
      (self.completion, loading) = (nil, nil)
      completion?(result)
    }

    /// Cancels the request. Its completion is not called. If no other request waits for the picture, the load
    /// is canceled, too.
    public func cancel() {
      completion = nil
      loading?.cancel()
      loading = nil
    }
  }

  /// Returns a cached picture that is large enough for `size` pixels.
  public func cachedImage(of source: any ImageSource, for size: Size) -> Image? {
    core.cached(SourceItem(source), at: TargetSize(covering: size))?.image
  }

  /// Removes the picture of `source` from the cache, so that it is loaded again.
  public func removeCachedImage(of source: any ImageSource) { core.invalidate(SourceItem(source)) }

  /// Removes all pictures from the cache, for example when memory is low. Views keep the pictures that they show, and running
  /// loads continue.
  ///
  /// A `CarouselWindow` calls it for ``shared`` when the system is low on memory.
  public func removeAllCachedImages() { core.removeAllCachedImages() }

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
    let request = Request(completion)
    if let image = cachedImage(of: source, for: size) {
      delivery { request.end(with: .success(image)) }
      return request
    }
    requestCount += 1
    // The closure retains the request until it ends.
    let loading = core.load(
      SourceItem(source), at: TargetSize(covering: size),
      priority: LoadPriority(.visible, distance: -requestCount), hasPicture: true
    ) { stage in
      MainActor.assumeIsolated {
        switch stage {
        case .full(let image), .incomplete(let image, _): request.end(with: .success(image))
        case .failed(let error): request.end(with: .failure(error))
        case .preview: break
        }
      }
    }
    request.loading = loading
    return request
  }
}

/// A source, identified by its identity.
private struct SourceItem: Hashable, Sendable {
  let identity: String
  let source: any ImageSource

  init(_ source: any ImageSource) { (identity, self.source) = (source.identity, source) }

  static func == (first: SourceItem, second: SourceItem) -> Bool { first.identity == second.identity }
  func hash(into hasher: inout Hasher) { hasher.combine(identity) }
}

/// Loads the pictures of sources. All steps start, end and are canceled on the main actor.
private struct SourceExecutor: StepExecutor {
  let deliver: @Sendable (@escaping @MainActor @Sendable () -> Void) -> Void

  var finishesUnwantedSteps: Bool { false }

  func matches(
    _ loaded: LoadedImage<ImageSourceError>, loadedFor loadedSize: TargetSize, _ size: TargetSize
  ) -> Bool {
    loaded.isWhole || loadedSize.covers(size)
  }

  /// Steps start later, so that of all requests of a frame the last one is served first.
  func schedule(_ startSteps: @escaping @Sendable () -> Void) { deliver { startSteps() } }

  func start(
    _ step: RequestQueue<SourceItem>.Start,
    report: @escaping @Sendable (StepEvent<ImageSourceError>) -> Void
  ) -> @Sendable () -> Void {
    let cancel = step.item.source.load(for: step.size.size) { [deliver] result in
      let ended: StepResult<ImageSourceError> =
        switch result {
        case .success(let image):
          // If the picture is smaller than the size it was loaded for, its source has no larger version.
          .loaded(
            LoadedImage(
              image: image, isWhole: image.width < step.size.width && image.height < step.size.height))
        case .failure(let error): .failed(error, dependsOnSize: false)
        }
      deliver { report(.ended(ended)) }
    }
    // A source need not report its cancellation.
    return {
      cancel()
      report(.ended(.canceled))
    }
  }

  func invalidate(_ item: SourceItem) {}
}
