internal import Glibc

/// Tells the service manager that started the program about its state.
///
/// systemd: `sd_notify(3)`, `sd_watchdog_enabled(3)`.
package final class ServiceNotifier: Sendable {
  private let descriptor: Int32
  /// The time within which the service manager expects ``sendHeartbeat()``, in seconds; `nil` if it expects none.
  package let watchdogTime: Double?

  /// Fails if no service manager waits for notifications.
  ///
  /// - Parameter environment: Returns the value of a variable.
  package init?(environment: (String) -> String?) {
    guard let path = environment("NOTIFY_SOCKET"), let first = path.first, first == "/" || first == "@",
      path.utf8.count < MemoryLayout.size(ofValue: sockaddr_un().sun_path)
    else { return nil }
    // The variable names the process for which it is meant.
    let isMeant = environment("WATCHDOG_PID").map { Int32($0) == getpid() } ?? true
    watchdogTime = isMeant ? environment("WATCHDOG_USEC").flatMap { Double($0) }.map { $0 / 1e6 } : nil
    descriptor = socket(
      AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { bytes in
      bytes.copyBytes(from: path.utf8)
      // An address that begins with a zero byte is outside of the file system.
      if first == "@" { bytes[0] = 0 }
    }
    let length = socklen_t(MemoryLayout<sa_family_t>.size + path.utf8.count)
    let result = withUnsafeBytes(of: address) { bytes in
      bytes.withMemoryRebound(to: sockaddr.self) { pointer in
        pointer.baseAddress.map { connect(descriptor, $0, length) } ?? -1
      }
    }
    guard result == 0 else { return nil }
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// Sends assignments such as `READY=1`. It never blocks.
  private func send(_ assignments: [String]) {
    let text = assignments.joined(separator: "\n")
    _ = Array(text.utf8).withUnsafeBytes {
      Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
    }
  }

  /// The window is shown.
  package func sendReady() { send(["READY=1"]) }

  /// Sends a line that `systemctl status` shows.
  package func sendStatus(_ status: String) {
    send(["STATUS=" + status.map { $0.isNewline ? " " : String($0) }.joined()])
  }

  /// The program still works. Send it at least twice within ``watchdogTime``.
  package func sendHeartbeat() { send(["WATCHDOG=1"]) }

  /// The program ends.
  package func sendStopping() { send(["STOPPING=1"]) }
}
