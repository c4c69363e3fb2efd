import Glibc

extension ConnectionError: CustomStringConvertible {
  /// One sentence for standard error.
  public var description: String {
    switch self {
    case .noDisplay(let reason): "no Wayland display: \(reason)"
    case .missing(let interface): "the compositor does not offer \(interface)"
    case .versionTooOld(let interface, let required, let offered):
      "the compositor offers \(interface) version \(offered), but version \(required) is needed"
    case .protocolError(let interface, let code, let message):
      "the compositor reports a protocol error: \(interface), code \(code)"
        + (message.isEmpty ? "" : " (\(message))")
    case .hungUp: "the compositor closed the connection"
    case .unresponsive(let seconds): "the compositor did not answer within \(seconds) s"
    case .system(let call, let errno): "\(call): \(String(cString: strerror(errno)))"
    }
  }

  /// Says where a display was looked for.
  static func noDisplay(named name: String?, errno: Int32) -> ConnectionError {
    let environment = { (key: String) in getenv(key).map { String(cString: $0) } }
    let socket = environment("WAYLAND_SOCKET")
    guard name != nil || socket == nil else {
      return .noDisplay(reason: "WAYLAND_SOCKET=\(socket ?? "") is no usable descriptor")
    }
    let display = name ?? environment("WAYLAND_DISPLAY") ?? "wayland-0"
    let origin = name == nil && environment("WAYLAND_DISPLAY") == nil ? " (WAYLAND_DISPLAY is not set)" : ""
    if display.hasPrefix("/") {
      return .noDisplay(reason: "\(display): \(String(cString: strerror(errno)))")
    }
    guard let folder = environment("XDG_RUNTIME_DIR") else {
      return .noDisplay(reason: "XDG_RUNTIME_DIR is not set, so \(display)\(origin) cannot be found")
    }
    return .noDisplay(reason: "\(folder)/\(display)\(origin): \(String(cString: strerror(errno)))")
  }
}
