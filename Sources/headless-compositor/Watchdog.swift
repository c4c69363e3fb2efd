import CommandLineText
import Dispatch
import Glibc
import Synchronization

/// Receives the signals that end the program. If a client keeps the main queue so busy that the program does not exit
/// within the timeout, the watchdog ends the program.
///
/// The watchdog runs on its own queue and does not access the compositor.
nonisolated final class Watchdog: Sendable {
  private enum Phase {
    /// No signal has arrived.
    case waiting
    /// A signal has arrived, and the timeout is running. `timer` is the number of restarts of the timeout.
    case ending(timer: Int)
    /// A signal has arrived, and the timeout is suspended while the screenshot is written.
    case writing(timer: Int)
  }

  /// The time limit for the main queue. With 800 ms, the program exits within a second.
  private static let timeout = DispatchTimeInterval.milliseconds(800)

  private let queue = DispatchQueue(label: "watchdog")
  private let phase = Mutex(Phase.waiting)
  private let status: ExitCode
  /// The paths of the socket and its lock file. libwayland removes them only on an orderly exit.
  private let socketFiles: [String]

  /// Creates a watchdog.
  ///
  /// - Parameters:
  ///   - socket: The socket's name in XDG_RUNTIME_DIR.
  ///   - control: The path of the control socket; nil if there is none.
  ///   - status: The exit status with which the watchdog ends the program.
  init(socket: String, control: String?, status: ExitCode) {
    self.status = status
    let folder = getenv("XDG_RUNTIME_DIR").map { String(cString: $0) } ?? ""
    socketFiles = ["\(folder)/\(socket)", control].compactMap { $0 }.flatMap { [$0, "\($0).lock"] }
  }

  /// Watches signals until the program exits. Calls `action` on the main queue for the first signal.
  func watch(_ signals: [Int32], action: @escaping @MainActor @Sendable () -> Void) {
    for number in signals {
      signal(number, SIG_IGN)
      // The handler retains the source, so that it stays active.
      nonisolated(unsafe) let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
      source.setEventHandler { @Sendable in withExtendedLifetime(source) { self.received(action) } }
      source.resume()
    }
  }

  /// Suspends the timeout. Until `resume()`, another signal ends the program immediately.
  func suspend() {
    phase.withLock { if case .ending(let timer) = $0 { $0 = .writing(timer: timer) } }
  }

  /// Restarts the timeout.
  func resume() {
    let timer: Int? = phase.withLock { phase in
      guard case .writing(let timer) = phase else { return nil }
      phase = .ending(timer: timer + 1)
      return timer + 1
    }
    if let timer { startTimeout(timer) }
  }

  private func received(_ action: @escaping @MainActor @Sendable () -> Void) {
    let before = phase.withLock { phase in
      defer { if case .waiting = phase { phase = .ending(timer: 0) } }
      return phase
    }
    switch before {
    case .waiting:
      startTimeout(0)
      DispatchQueue.main.async { action() }
    case .ending: break
    case .writing: end("another signal aborted the screenshot")
    }
  }

  /// Starts the timeout. When it fires, the program ends if `timer` is still the current number.
  private func startTimeout(_ timer: Int) {
    queue.asyncAfter(deadline: .now() + Self.timeout) {
      let isDue = self.phase.withLock {
        if case .ending(timer) = $0 { true } else { false }
      }
      if isDue { self.end("a client kept the main queue busy after a signal") }
    }
  }

  private func end(_ reason: String) -> Never {
    printError("\(reason); ended without closing the connections")
    for path in socketFiles { unlink(path) }
    finishMessages()
    _exit(status.rawValue)
  }
}
