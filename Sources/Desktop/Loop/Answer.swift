internal import Synchronization

/// A value that is supplied once and for which one task waits.
///
/// Only the first value is used; later values are ignored. If the task is canceled, it gets a value that was chosen in
/// advance.
final class Answer<Value: Sendable>: Sendable {
  private enum Phase {
    case pending
    case awaited(CheckedContinuation<Value, Never>)
    case supplied(Value)
  }

  private let phase = Mutex(Phase.pending)
  private let canceledValue: Value

  init(ifCanceled value: Value) { canceledValue = value }

  func supply(_ value: Value) {
    let continuation = phase.withLock { phase -> CheckedContinuation<Value, Never>? in
      switch phase {
      case .pending:
        phase = .supplied(value)
        return nil
      case .awaited(let continuation):
        phase = .supplied(value)
        return continuation
      case .supplied: return nil
      }
    }
    continuation?.resume(returning: value)
  }

  /// Waits for the value. Only one task can wait; any other task gets the value for a canceled task.
  @MainActor
  func value() async -> Value {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let value = phase.withLock { phase -> Value? in
          switch phase {
          case .pending:
            phase = .awaited(continuation)
            return nil
          case .awaited: return canceledValue
          case .supplied(let value): return value
          }
        }
        if let value { continuation.resume(returning: value) }
      }
    } onCancel: {
      supply(canceledValue)
    }
  }
}
