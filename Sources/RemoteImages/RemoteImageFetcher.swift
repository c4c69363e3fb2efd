internal import Controls
public import DecoderClient
public import DecoderProtocol
public import Drawing
internal import Glibc
internal import PhotoViews
internal import Threads

/// Downloads pictures within limits, keeps them in a cache on disk, and decodes them in a helper process.
///
/// Requests for the same address share one download. The cache follows the server's rules: `max-age`, `Expires`,
/// `no-cache` and `no-store`, and it asks with `ETag` and `Last-Modified` whether an old picture is still current. Two
/// processes may share its folder.
public final class RemoteImageFetcher: Sendable {
  /// The settings of a fetcher.
  public struct Options: Sendable {
    /// The limits of each download.
    public var limits = RemoteImageLimits()
    /// Whether a server with `https:` may redirect to `http:`. By default `false`.
    public var allowsInsecureRedirects = false
    /// The absolute path of the cache; `nil` for none. By default `$XDG_CACHE_HOME/swift-carousel/pictures`.
    public var cacheFolder: String? = DiskCache.userFolder
    /// The largest size of the cache, in bytes. By default 256 MiB. The pictures that were used least recently are
    /// removed first.
    public var cacheByteLimit = 256 << 20
    /// The largest number of pictures in the cache. By default 4096. If a server has more of them than the others, its own pictures
    /// are removed first.
    public var cacheFileLimit = 4096
    /// The path of a PEM file with the certificate authorities to trust, for a server with its own; `nil`, the default,
    /// for those of the system.
    public var certificateFile: String?
    /// The helpers that decode; by default helpers that read one picture each, so that no server can change the pictures of
    /// another.
    public var decoders = DecoderPool.untrusted
    /// Returns the scope of a server by its numeric address and its port. Tests replace it, because all their servers are local.
    package var scope: @Sendable (_ address: String, _ port: Int) -> AddressScope = { address, _ in
      AddressScope(address)
    }
    /// Returns the proxy for a scheme; `nil` for none. Tests replace it.
    package var proxy: @Sendable (_ scheme: String) -> String? = { ProxyVariables.proxy(for: $0) }
    /// The cache on disk; `nil` for none.
    var cache: DiskCache? {
      cacheFolder.map { DiskCache(folder: $0, byteLimit: cacheByteLimit, fileLimit: cacheFileLimit) }
    }

    /// Creates the default settings.
    public init() {}
  }

  /// The fetcher of all sources without another one.
  public static let shared = RemoteImageFetcher()

  private let options: Options
  private let clock: RemoteClock
  private let loop: TransferLoop
  private let jobs = Monitor(Jobs())

  private struct Jobs {
    var byKey: [String: FetchJob] = [:]
  }

  /// Creates a fetcher. It starts no thread yet.
  public convenience init(_ options: Options = Options()) { self.init(options, clock: .system) }

  package init(_ options: Options, clock: RemoteClock) {
    (self.options, self.clock) = (options, clock)
    loop = TransferLoop(
      TransferSettings(
        limits: options.limits, certificateFile: options.certificateFile, clock: clock, scope: options.scope,
        proxy: options.proxy))
  }

  deinit { loop.close() }

  /// Compares the limits of time with a changed clock.
  package func clockDidChange() { loop.wake() }

  // MARK: Requests

  /// Downloads and decodes a picture. Canceling the task cancels the download, unless another request waits for it.
  ///
  /// - Parameters:
  ///   - address: An `https:` or `http:` address.
  ///   - size: The box that the image is shown in, in pixels; with `nil` it is decoded at full size.
  /// - Throws: The reason why there is no image.
  public func load(
    _ address: String, fitting size: TargetSize? = nil
  ) async throws(RemoteImageError) -> Image {
    let address = try RemoteAddress(address)
    let cancellation = Cancellation()
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation {
        (waiting: CheckedContinuation<Result<Image, RemoteImageError>, Never>) in
        start(address, fitting: size, cancellation) { waiting.resume(returning: $0) }
      }
    } onCancel: {
      cancel(address, cancellation)
    }
    return try result.get()
  }

  /// Removes all pictures from the cache on disk. It blocks.
  public func removeCachedImages() { options.cache?.removeAll() }

  /// Begins a request without a task.
  package func load(
    _ address: String, fitting size: TargetSize? = nil,
    completion: @escaping @Sendable (Result<Image, RemoteImageError>) -> Void
  ) -> @Sendable () -> Void {
    do throws(RemoteImageError) {
      return start(try RemoteAddress(address), fitting: size, completion: completion)
    } catch {
      completion(.failure(error))
      return {}
    }
  }

  /// Begins a request.
  ///
  /// - Parameter completion: Called once, on any thread.
  /// - Returns: A closure that cancels the request.
  func start(
    _ address: RemoteAddress, fitting size: TargetSize?,
    completion: @escaping @Sendable (Result<Image, RemoteImageError>) -> Void
  ) -> @Sendable () -> Void {
    let cancellation = Cancellation()
    start(address, fitting: size, cancellation, completion)
    return { [self] in cancel(address, cancellation) }
  }

  private func start(
    _ address: RemoteAddress, fitting size: TargetSize?, _ cancellation: Cancellation,
    _ completion: @escaping @Sendable (Result<Image, RemoteImageError>) -> Void
  ) {
    let key = address.key
    let waiter = FetchJob.Waiter(size: size, cancellation: cancellation, completion: completion)
    enum Turn {
      case joined
      case canceled
      case begin(FetchJob)
    }
    let turn = jobs.withLock { jobs -> Turn in
      if cancellation.isCanceled { return .canceled }
      if let job = jobs.byKey[key] {
        job.waiters.append(waiter)
        return .joined
      }
      let job = FetchJob(address, options, clock, loop)
      job.waiters = [waiter]
      jobs.byKey[key] = job
      return .begin(job)
    }
    switch turn {
    case .joined: break
    case .canceled: completion(.failure(RemoteImageError(address, .canceled)))
    case .begin(let job):
      let isStarted = SystemThread.startDetached { [self] in
        let result = job.run()
        deliver(result, to: take(job, key), address)
      }
      if !isStarted {
        deliver(
          .failure(RemoteImageError(address, .lackOfResources(code: EAGAIN))), to: take(job, key), address)
      }
    }
  }

  /// Ends a job. Later requests begin another one.
  private func take(_ job: FetchJob, _ key: String) -> [FetchJob.Waiter] {
    jobs.withLock { jobs in
      if jobs.byKey[key] === job { jobs.byKey[key] = nil }
      defer { job.waiters = [] }
      return job.waiters
    }
  }

  private func cancel(_ address: RemoteAddress, _ cancellation: Cancellation) {
    let key = address.key
    let (waiter, abandoned) = jobs.withLock { jobs -> (FetchJob.Waiter?, FetchJob?) in
      // Under the lock, so that a request that begins later sees it.
      cancellation.cancel()
      guard let job = jobs.byKey[key],
        let index = job.waiters.firstIndex(where: { $0.cancellation === cancellation })
      else { return (nil, nil) }
      let waiter = job.waiters.remove(at: index)
      guard job.waiters.isEmpty else { return (waiter, nil) }
      jobs.byKey[key] = nil
      return (waiter, job)
    }
    abandoned?.cancel()
    waiter?.completion(.failure(RemoteImageError(address, .canceled)))
  }

  // MARK: Decoding

  /// Decodes a picture for each waiter at its size, the last on this thread.
  private func deliver(
    _ result: Result<FetchedPicture, RemoteImageError>, to waiters: [FetchJob.Waiter],
    _ address: RemoteAddress
  ) {
    switch result {
    case .failure(let error): for waiter in waiters { waiter.completion(.failure(error)) }
    case .success(let picture):
      for (index, waiter) in waiters.enumerated() {
        let decode: @Sendable () -> Void = { [self] in
          waiter.completion(self.decode(picture, waiter, address))
        }
        if index == waiters.count - 1 || !SystemThread.startDetached(decode) { decode() }
      }
    }
  }

  private func decode(
    _ picture: FetchedPicture, _ waiter: FetchJob.Waiter, _ address: RemoteAddress
  ) -> Result<Image, RemoteImageError> {
    do throws(PhotoError) {
      let decoded = try options.decoders.decode(
        picture.file.descriptor, DecodeRequest(size: waiter.size), cancellation: waiter.cancellation)
      return .success(try decoded.pixels(of: address.shown))
    } catch {
      if error.reason == .canceled { return .failure(RemoteImageError(address, .canceled)) }
      // Another attempt downloads the picture again.
      if case .content = error.reason { options.cache?.remove(picture.key) }
      let reason = ImageSourceError(error.of(address.shown))
      return .failure(RemoteImageError(address, .undecodable(reason, contentType: picture.contentType)))
    }
  }
}
