internal import Synchronization

/// The asynchronous sequences to which changed settings are sent.
final class SettingsListeners: Sendable {
  private struct State {
    var continuations: [Int: AsyncStream<DesktopSettings>.Continuation] = [:]
    var lastNumber = 0
    var isFinished = false
  }

  private let state = Mutex(State())

  deinit { finish() }

  /// Returns a new sequence. Its first element is `first`.
  func add(_ first: DesktopSettings) -> AsyncStream<DesktopSettings> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: DesktopSettings.self, bufferingPolicy: .bufferingNewest(1))
    continuation.yield(first)
    let number = state.withLock { state -> Int? in
      guard !state.isFinished else { return nil }
      state.lastNumber += 1
      state.continuations[state.lastNumber] = continuation
      return state.lastNumber
    }
    if let number {
      continuation.onTermination = { [weak self] _ in self?.remove(number) }
    } else {
      continuation.finish()
    }
    return stream
  }

  func send(_ settings: DesktopSettings) {
    for continuation in state.withLock({ Array($0.continuations.values) }) { continuation.yield(settings) }
  }

  func finish() {
    let ended = state.withLock { state in
      state.isFinished = true
      defer { state.continuations = [:] }
      return Array(state.continuations.values)
    }
    for continuation in ended { continuation.finish() }
  }

  private func remove(_ number: Int) {
    _ = state.withLock { $0.continuations.removeValue(forKey: number) }
  }
}
