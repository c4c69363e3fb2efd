import Glibc
import Wayland

/// Tries to connect again after the compositor has exited, with growing pauses while its socket is missing.
@MainActor
final class Reconnection {
  /// The calls to the window system.
  struct Callbacks {
    /// Connects, or throws because no compositor listens.
    var connect: () throws(ConnectionError) -> Void
    /// Called with the error when the connection is lost, and with nil when the windows are restored.
    var changed: (ConnectionError?) -> Void
    /// Called with the first error when the time is over.
    var failed: (ConnectionError) -> Void
  }

  private enum Phase {
    case connected
    /// The connection was lost; `backoff` has the next pause.
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

  /// Starts to connect because the connection was lost. A loss before `connected()` continues with the former pauses.
  func lost(_ error: ConnectionError) {
    switch phase {
    case .stopped: return
    case .connected:
      callbacks.changed(error)
      if case .connected = phase { wait(error, ReconnectBackoff(limit: limit)) }
    case .lost(let first, let backoff, _): wait(first, backoff)
    }
  }

  /// Ends the attempts: the compositor has announced its globals.
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
    // A compositor that accepts the connection but announces nothing is tried again, too, unless it answers meanwhile.
    if case .lost = phase { wait(error, backoff) }
  }
}

/// The pauses between attempts to connect, in seconds: 0.05, doubled up to 2.
package struct ReconnectBackoff {
  private var pause = 0.05
  private var left: Double

  /// - Parameter limit: The sum of all pauses, in seconds.
  package init(limit: Double) { left = limit }

  /// Returns the next pause; nil when the time is over.
  package mutating func next() -> Double? {
    guard left > 0 else { return nil }
    let next = min(pause, left)
    left -= next
    pause = min(2, pause * 2)
    return next
  }
}

extension ConnectionError {
  /// Whether another compositor, or the same one after a restart, may accept a new connection.
  ///
  /// A protocol error is a defect of the client that would happen again.
  var isLoss: Bool {
    switch self {
    case .hungUp, .unresponsive, .congested: true
    // A compositor that is killed may end the connection with a reset, which libwayland reports as an error of a call.
    case .system(_, let errno): errno == ECONNRESET || errno == EPIPE
    case .noDisplay, .missing, .versionTooOld, .protocolError: false
    }
  }
}
