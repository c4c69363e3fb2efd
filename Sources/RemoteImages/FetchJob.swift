internal import DecoderClient
internal import DecoderProtocol
internal import Drawing
internal import Threads

/// The file of a picture, from a server or from the cache.
struct FetchedPicture: Sendable {
  var file: PictureFile
  var contentType: String?
  /// The key of the final address in the cache.
  var key: String
}

/// The download of an address for all requests that wait for it.
final class FetchJob: @unchecked Sendable {
  /// A request.
  struct Waiter: Sendable {
    var size: TargetSize?
    /// Identifies the request.
    var cancellation: Cancellation
    var completion: @Sendable (Result<Image, RemoteImageError>) -> Void
  }

  // `@unchecked` is safe because the fetcher accesses `waiters` with its lock only.
  /// The requests that wait.
  var waiters: [Waiter] = []

  private struct State {
    var isCanceled = false
    var exchange: Exchange?
  }

  private let address: RemoteAddress
  private let options: RemoteImageFetcher.Options
  private let clock: RemoteClock
  private let loop: TransferLoop
  private let state = Monitor(State())

  init(
    _ address: RemoteAddress, _ options: RemoteImageFetcher.Options, _ clock: RemoteClock,
    _ loop: TransferLoop
  ) {
    (self.address, self.options, self.clock, self.loop) = (address, options, clock, loop)
  }

  /// Cancels the download.
  func cancel() {
    let exchange = state.withLock { state in
      state.isCanceled = true
      return state.exchange
    }
    if let exchange { loop.cancel(exchange) }
  }

  /// Returns the picture of the address. It blocks.
  func run() -> Result<FetchedPicture, RemoteImageError> {
    Result { () throws(RemoteImageError) in try follow() }
  }

  // MARK: Redirects

  private func follow() throws(RemoteImageError) -> FetchedPicture {
    var place = address
    var progress = Progress(
      seconds: options.limits.seconds, attempts: min(max(options.limits.retries, 0), 100) + 1)
    var redirectCount = 0
    while true {
      switch try fetch(place, &progress) {
      case .picture(let picture): return picture
      case .redirect(let location):
        guard redirectCount < options.limits.redirects else {
          throw RemoteImageError(address, .tooManyRedirects(limit: options.limits.redirects))
        }
        redirectCount += 1
        guard let location else { throw RemoteImageError(address, .invalidRedirect) }
        let next = try target(location, from: place)
        guard next.isSecure || !place.isSecure || options.allowsInsecureRedirects else {
          throw RemoteImageError(address, .insecureRedirect)
        }
        place = next
      }
    }
  }

  /// Returns the target of a redirect. An error names the address of the request.
  private func target(_ location: String, from place: RemoteAddress) throws(RemoteImageError) -> RemoteAddress
  {
    do throws(RemoteImageError) {
      return try RemoteAddress(location, redirectedFrom: place)
    } catch {
      throw RemoteImageError(address, error.reason)
    }
  }

  /// The rest of the limits that count for all exchanges together.
  private struct Progress {
    var seconds: Double
    var attempts: Int
    /// Whether a server on the internet has redirected.
    var cameFromGlobalServer = false
  }

  private enum Step {
    case picture(FetchedPicture)
    case redirect(to: String?)
  }

  // MARK: One address

  private var cache: DiskCache? { options.cache }

  /// Takes a picture from the cache, or asks the server.
  private func fetch(_ place: RemoteAddress, _ progress: inout Progress) throws(RemoteImageError) -> Step {
    let key = place.cacheKey
    let entry = cache?.entry(key, now: clock.calendar())
    if let entry, entry.file.byteCount <= options.limits.bytes {
      let picture = FetchedPicture(file: entry.file, contentType: entry.header.contentType, key: key)
      // After a redirect from the internet, the address of the server is checked, so it must be asked.
      if entry.header.isFresh(at: clock.calendar()), !progress.cameFromGlobalServer {
        return .picture(picture)
      }
      let validators = entry.header.validators
      let response = try exchange(place, validators, &progress)
      guard response.head.status == 304, !validators.isEmpty else { return try step(response, key) }
      confirm(entry, response.head, key)
      return .picture(picture)
    }
    return try step(exchange(place, Exchange.Validators(), &progress), key)
  }

  /// Stores that the server has confirmed a picture.
  private func confirm(_ entry: DiskCache.Entry, _ head: ResponseHead, _ key: String) {
    let now = clock.calendar()
    let policy = CachePolicy(head, confirming: entry.header.validators, now: now)
    guard policy.isStorable else {
      cache?.remove(key)
      return
    }
    var header = entry.header
    (header.stored, header.lifetime, header.validators) = (now, policy.lifetime, policy.validators)
    cache?.store(entry.file, header, key, now: now)
  }

  /// Returns the result of a response, and stores a picture.
  private func step(_ response: Exchange.Response, _ key: String) throws(RemoteImageError) -> Step {
    switch response.head.status {
    case 301, 302, 303, 307, 308: return .redirect(to: response.location)
    default: break
    }
    guard let file = response.file else {
      throw RemoteImageError(address, .status(response.head.status))
    }
    let now = clock.calendar()
    let policy = CachePolicy(response.head, now: now)
    let type = response.head.contentType
    if policy.isStorable {
      let header = CacheHeader(
        stored: now, lifetime: policy.lifetime, validators: policy.validators, contentType: type,
        byteCount: file.byteCount, digest: file.digest)
      cache?.store(file, header, key, now: now)
    } else {
      cache?.remove(key)
    }
    return .picture(FetchedPicture(file: file, contentType: type, key: key))
  }

  /// Performs an exchange, again after a lost connection.
  private func exchange(
    _ place: RemoteAddress, _ validators: Exchange.Validators, _ progress: inout Progress
  ) throws(RemoteImageError) -> Exchange.Response {
    while true {
      let exchange = Exchange(
        place, validators: validators, budget: progress.seconds,
        allowsLocalServers: !progress.cameFromGlobalServer)
      let isCanceled = state.withLock { state in
        state.exchange = exchange
        return state.isCanceled
      }
      guard !isCanceled else { throw RemoteImageError(address, .canceled) }
      loop.start(exchange)
      // A cancellation between the two statements above found an exchange that the loop did not know.
      if state.withLock({ $0.isCanceled }) { loop.cancel(exchange) }
      progress.attempts -= 1
      switch exchange.wait() {
      case .success(let response):
        progress.seconds -= response.seconds
        progress.cameFromGlobalServer = progress.cameFromGlobalServer || response.isFromGlobalServer
        return response
      case .failure(let failure):
        progress.seconds -= failure.seconds
        guard case .connectionLost = failure.reason, progress.attempts > 0 else {
          throw RemoteImageError(address, failure.reason)
        }
      }
    }
  }
}
