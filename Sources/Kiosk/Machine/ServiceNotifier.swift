internal import Glibc

/// Tells the service manager that started the program about its state.
///
/// systemd: `sd_notify(3)`, `sd_watchdog_enabled(3)`.
package final class ServiceNotifier: Sendable {
  private let descriptor: Int32
  private let address: sockaddr_un
  private let length: socklen_t
  /// The time within which the service manager expects ``sendHeartbeat()``, in seconds; `nil` if it expects none.
  package let watchdogTime: Double?

  /// Fails if the environment names no socket of a service manager.
  ///
  /// - Parameter environment: Returns the value of a variable.
  package init?(environment: (String) -> String?) {
    guard let path = environment("NOTIFY_SOCKET"), let first = path.first, first == "/" || first == "@",
      path.utf8.count < MemoryLayout.size(ofValue: sockaddr_un().sun_path)
    else { return nil }
    // WATCHDOG_PID is the process for which WATCHDOG_USEC is meant.
    let isMeant = environment("WATCHDOG_PID").map { Int32($0) == getpid() } ?? true
    let microseconds = environment("WATCHDOG_USEC").flatMap { UInt64($0) }.flatMap { $0 > 0 ? $0 : nil }
    watchdogTime = isMeant ? microseconds.map { Double($0) / 1e6 } : nil
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { bytes in
      bytes.copyBytes(from: path.utf8)
      // An address that begins with a zero byte is outside of the file system.
      if first == "@" { bytes[0] = 0 }
    }
    self.address = address
    length = socklen_t(MemoryLayout<sa_family_t>.size + path.utf8.count)
    descriptor = socket(
      AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue), 0)
    guard descriptor >= 0 else { return nil }
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// Sends assignments such as `READY=1`. It never blocks. Each message has the address, because the service manager may replace its
  /// socket.
  ///
  /// - Returns: Whether the service manager receives them.
  @discardableResult
  private func send(_ assignments: [String]) -> Bool {
    let text = Array(assignments.joined(separator: "\n").utf8)
    let count = withUnsafeBytes(of: address) { address in
      address.withMemoryRebound(to: sockaddr.self) { pointer in
        text.withUnsafeBytes {
          sendto(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL), pointer.baseAddress, length)
        }
      }
    }
    return count == text.count
  }

  /// The window is shown.
  ///
  /// - Returns: Whether the service manager receives it; otherwise send it again.
  package func sendReady() -> Bool { send(["READY=1"]) }

  /// Sends a line that `systemctl status` shows.
  package func sendStatus(_ status: String) {
    send(["STATUS=" + status.map { $0.isNewline ? " " : String($0) }.joined()])
  }

  /// The program still works. Send it at least twice within ``watchdogTime``.
  package func sendHeartbeat() { send(["WATCHDOG=1"]) }

  /// The program ends.
  package func sendStopping() { send(["STOPPING=1"]) }
}
