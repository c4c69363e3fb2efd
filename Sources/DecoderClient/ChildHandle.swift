internal import CSystem
package import Glibc

/// A child process. It is identified by a process descriptor (`pidfd`), so that a signal never reaches a
/// later process with the same number. Without process descriptors (Linux before 5.3) the process number is
/// used.
package struct ChildHandle: Sendable {
  /// The number of the process.
  package let identifier: pid_t
  private let descriptor: Int32

  /// Takes over a process that was just started.
  package init(_ identifier: pid_t) {
    self.identifier = identifier
    descriptor = csystem_pidfd(identifier)
  }

  /// Closes the descriptor. The process keeps running.
  func release() {
    if descriptor >= 0 { close(descriptor) }
  }

  /// Kills the process, even if it is stopped.
  func kill() { send(SIGKILL) }

  /// Stops the process, so that none of its threads runs until it is resumed.
  func stop() { send(SIGSTOP) }

  /// Lets a stopped process run again.
  func resume() { send(SIGCONT) }

  /// Sends a signal. Without process descriptors the process must not have been reaped, because its number may have been
  /// reused.
  private func send(_ signal: Int32) {
    if descriptor >= 0 {
      _ = csystem_pidfd_kill(descriptor, signal)
    } else {
      Glibc.kill(identifier, signal)
    }
  }

  /// Waits until the process ends, and returns the status in the format of `waitpid`; 0 if other code reaped
  /// the process.
  func wait() -> Int32 {
    var status: Int32 = 0
    if descriptor >= 0 {
      _ = csystem_pidfd_wait(descriptor, 0, &status)
    } else {
      while waitpid(identifier, &status, 0) < 0, errno == EINTR {}
    }
    return status
  }

  /// Whether the process waits for a disk or a network folder: its state in `/proc/PID/stat` is `D`.
  var waitsForDisk: Bool {
    guard let file = fopen("/proc/\(identifier)/stat", "re") else { return false }
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 200)
    let count = fread(&bytes, 1, bytes.count, file)
    // The state follows the name of the program, which is in parentheses and may contain any byte.
    guard let end = bytes[..<count].lastIndex(of: UInt8(ascii: ")")), end + 2 < count else { return false }
    return bytes[end + 2] == UInt8(ascii: "D")
  }

  /// Returns the status of an ended process in the format of `waitpid`; `nil` while the process runs.
  func statusIfEnded() -> Int32? {
    var status: Int32 = 0
    let result =
      descriptor >= 0
      ? csystem_pidfd_wait(descriptor, Int32(WNOHANG), &status) : waitpid(identifier, &status, WNOHANG)
    return result == 0 ? nil : status
  }
}
