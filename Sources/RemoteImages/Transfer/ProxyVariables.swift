internal import Glibc

/// The variables that name proxies, by the rules of libcurl.
enum ProxyVariables {
  /// Returns the proxy for a scheme; `nil` for none. `HTTP_PROXY` is not read, because a web server sets it from a header.
  static func proxy(for scheme: String) -> String? {
    let names = scheme == "https" ? ["https_proxy", "HTTPS_PROXY"] : ["http_proxy"]
    return (names + ["all_proxy", "ALL_PROXY"]).lazy.compactMap { value(of: $0) }.first
  }

  private static func value(of name: String) -> String? {
    guard let text = getenv(name), text[0] != 0 else { return nil }
    return String(validatingCString: text)
  }
}
