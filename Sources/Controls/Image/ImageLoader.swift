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
  private let sources: RequestedSources
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
    let sources = RequestedSources()
    self.sources = sources
    core = LoaderCore(
      byteBudget: cacheByteLimit, capacity: 4, executor: SourceExecutor(sources: sources, deliver: deliver))
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
    private let onPreview: ((Image) -> Void)?
    private let source: any ImageSource
    private let sources: RequestedSources

    fileprivate init(
      _ source: any ImageSource, _ sources: RequestedSources, _ onPreview: ((Image) -> Void)?,
      _ completion: @escaping (Result<Image, ImageSourceError>) -> Void
    ) {
      (self.source, self.sources, self.completion) = (source, sources, completion)
      self.onPreview = onPreview
      sources.add(source)
    }

    fileprivate func show(_ preview: Image) { if completion != nil { onPreview?(preview) } }

    fileprivate func end(with result: Result<Image, ImageSourceError>) { finish()?(result) }

    /// Cancels the request. Its completion is not called. If no other request waits for the picture, the load
    /// is canceled, too.
    public func cancel() {
      let loading = loading
      if finish() != nil { loading?.cancel() }
    }

    /// Returns the completion, unless the request has ended.
    private func finish() -> ((Result<Image, ImageSourceError>) -> Void)? {
      guard let completion else { return nil }
      (self.completion, loading) = (nil, nil)
      sources.remove(source)
      return completion
    }
  }

  /// Returns a cached picture that is large enough for `size` pixels.
  public func cachedImage(of source: any ImageSource, for size: Size) -> Image? {
    let size = TargetSize(covering: size)
    return core.cached(SourceItem(identity: source.identity, size: size), at: size)?.image
  }

  /// Removes the picture of `source` from the cache, so that it is loaded again.
  public func removeCachedImage(of source: any ImageSource) {
    core.invalidate(SourceItem(identity: source.identity, size: TargetSize(width: 1, height: 1)))
  }

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
  ///   - onPreview: Called on the main actor, after this call and before `completion`, with a picture to show until then: that of a
  ///     ``PreviewedImageSource``, or a cached one of another size. With `nil`, the default, no such picture is loaded.
  ///   - completion: Called once on the main actor, after this call, unless the request is canceled.
  public func load(
    _ source: any ImageSource, for size: Size, onPreview: ((Image) -> Void)? = nil,
    completion: @escaping (Result<Image, ImageSourceError>) -> Void
  ) -> Request {
    let request = Request(source, sources, onPreview, completion)
    if let image = cachedImage(of: source, for: size) {
      delivery { request.end(with: .success(image)) }
      return request
    }
    requestCount += 1
    // The closure retains the request until it ends.
    let target = TargetSize(covering: size)
    let loading = core.load(
      SourceItem(identity: source.identity, size: target), at: target,
      priority: LoadPriority(.visible, distance: -requestCount),
      hasPicture: onPreview == nil || !(source is any PreviewedImageSource)
    ) { [delivery] stage in
      MainActor.assumeIsolated {
        switch stage {
        case .full(let image), .incomplete(let image, _): request.end(with: .success(image))
        case .failed(let error): request.end(with: .failure(error))
        // A cached picture comes before this method returns.
        case .preview(let image): delivery { request.show(image) }
        }
      }
    }
    request.loading = loading
    return request
  }
}

/// A picture at a size. Each size is loaded alone, so that a small picture does not wait for a large one, or fail with it.
private struct SourceItem: Hashable, Sendable {
  let identity: String
  let size: TargetSize
}

/// The sources with a request, by their identity. Neither the cache nor the queue retains a source.
@MainActor
private final class RequestedSources {
  private var entries: [String: (source: any ImageSource, requestCount: Int)] = [:]

  subscript(identity: String) -> (any ImageSource)? { entries[identity]?.source }

  func add(_ source: any ImageSource) {
    entries[source.identity, default: (source, 0)].requestCount += 1
  }

  func remove(_ source: any ImageSource) {
    guard let entry = entries[source.identity] else { return }
    entries[source.identity] = entry.requestCount > 1 ? (entry.source, entry.requestCount - 1) : nil
  }
}

/// Loads the pictures of sources. All steps start, end and are canceled on the main actor.
private struct SourceExecutor: StepExecutor {
  let sources: RequestedSources
  let deliver: @Sendable (@escaping @MainActor @Sendable () -> Void) -> Void

  var finishesUnwantedSteps: Bool { false }

  func cacheKey(of item: SourceItem) -> String { item.identity }

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
    let started = MainActor.assumeIsolated { () -> (@Sendable () -> Void)? in
      sources[step.item.identity].map { begin(step, $0, report) }
    }
    guard let cancel = started else {
      report(.ended(.canceled))
      return {}
    }
    // A source need not report its cancellation.
    return {
      cancel()
      report(.ended(.canceled))
    }
  }

  @MainActor
  private func begin(
    _ step: RequestQueue<SourceItem>.Start, _ source: any ImageSource,
    _ report: @escaping @Sendable (StepEvent<ImageSourceError>) -> Void
  ) -> @Sendable () -> Void {
    if step.step == .preview {
      guard let source = source as? any PreviewedImageSource else {
        report(.ended(.noPreview))
        return {}
      }
      return source.loadPreview(for: step.size.size) { [deliver] image in
        deliver { report(.ended(image.map { .loaded(LoadedImage(image: $0)) } ?? .noPreview)) }
      }
    }
    return source.load(for: step.size.size) { [deliver] result in
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
  }

  func invalidate(_ item: SourceItem) {}
}
