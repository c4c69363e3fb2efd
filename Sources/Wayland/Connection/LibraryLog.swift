import CWayland
import Glibc
import Synchronization

/// Stores the last line that libwayland logged. libwayland reports the message of a protocol error only in
/// its log.
enum LibraryLog {
  private static let lastLine = Mutex("")

  /// Redirects libwayland's log from standard error to `lastLine`, for the whole process.
  static func capture() { _ = installation }

  /// Returns the last line and clears it.
  static func takeLastLine() -> String {
    lastLine.withLock { line in
      defer { line = "" }
      return line
    }
  }

  private static let installation: Void = wl_log_set_handler_client { format, arguments in
    guard let format, let arguments else { return }
    var line = [CChar](repeating: 0, count: 1024)
    vsnprintf(&line, line.count, format, arguments)
    let bytes = line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
    var text = String(decoding: bytes, as: UTF8.self)
    while text.last?.isWhitespace == true { text.removeLast() }
    LibraryLog.lastLine.withLock { $0 = text }
  }
}
