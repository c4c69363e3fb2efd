internal import CSystem
package import Glibc

/// A child process, by a descriptor (`pidfd`), so that a signal never reaches a later process with the same number. It is
/// used by its number where the kernel has no such descriptors (Linux before 5.3).
package struct ChildHandle: Sendable {
  /// The number of the process.
  package let identifier: pid_t
  private let descriptor: Int32

  /// Takes over a process that was just started.
  package init(_ identifier: pid_t) {
    self.identifier = identifier
    descriptor = csystem_pidfd(identifier)
  }

  /// Closes the descriptor. The process goes on.
  func release() {
    if descriptor >= 0 { close(descriptor) }
  }

  /// Kills the process. It must not have been reaped if the kernel lacks descriptors of processes.
  func kill() {
    if descriptor >= 0 {
      _ = csystem_pidfd_kill(descriptor, SIGKILL)
    } else {
      Glibc.kill(identifier, SIGKILL)
    }
  }

  /// Waits for the end of the process, and returns its status as `waitpid` states it; 0 if other code reaped it.
  func wait() -> Int32 {
    var status: Int32 = 0
    if descriptor >= 0 {
      _ = csystem_pidfd_wait(descriptor, 0, &status)
    } else {
      while waitpid(identifier, &status, 0) < 0, errno == EINTR {}
    }
    return status
  }

  /// Returns the status of a process that has ended, as `waitpid` states it; `nil` if it goes on.
  func statusIfEnded() -> Int32? {
    var status: Int32 = 0
    let result =
      descriptor >= 0
      ? csystem_pidfd_wait(descriptor, Int32(WNOHANG), &status) : waitpid(identifier, &status, WNOHANG)
    return result == 0 ? nil : status
  }
}
