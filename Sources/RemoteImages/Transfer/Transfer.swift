internal import CCurl
internal import Glibc

/// The settings of all transfers of a fetcher.
struct TransferSettings: Sendable {
  var limits: RemoteImageLimits
  /// The path of a file with certificate authorities; `nil` for those of the system.
  var certificateFile: String?
  var clock: RemoteClock
  /// Returns the scope of a server by its numeric address and its port.
  var scope: @Sendable (_ address: String, _ port: Int) -> AddressScope
  /// Returns the proxy for a scheme; `nil` for none.
  var proxy: @Sendable (_ scheme: String) -> String?
}

/// A running exchange with its libcurl handle. It is used by the thread of its ``TransferLoop`` only.
final class Transfer {
  let exchange: Exchange
  let handle: UnsafeMutableRawPointer
  private let settings: TransferSettings
  private var limits: RemoteImageLimits { settings.limits }
  private var clock: RemoteClock { settings.clock }
  /// The proxy; `nil` for a direct connection. For a server that may be local, libcurl makes the exceptions of `no_proxy`.
  private let proxy: String?
  private let start: Double
  private var lastData: Double
  private var head = ResponseHead()
  private var writer: PictureFileWriter?
  /// The number of bytes of a body that is not a picture.
  private var ignoredByteCount = 0
  /// The reason why a callback ended the transfer.
  private var failure: RemoteImageError.Reason?
  private var isBodyRefused = false
  private var fields: UnsafeMutablePointer<curl_slist>?

  /// Creates a transfer with a handle that is ready to be added to a multi handle; `nil` without memory.
  init?(_ exchange: Exchange, _ settings: TransferSettings) {
    guard let handle = curl_easy_init() else { return nil }
    (self.exchange, self.handle, self.settings) = (exchange, handle, settings)
    proxy = Self.proxy(for: exchange, settings)
    start = settings.clock.monotonic()
    lastData = start
    guard configure() else { return nil }
  }

  deinit {
    ccurl_free(handle)
    curl_slist_free_all(fields)
  }

  private func configure() -> Bool {
    let address = exchange.address
    addField("Accept: image/*,*/*;q=0.5")
    if let etag = exchange.validators.etag { addField("If-None-Match: \(etag)") }
    if let date = exchange.validators.lastModified { addField("If-Modified-Since: \(date)") }
    var codes = [
      ccurl_allow_only_http(handle),
      ccurl_set_string(handle, CURLOPT_URL, address.url),
      ccurl_set_long(handle, CURLOPT_NOSIGNAL, 1),
      // Redirects are checked by this module.
      ccurl_set_long(handle, CURLOPT_FOLLOWLOCATION, 0),
      ccurl_set_long(handle, CURLOPT_HTTP09_ALLOWED, 0),
      ccurl_set_offset(handle, CURLOPT_MAXFILESIZE_LARGE, Int64(max(limits.bytes, 1))),
      ccurl_set_list(handle, CURLOPT_HTTPHEADER, fields),
      ccurl_set_string(handle, CURLOPT_USERAGENT, "swift-carousel"),
      ccurl_set_receivers(
        handle, { Transfer.from($3).receiveHeader($0, $1, $2) },
        { Transfer.from($3).receiveBody($0, $1, $2) },
        Unmanaged.passUnretained(self).toOpaque()),
    ]
    // All encodings that libcurl can decode. Without one, bodies arrive as they are.
    _ = ccurl_set_string(handle, CURLOPT_ACCEPT_ENCODING, "")
    ccurl_detach_lookups(handle)
    if let file = settings.certificateFile { codes.append(ccurl_set_string(handle, CURLOPT_CAINFO, file)) }
    codes.append(ccurl_set_string(handle, CURLOPT_PROXY, proxy ?? ""))
    if !exchange.allowsLocalServers {
      // Without the exceptions of `no_proxy`, which usually name local servers, it is known which connections are direct.
      codes.append(ccurl_set_string(handle, CURLOPT_NOPROXY, ""))
      if proxy == nil { codes.append(checkAddresses()) }
    }
    if let user = address.user { codes.append(ccurl_set_string(handle, CURLOPT_USERNAME, user)) }
    if let password = address.password {
      if address.user == nil { codes.append(ccurl_set_string(handle, CURLOPT_USERNAME, "")) }
      codes.append(ccurl_set_string(handle, CURLOPT_PASSWORD, password))
    }
    return codes.allSatisfy { $0 == CURLE_OK }
  }

  private func checkAddresses() -> CURLcode {
    ccurl_check_addresses(
      handle,
      { address, port, context in
        address.map { Transfer.from(context).permits(String(cString: $0), port) } == true ? 1 : 0
      },
      Unmanaged.passUnretained(self).toOpaque())
  }

  /// Returns the proxy, which finds the address of a name, so that the address cannot be checked here; `nil` for a direct
  /// connection.
  private static func proxy(for exchange: Exchange, _ settings: TransferSettings) -> String? {
    let address = exchange.address
    if address.isLoopback { return nil }
    // A number that is not permitted is refused by the check of the direct connection.
    if !exchange.allowsLocalServers, let number = address.number,
      settings.scope(number, address.port) == .local
    {
      return nil
    }
    return settings.proxy(address.scheme)
  }

  /// Returns whether the transfer may use a server.
  private func permits(_ address: String, _ port: Int) -> Bool {
    if settings.scope(address, port) == .global { return true }
    failure = .localRedirect
    return false
  }

  private func addField(_ line: String) {
    if let longer = curl_slist_append(fields, line) { fields = longer }
  }

  // MARK: Receiving

  private static func from(_ context: UnsafeMutableRawPointer?) -> Transfer {
    Unmanaged<Transfer>.fromOpaque(context!).takeUnretainedValue()
  }

  private func receiveHeader(_ bytes: UnsafeMutablePointer<CChar>?, _ size: Int, _ count: Int) -> Int {
    lastData = clock.monotonic()
    let length = size * count
    head.append(UnsafeRawBufferPointer(start: bytes, count: length))
    guard head.byteCount <= limits.headerBytes else {
      failure = .headerTooLong(limit: limits.headerBytes)
      return 0
    }
    return length
  }

  /// Bodies of errors and redirects are ignored up to this number of bytes, so that the connection can be used again.
  private static let mostIgnoredBytes = 64 << 10

  private func receiveBody(_ bytes: UnsafeMutablePointer<CChar>?, _ size: Int, _ count: Int) -> Int {
    lastData = clock.monotonic()
    let length = size * count
    head.status = ccurl_get_long(handle, CURLINFO_RESPONSE_CODE)
    guard isPicture else {
      ignoredByteCount += length
      isBodyRefused = ignoredByteCount > Self.mostIgnoredBytes
      return isBodyRefused ? 0 : length
    }
    do throws(PictureFileWriter.Failure) {
      if writer == nil { writer = try PictureFileWriter(limit: limits.bytes) }
      try writer?.write(UnsafeRawBufferPointer(start: bytes, count: length))
      return length
    } catch {
      failure = reason(error)
      return 0
    }
  }

  private var isPicture: Bool { head.status == 200 || head.status == 203 }

  private func reason(_ error: PictureFileWriter.Failure) -> RemoteImageError.Reason {
    switch error {
    case .tooManyBytes: .tooManyBytes(limit: limits.bytes)
    case .system(let code): .lackOfResources(code: code)
    }
  }

  // MARK: Time

  /// The time at which the transfer exceeds a limit.
  var deadline: Double { min(start + exchange.budget, lastData + limits.secondsWithoutData) }

  /// Returns the limit that is exceeded at `now`; `nil` if there is none.
  func exceededLimit(at now: Double) -> RemoteImageError.Reason? {
    if now >= start + exchange.budget { return .tookTooLong(seconds: limits.seconds) }
    return now >= lastData + limits.secondsWithoutData ? .noData(seconds: limits.secondsWithoutData) : nil
  }

  // MARK: End

  /// Ends the exchange for another reason than the result of libcurl.
  func fail(_ reason: RemoteImageError.Reason) {
    exchange.finish(.failure(Exchange.Failure(reason: reason, seconds: clock.monotonic() - start)))
  }

  /// Ends the exchange with the result of libcurl.
  func finish(_ code: CURLcode) {
    head.status = ccurl_get_long(handle, CURLINFO_RESPONSE_CODE)
    if let failure { return fail(failure) }
    guard code == CURLE_OK || isBodyRefused else { return fail(Self.reason(code, limits)) }
    guard head.status >= 200 else {
      return fail(.invalidResponse(detail: head.status == 0 ? "no status" : "status \(head.status)"))
    }
    var response = Exchange.Response(
      head: head, seconds: clock.monotonic() - start, isFromGlobalServer: isServerGlobal)
    response.location = ccurl_get_string(handle, CURLINFO_REDIRECT_URL).flatMap {
      String(validatingCString: $0)
    }
    if isPicture {
      do throws(PictureFileWriter.Failure) {
        if writer == nil { writer = try PictureFileWriter(limit: limits.bytes) }
        response.file = try writer?.finish()
      } catch {
        return fail(reason(error))
      }
    }
    exchange.finish(.success(response))
  }

  private var isServerGlobal: Bool {
    guard proxy == nil, let address = ccurl_get_string(handle, CURLINFO_PRIMARY_IP) else { return true }
    return settings.scope(String(cString: address), ccurl_get_long(handle, CURLINFO_PRIMARY_PORT)) == .global
  }

  private static func reason(_ code: CURLcode, _ limits: RemoteImageLimits) -> RemoteImageError.Reason {
    let detail = String(cString: curl_easy_strerror(code))
    switch code {
    case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_RESOLVE_PROXY: return .hostNotFound
    case CURLE_COULDNT_CONNECT, CURLE_OPERATION_TIMEDOUT, CURLE_INTERFACE_FAILED:
      return .cannotConnect(detail: detail)
    case CURLE_FILESIZE_EXCEEDED: return .tooManyBytes(limit: limits.bytes)
    case CURLE_PARTIAL_FILE, CURLE_RECV_ERROR, CURLE_SEND_ERROR, CURLE_GOT_NOTHING, CURLE_HTTP2_STREAM:
      return .connectionLost(detail: detail)
    case CURLE_SSL_CONNECT_ERROR, CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CERTPROBLEM, CURLE_SSL_CIPHER,
      CURLE_SSL_CACERT_BADFILE, CURLE_SSL_ISSUER_ERROR, CURLE_SSL_INVALIDCERTSTATUS,
      CURLE_SSL_PINNEDPUBKEYNOTMATCH:
      return .insecureConnection(detail: detail)
    case CURLE_URL_MALFORMAT: return .invalidAddress
    case CURLE_OUT_OF_MEMORY: return .lackOfResources(code: ENOMEM)
    default: return .invalidResponse(detail: detail)
    }
  }
}
