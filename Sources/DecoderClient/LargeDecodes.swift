package import DecoderProtocol
internal import Threads

/// A caller that does other work while a large decode runs. Of the large decodes, one runs at a time.
package struct LargeDecode {
  package let onBegin: () -> Void
  package let onEnd: @Sendable () -> Void

  /// Creates a caller.
  ///
  /// - Parameters:
  ///   - onBegin: Called on the calling thread when the decode begins, if it is large.
  ///   - onEnd: Called once, on another thread, when the large decode that runs ends. It is called only if the decode was
  ///     deferred, perhaps before its method returns.
  package init(onBegin: @escaping () -> Void, onEnd: @escaping @Sendable () -> Void) {
    (self.onBegin, self.onEnd) = (onBegin, onEnd)
  }
}

/// The rule for large decodes: of the decodes that need more than ``DecoderPool/Options/concurrentBytes``, one runs at a
/// time. So all decodes of a pool together take at most the memory of one large decode and of the small ones.
package final class LargeDecodes: Sendable {
  /// A decode whose memory is known after its first attempt. A reduced decode of the same content may be small.
  private struct Key: Hashable {
    let content: FileContent
    /// The request, without the index of the frame: the frames of an animation need equal memory.
    let request: DecodeRequest

    init?(_ content: FileContent?, _ request: DecodeRequest) {
      guard let content else { return nil }
      self.content = content
      self.request = DecodeRequest(request.subject, size: request.size, region: request.region)
    }
  }

  private struct State {
    var isRunning = false
    /// The last large decodes, and the memory that they need, in bytes; the latest decode last.
    var known: [(key: Key, bytes: Int)] = []
    /// Called when the large decode ends.
    var deferred: [@Sendable () -> Void] = []

    mutating func record(_ bytes: Int, for key: Key?) {
      guard let key else { return }
      known.removeAll { $0.key == key }
      known.append((key, bytes))
      if known.count > knownCount { known.removeFirst() }
    }
  }

  /// The number of decodes whose memory is kept.
  package static let knownCount = 16

  private let monitor = Monitor(State())
  private let onChange: (@Sendable (Int) -> Void)?

  /// - Parameter onChange: Called with the memory of the large decode that begins, in bytes, and with 0 when it ends.
  package init(onChange: (@Sendable (Int) -> Void)?) { self.onChange = onChange }

  /// Returns the memory that an earlier decode for the same request needed, in bytes; `nil` if it was small or long ago.
  package func knownBytes(of content: FileContent?, for request: DecodeRequest) -> Int? {
    guard let key = Key(content, request) else { return nil }
    return monitor.withLock { state in state.known.last { $0.key == key }?.bytes }
  }

  /// Waits until no large decode runs, and begins one.
  ///
  /// - Returns: Whether the decode may begin. Otherwise it was canceled while it waited.
  package func begin(
    _ bytes: Int, of content: FileContent?, for request: DecodeRequest, _ cancellation: Cancellation
  ) -> Bool {
    let key = Key(content, request)
    let hasBegun = monitor.waitForValue(cancellation) { state -> Bool? in
      if cancellation.isCanceled { return false }
      if state.isRunning { return nil }
      state.isRunning = true
      state.record(bytes, for: key)
      return true
    }
    if hasBegun { onChange?(bytes) }
    return hasBegun
  }

  /// Begins a large decode if none runs.
  ///
  /// - Parameter onEnd: Called once, on another thread, when the large decode that runs ends. It is not called if this
  ///   method returns `true`.
  /// - Returns: Whether the decode may begin.
  package func beginUnlessRunning(
    _ bytes: Int, of content: FileContent?, for request: DecodeRequest, onEnd: @escaping @Sendable () -> Void
  ) -> Bool {
    let key = Key(content, request)
    let hasBegun = monitor.withLock { state in
      state.record(bytes, for: key)
      if state.isRunning {
        state.deferred.append(onEnd)
        return false
      }
      state.isRunning = true
      return true
    }
    if hasBegun { onChange?(bytes) }
    return hasBegun
  }

  /// Ends the large decode.
  package func end() {
    onChange?(0)
    let deferred = monitor.withLock { state in
      state.isRunning = false
      defer { state.deferred = [] }
      return state.deferred
    }
    monitor.wakeAll()
    for action in deferred { action() }
  }
}
