internal import Synchronization

/// A flag that cancels work on another thread. Any thread may set it; it is never reset. The work reports through it that it
/// takes long, so that its owner can do other work meanwhile.
public final class Cancellation: Sendable {
  private struct State {
    var isCanceled = false
    var handlers: [Int: @Sendable () -> Void] = [:]
    var nextHandler = 0
    var onSlow: (@Sendable () -> Void)?
  }

  private let state = Mutex(State())

  /// Creates a flag that is not set.
  public init() {}

  /// Whether ``cancel()`` was called.
  public var isCanceled: Bool { state.withLock { $0.isCanceled } }

  /// Asks the worker to stop.
  public func cancel() {
    let handlers = state.withLock { state in
      state.isCanceled = true
      defer { state.handlers = [:] }
      return Array(state.handlers.values)
    }
    for handler in handlers { handler() }
  }

  /// Registers `handler`. The thread that cancels calls the handler once. If the flag is already set, the
  /// handler runs now, on the calling thread. The handler must not block.
  ///
  /// - Returns: The identifier for ``removeHandler(_:)``.
  package func onCancel(_ handler: @escaping @Sendable () -> Void) -> Int {
    let id = state.withLock { state -> Int? in
      if state.isCanceled { return nil }
      state.nextHandler += 1
      state.handlers[state.nextHandler] = handler
      return state.nextHandler
    }
    guard let id else {
      handler()
      return 0
    }
    return id
  }

  /// Sets the closure that is called once if the work takes long: its file does not answer, or its decode takes longer than
  /// ``DecoderPool/Options/slowSeconds``. It is called on the thread of the work, which goes on, and must not block.
  package func onSlow(_ body: @escaping @Sendable () -> Void) { state.withLock { $0.onSlow = body } }

  /// Reports that the work takes long.
  package func reportSlow() {
    let body = state.withLock { state in
      defer { state.onSlow = nil }
      return state.onSlow
    }
    body?()
  }

  /// Removes a handler. The handler may still be running on another thread when this method returns.
  package func removeHandler(_ id: Int) { state.withLock { $0.handlers[id] = nil } }
}
