internal import Glibc

/// The clock of a limit of time. A test supplies a clock that only the test moves, so that limits pass without waiting.
package final class LimitClock: Sendable {
  private struct State {
    var time: Double
    var handlers: [Int: @Sendable () -> Void] = [:]
    var nextHandler = 0
  }

  /// The time and the handlers of a test's clock; `nil` for the clock of the system.
  private let moved: Monitor<State>?

  private init(_ moved: Monitor<State>?) { self.moved = moved }

  /// The monotonic clock of the system.
  package static let system = LimitClock(nil)

  /// Creates a clock that stands still until ``advance(by:)`` is called.
  package convenience init(at time: Double) { self.init(Monitor(State(time: time))) }

  /// Returns the current time in seconds since an unspecified start.
  package func now() -> Double { moved?.withLock { $0.time } ?? MonotonicClock.now() }

  /// Moves the clock of a test, and ends the waits whose limit has passed.
  package func advance(by seconds: Double) {
    let handlers = moved?.withLock { state in
      state.time += seconds
      return Array(state.handlers.values)
    }
    for handler in handlers ?? [] { handler() }
  }

  /// Registers a closure that is called after each movement of a test's clock.
  ///
  /// - Returns: The identifier for ``removeHandler(_:)``; `nil` for the clock of the system.
  package func onAdvance(_ handler: @escaping @Sendable () -> Void) -> Int? {
    moved?.withLock { state in
      state.nextHandler += 1
      state.handlers[state.nextHandler] = handler
      return state.nextHandler
    }
  }

  /// Removes a handler.
  package func removeHandler(_ id: Int?) {
    guard let id else { return }
    moved?.withLock { $0.handlers[id] = nil }
  }

  /// Returns the longest time for `poll()` until `deadline`, in milliseconds. With a test's clock it is -1, without limit, if the
  /// deadline lies ahead: the wait ends when the clock is moved.
  package func milliseconds(until deadline: Double) -> Int32 {
    let left = deadline - now()
    if left > 0, moved != nil { return -1 }
    return Int32(max(0, min(left * 1000, 1e9)).rounded(.up))
  }
}
