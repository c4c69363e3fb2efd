internal import Threads

/// A request to a server and its response, without redirects. Threads wait for it.
final class Exchange: Sendable {
  /// The validators of a stored picture, which the server compares with its own.
  struct Validators: Hashable, Sendable {
    var etag: String?
    var lastModified: String?

    var isEmpty: Bool { etag == nil && lastModified == nil }
  }

  /// The response of a server.
  struct Response: Sendable {
    var head: ResponseHead
    /// The target of a redirect as an absolute address; `nil` if there is none.
    var location: String?
    /// The body of a successful response; `nil` for others.
    var file: PictureFile?
    /// The time from the begin of the exchange to its end, in seconds.
    var seconds: Double
    /// Whether the server has a global address, or its address is not known.
    var isFromGlobalServer: Bool
  }

  /// The reason why there is no response, and the time that the exchange took.
  struct Failure: Error {
    var reason: RemoteImageError.Reason
    var seconds: Double
  }

  let address: RemoteAddress
  let validators: Validators
  /// The longest time, in seconds, without the wait for a free connection.
  let budget: Double
  /// Whether the server may have an address of this computer or of the local network.
  let allowsLocalServers: Bool
  private let result = Monitor<Result<Response, Failure>?>(nil)

  init(_ address: RemoteAddress, validators: Validators, budget: Double, allowsLocalServers: Bool = true) {
    (self.address, self.validators, self.budget) = (address, validators, budget)
    self.allowsLocalServers = allowsLocalServers
  }

  /// Ends the exchange. Later results are ignored.
  func finish(_ new: Result<Response, Failure>) {
    result.withLock { if $0 == nil { $0 = new } }
    result.wakeAll()
  }

  /// Blocks until the exchange has ended.
  func wait() -> Result<Response, Failure> { result.waitForValue { $0 } }
}
