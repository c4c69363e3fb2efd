import CSystem
import Dispatch
import Glibc

/// The client of a test run, in a process group of its own.
final class ClientProcess {
  /// The exit status of the client, or 128 and the number of the signal that ended it; `nil` while it runs.
  private(set) var status: Int32?
  let processID: pid_t
  /// Called when the client has ended.
  var onExit: (() -> Void)?
  private var source: (any DispatchSourceRead)?

  /// Starts a program that is searched in PATH.
  ///
  /// - Parameters:
  ///   - command: The program and its arguments.
  ///   - environment: The variables to set; an empty value removes one.
  /// - Throws: `UsageError` if the program cannot be started.
  init(_ command: [String], environment: [String: String]) throws(UsageError) {
    for (name, value) in environment {
      if value.isEmpty { unsetenv(name) } else { setenv(name, value, 1) }
    }
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))
    posix_spawnattr_setpgroup(&attributes, 0)
    // The client must not inherit signals that this program ignores because Dispatch watches them.
    var signals = sigset_t()
    sigfillset(&signals)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    var arguments: [UnsafeMutablePointer<CChar>?] = command.map { strdup($0) } + [nil]
    defer { for argument in arguments { free(argument) } }
    var id = pid_t()
    let reason = posix_spawnp(&id, command.first ?? "", nil, &attributes, &arguments, environ)
    guard reason == 0 else {
      throw UsageError("cannot start \(command.first ?? "the client"): \(String(cString: strerror(reason)))")
    }
    processID = id
    let descriptor = csystem_pidfd(id)
    guard descriptor >= 0 else {
      kill(-id, SIGKILL)
      throw UsageError("cannot watch the client: \(String(cString: strerror(errno)))")
    }
    let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: .main)
    source.setCancelHandler { @Sendable in close(descriptor) }
    source.setEventHandler { [weak self] in MainActor.assumeIsolated { self?.reap() } }
    self.source = source
    source.resume()
  }

  private func reap() {
    var result: Int32 = 0
    guard status == nil, waitpid(processID, &result, WNOHANG) == processID else { return }
    source?.cancel()
    let signal = result & 0x7F
    status = signal == 0 ? (result >> 8) & 0xFF : 128 + signal
    onExit?()
  }

  /// Sends a signal to the client and to the processes that it has started.
  func send(_ signal: Int32) { kill(-processID, signal) }
}
