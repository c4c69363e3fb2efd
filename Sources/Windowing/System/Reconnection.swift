import Glibc
import Wayland

/// Tries to connect again after the compositor has exited. The pauses between attempts grow until the new compositor
/// has announced its globals.
@MainActor
final class Reconnection {
  /// The calls to the window system.
  struct Callbacks {
    /// Connects; throws if no compositor listens.
    var connect: () throws(ConnectionError) -> Void
    /// Called with the error when the connection is lost, and with nil when the windows are restored.
    var changed: (ConnectionError?) -> Void
    /// Called with the error of the lost connection when the time limit has passed.
    var failed: (ConnectionError) -> Void
  }

  private enum Phase {
    case connected
    /// The connection was lost with this error. `ReconnectBackoff` returns the pause after the next attempt.
    case lost(ConnectionError, ReconnectBackoff, any ScheduledTimer)
    case stopped
  }

  private let limit: Double
  private let scheduler: any Scheduler
  private let callbacks: Callbacks
  private var phase = Phase.connected

  init(within limit: Double, on scheduler: any Scheduler, callbacks: Callbacks) {
    self.limit = limit
    self.scheduler = scheduler
    self.callbacks = callbacks
  }

  /// Starts to connect again because the connection was lost. If the new connection is lost before `connected()`, the
  /// pauses continue to grow.
  func lost(_ error: ConnectionError) {
    switch phase {
    case .stopped: return
    case .connected:
      callbacks.changed(error)
      if case .connected = phase { wait(error, ReconnectBackoff(limit: limit)) }
    case .lost(let first, let backoff, _): wait(first, backoff)
    }
  }

  /// Ends the attempts because the compositor has announced its globals.
  func connected() {
    guard case .lost(_, _, let timer) = phase else { return }
    timer.cancel()
    phase = .connected
    callbacks.changed(nil)
  }

  func stop() {
    if case .lost(_, _, let timer) = phase { timer.cancel() }
    phase = .stopped
  }

  private func wait(_ error: ConnectionError, _ backoff: ReconnectBackoff) {
    var backoff = backoff
    guard let pause = backoff.next() else {
      phase = .stopped
      callbacks.failed(error)
      return
    }
    let timer = scheduler.timer(after: pause, every: nil) { [weak self] in self?.tryToConnect() }
    phase = .lost(error, backoff, timer)
  }

  private func tryToConnect() {
    guard case .lost(let error, let backoff, _) = phase else { return }
    do throws(ConnectionError) {
      try callbacks.connect()
    } catch {
      // The socket is missing, or nothing listens there.
    }
    // Schedule another attempt even after a success: the compositor may accept the connection and announce nothing.
    // `connected()` cancels this attempt.
    if case .lost = phase { wait(error, backoff) }
  }
}

/// Computes the pauses between attempts to connect, in seconds. The first pause is 0.05. Each further pause is twice as
/// long as the pause before, but at most 2.
package struct ReconnectBackoff {
  private var pause = 0.05
  private var left: Double

  /// - Parameter limit: The sum of all pauses, in seconds.
  package init(limit: Double) { left = limit }

  /// Returns the next pause, in seconds; nil when the sum of the pauses has reached the limit.
  package mutating func next() -> Double? {
    guard left > 0 else { return nil }
    let next = min(pause, left)
    left -= next
    pause = min(2, pause * 2)
    return next
  }
}

extension ConnectionError {
  /// Whether the connection was lost in a way that allows a new connection to this compositor or to another one.
  ///
  /// A protocol error is no loss: its cause is a defect of the client, so it would happen again.
  var isLoss: Bool {
    switch self {
    case .hungUp, .unresponsive, .congested: true
    // The connection to a killed compositor may end with a reset, which libwayland reports as a failed system call.
    case .system(_, let errno): errno == ECONNRESET || errno == EPIPE
    case .noDisplay, .alreadyConnected, .missing, .versionTooOld, .protocolError: false
    }
  }
}
