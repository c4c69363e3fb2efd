internal import Synchronization

/// A value that is supplied once and that one task waits for.
///
/// Only the first value has an effect; later values are ignored.
final class Promise<Value: Sendable>: Sendable {
  private enum State {
    case pending
    case awaited(CheckedContinuation<Value, Never>)
    case fulfilled(Value)
  }

  private let state = Mutex(State.pending)
  /// The value that the waiting task gets if it is canceled.
  private let canceledValue: Value

  init(ifCanceled value: Value) { canceledValue = value }

  /// Supplies the value.
  func fulfill(_ value: Value) {
    let continuation = state.withLock { state -> CheckedContinuation<Value, Never>? in
      switch state {
      case .pending:
        state = .fulfilled(value)
        return nil
      case .awaited(let continuation):
        state = .fulfilled(value)
        return continuation
      case .fulfilled: return nil
      }
    }
    continuation?.resume(returning: value)
  }

  /// Waits for the value. Only one task may wait.
  func value(isolation: isolated (any Actor)? = #isolation) async -> Value {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let value = state.withLock { state -> Value? in
          switch state {
          case .pending:
            state = .awaited(continuation)
            return nil
          case .awaited: return canceledValue
          case .fulfilled(let value): return value
          }
        }
        if let value { continuation.resume(returning: value) }
      }
    } onCancel: {
      fulfill(canceledValue)
    }
  }
}
