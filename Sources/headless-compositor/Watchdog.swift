import Dispatch
import Glibc
import Synchronization

/// Receives the signals that end the program, and ends it itself when the main queue does not: a client may keep that busy.
///
/// It has a queue of its own and touches nothing that belongs to the compositor.
nonisolated final class Watchdog: Sendable {
  private enum Phase {
    case waiting
    /// A signal came, and the clock runs; it has been started this many times.
    case ending(clock: Int)
    /// A signal came, and the clock stands still.
    case writing(clock: Int)
  }

  /// How long the main queue has to end in an orderly way. The program has to be gone within a second.
  private static let patience = DispatchTimeInterval.milliseconds(800)

  private let queue = DispatchQueue(label: "watchdog")
  private let phase = Mutex(Phase.waiting)
  private let status: Int32
  /// Absolute paths of the files that libwayland would remove.
  private let leftovers: [String]

  /// - Parameters:
  ///   - socket: The socket's name in XDG_RUNTIME_DIR.
  ///   - status: The exit status when the main queue did not end the program.
  init(socket: String, status: Int32) {
    self.status = status
    let folder = getenv("XDG_RUNTIME_DIR").map { String(cString: $0) } ?? ""
    leftovers = ["\(folder)/\(socket)", "\(folder)/\(socket).lock"]
  }

  /// Calls `action` on the main queue at the first of the signals, for as long as the program lives.
  func watch(_ signals: [Int32], action: @escaping @MainActor @Sendable () -> Void) {
    for number in signals {
      signal(number, SIG_IGN)
      // The handler does not use the source; it keeps it alive.
      nonisolated(unsafe) let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
      source.setEventHandler { @Sendable in withExtendedLifetime(source) { self.received(action) } }
      source.resume()
    }
  }

  /// Lets what follows take any time; a further signal ends the program at once.
  func stopClock() {
    phase.withLock { if case .ending(let clock) = $0 { $0 = .writing(clock: clock) } }
  }

  func startClock() {
    let clock: Int? = phase.withLock { phase in
      guard case .writing(let clock) = phase else { return nil }
      phase = .ending(clock: clock + 1)
      return clock + 1
    }
    if let clock { end(afterPatience: clock) }
  }

  private func received(_ action: @escaping @MainActor @Sendable () -> Void) {
    let before = phase.withLock { phase in
      defer { if case .waiting = phase { phase = .ending(clock: 0) } }
      return phase
    }
    switch before {
    case .waiting:
      end(afterPatience: 0)
      DispatchQueue.main.async { action() }
    case .ending: break
    case .writing: end("another signal cut the screenshot short")
    }
  }

  private func end(afterPatience clock: Int) {
    queue.asyncAfter(deadline: .now() + Self.patience) {
      let isDue = self.phase.withLock {
        if case .ending(clock) = $0 { true } else { false }
      }
      if isDue { self.end("a client kept it busy after a signal") }
    }
  }

  private func end(_ reason: String) -> Never {
    complain("\(reason); ended without closing the connections")
    for path in leftovers { unlink(path) }
    _exit(status)
  }
}
