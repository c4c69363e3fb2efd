internal import CSystem
package import Glibc
internal import MemoryPressure
internal import Threads

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

  /// Waits until the process ends, for a limited time in seconds. Returns the status in the format of `waitpid`; `nil` if the process
  /// still runs.
  func wait(seconds: Double) -> Int32? {
    let deadline = MonotonicClock.now() + seconds
    while true {
      if let status = statusIfEnded() { return status }
      let rest = deadline - MonotonicClock.now()
      guard rest > 0 else { return nil }
      var event = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      // Without a process descriptor, the process is polled each millisecond.
      poll(&event, 1, descriptor >= 0 ? Int32((rest * 1000).rounded(.up)) : 1)
    }
  }

  /// Whether a thread of the process waits for a disk or a network folder: its state in `/proc/PID/task/TID/stat` is `D`.
  var waitsForDisk: Bool {
    guard let list = opendir("/proc/\(identifier)/task") else { return false }
    defer { closedir(list) }
    while let entry = readdir(list) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) {
        String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
      }
      if !name.hasPrefix("."), waitsForDisk(thread: name) { return true }
    }
    return false
  }

  private func waitsForDisk(thread: String) -> Bool {
    let text = SystemFile.text(of: "/proc/\(identifier)/task/\(thread)/stat") ?? ""
    // The state follows the name of the program, which is in parentheses and may contain any byte.
    return text.lastIndex(of: ")").map { text[$0...].hasPrefix(") D") } ?? false
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
