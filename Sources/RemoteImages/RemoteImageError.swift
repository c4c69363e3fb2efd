public import Controls
internal import DecoderClient
internal import Glibc
internal import PhotoViews

/// The reason why a picture at an address cannot be shown.
public struct RemoteImageError: Error, Hashable, Sendable {
  /// The reasons.
  public enum Reason: Hashable, Sendable {
    /// The text is not an address.
    case invalidAddress
    /// The address, or the target of a redirect, has a scheme other than `https:` and `http:`.
    case unsupportedScheme(String, isRedirect: Bool)
    /// A server redirected from `https:` to `http:`; see ``RemoteImageFetcher/Options/allowsInsecureRedirects``.
    case insecureRedirect
    /// A server redirected without a valid target.
    case invalidRedirect
    /// A server on the internet redirected to this computer or to the local network.
    case localRedirect
    /// There were more redirects than ``RemoteImageLimits/redirects``.
    case tooManyRedirects(limit: Int)
    /// The server answered with an HTTP status other than success.
    case status(Int)
    /// The name of the host is unknown, or the name service cannot be reached.
    case hostNotFound
    /// The server cannot be reached; `detail` is libcurl's message.
    case cannotConnect(detail: String)
    /// The identity of an `https:` server cannot be verified, or the encryption failed; `detail` is libcurl's message.
    case insecureConnection(detail: String)
    /// The connection ended before the picture was complete; `detail` is libcurl's message.
    case connectionLost(detail: String)
    /// The server violated the protocol; `detail` is libcurl's message.
    case invalidResponse(detail: String)
    /// The download took longer than ``RemoteImageLimits/seconds``.
    case tookTooLong(seconds: Double)
    /// The server sent nothing for ``RemoteImageLimits/secondsWithoutData``.
    case noData(seconds: Double)
    /// The picture is larger than ``RemoteImageLimits/bytes``.
    case tooManyBytes(limit: Int)
    /// The header of the response is larger than ``RemoteImageLimits/headerBytes``.
    case headerTooLong(limit: Int)
    /// The downloaded file cannot be decoded; `contentType` is the type that the server stated.
    case undecodable(ImageSourceError, contentType: String?)
    /// The system refused memory, a file or a thread; `code` is the `errno`.
    case lackOfResources(code: Int32)
    /// The download was canceled.
    case canceled
  }

  /// The address without user name, password and query, shortened to at most 72 characters.
  public let address: String
  /// The reason.
  public let reason: Reason

  init(_ address: RemoteAddress, _ reason: Reason) { (self.address, self.reason) = (address.shown, reason) }

  init(shownAddress: String, _ reason: Reason) { (address, self.reason) = (shownAddress, reason) }
}

extension RemoteImageError: CustomStringConvertible {
  /// A sentence or two that state what is wrong, where, and what to do. They contain no credentials.
  public var description: String {
    switch reason {
    case .invalidAddress:
      "“\(address)” is not a valid address. Enter one such as https://example.org/picture.jpg."
    case .unsupportedScheme(let scheme, false):
      "\(address) begins with “\(scheme):”. Use an address that begins with https: or http:."
    case .unsupportedScheme(let scheme, true):
      "\(address) leads to an address with “\(scheme):”, which is not allowed. Use the address of the picture itself."
    case .insecureRedirect:
      "\(address) leads to an address without encryption (http:), which is not allowed. "
        + "Use the address of the picture itself."
    case .invalidRedirect: "\(address) leads to an invalid address. Use the address of the picture itself."
    case .localRedirect:
      "\(address) leads to a server of the local network, which is not allowed. Use the address of the picture itself."
    case .tooManyRedirects(let limit):
      "\(address) leads to more than \(limit) other addresses. Use the address of the picture itself."
    case .status(let status): statusText(status)
    case .hostNotFound: "The host of \(address) was not found. Check the address and the network."
    case .cannotConnect(let detail):
      "The server of \(address) cannot be reached (\(detail)). Check the network and try again."
    case .insecureConnection(let detail):
      "The connection to \(address) is not secure (\(detail)). Check the clock of this computer and the server's "
        + "certificate."
    case .connectionLost(let detail): "The connection to \(address) was lost (\(detail)). Try again."
    case .invalidResponse(let detail): "The server of \(address) sent an invalid response (\(detail))."
    case .tookTooLong(let seconds):
      "\(address) was not complete after \(Self.text(seconds)). Try again when the network is faster."
    case .noData(let seconds):
      "The server of \(address) sent nothing for \(Self.text(seconds)). Try again later."
    case .tooManyBytes(let limit): "\(address) is larger than \(Self.size(limit)). Use a smaller picture."
    case .headerTooLong(let limit):
      "The server of \(address) sent a header larger than \(Self.size(limit)), which is not allowed."
    case .undecodable(let error, let contentType): decodingText(error, contentType)
    case .lackOfResources(let code):
      "\(address) cannot be loaded now: \(String(cString: strerror(code))). Close other programs and try again."
    case .canceled: "The download of \(address) was canceled."
    }
  }

  private func statusText(_ status: Int) -> String {
    switch status {
    case 404, 410: "The server has no picture at \(address) (status \(status)). Check the address."
    case 401, 403, 407:
      "The server does not allow access to \(address) (status \(status)). Check name and password."
    case 429, 500...: "The server cannot deliver \(address) now (status \(status)). Try again later."
    default: "The server did not deliver \(address) (status \(status)). Check the address."
    }
  }

  private func decodingText(_ error: ImageSourceError, _ contentType: String?) -> String {
    guard let contentType, !contentType.hasPrefix("image/") else { return error.description }
    return "\(error.description) The server sent “\(contentType)”. Use the address of the picture itself."
  }

  private static func text(_ seconds: Double) -> String {
    // Larger numbers do not fit an Int.
    seconds < 1e9 && seconds == seconds.rounded() ? "\(Int(seconds)) s" : "\(seconds) s"
  }

  private static func size(_ bytes: Int) -> String {
    bytes >= 1 << 20 ? "\(bytes >> 20) MiB" : bytes >= 1 << 10 ? "\(bytes >> 10) KiB" : "\(bytes) bytes"
  }
}

extension ImageSourceError {
  /// The same reason for a view.
  init(_ error: RemoteImageError) {
    switch error.reason {
    case .canceled: self = .canceled
    case .status(404), .status(410): self = .missing(error.description)
    case .undecodable(.unavailable, _): self = .unavailable(error.description)
    case .invalidAddress, .unsupportedScheme, .insecureRedirect, .invalidRedirect, .localRedirect,
      .tooManyRedirects,
      .insecureConnection, .invalidResponse, .tooManyBytes, .headerTooLong, .undecodable:
      self = .unreadable(error.description)
    case .status, .hostNotFound, .cannotConnect, .connectionLost, .tookTooLong, .noData, .lackOfResources:
      self = .unavailable(error.description)
    }
  }
}
