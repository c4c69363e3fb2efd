package import DecoderProtocol
internal import Threads

/// The rule for large decodes: of the decodes that need more than ``DecoderPool/Options/concurrentBytes``, one runs at a
/// time. So all decodes of a pool together take at most the memory of one large decode and of the small ones.
package final class LargeDecodes: Sendable {
  private struct State {
    var isRunning = false
    /// The contents whose last decode was large, and the memory that it needed, in bytes; the latest content last.
    var known: [(content: FileContent, bytes: Int)] = []
  }

  private let monitor = Monitor(State())
  private let onChange: (@Sendable (Int) -> Void)?

  /// - Parameter onChange: Called with the memory of the large decode that begins, in bytes, and with 0 when it ends.
  package init(onChange: (@Sendable (Int) -> Void)?) { self.onChange = onChange }

  /// Returns the memory that the last decode of a content needed, in bytes; `nil` if it was small or long ago.
  package func knownBytes(of content: FileContent?) -> Int? {
    guard let content else { return nil }
    return monitor.withLock { state in state.known.last { $0.content == content }?.bytes }
  }

  /// Waits until no large decode runs, and begins one.
  ///
  /// - Returns: Whether the decode may begin. Otherwise it was canceled while it waited.
  package func begin(_ bytes: Int, of content: FileContent?, _ cancellation: Cancellation) -> Bool {
    let handler = cancellation.onCancel { [monitor] in
      // The lock is taken so that a thread cannot begin to wait after it has read the flag.
      monitor.withLock { _ in }
      monitor.wakeAll()
    }
    defer { cancellation.removeHandler(handler) }
    let hasBegun = monitor.waitForValue { state -> Bool? in
      if cancellation.isCancelled { return false }
      if state.isRunning { return nil }
      state.isRunning = true
      guard let content else { return true }
      state.known.removeAll { $0.content == content }
      state.known.append((content, bytes))
      if state.known.count > FileContent.keptCount { state.known.removeFirst() }
      return true
    }
    if hasBegun { onChange?(bytes) }
    return hasBegun
  }

  /// Ends the large decode.
  package func end() {
    onChange?(0)
    monitor.withLock { $0.isRunning = false }
    monitor.wakeAll()
  }
}
