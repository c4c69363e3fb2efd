internal import Synchronization

/// Passes the stages of a request to its closure, until the request ends or is canceled.
final class StageDelivery: Sendable {
  private struct State {
    var isEnded = false
    var onCancel: (@Sendable () -> Void)?
  }

  private let state = Mutex(State())
  private let deliver: @Sendable (PhotoLoader.Stage) -> Void

  /// - Parameter deliver: Called with each stage on the sending thread.
  init(_ deliver: @escaping @Sendable (PhotoLoader.Stage) -> Void) { self.deliver = deliver }

  /// Sets a closure that is called once if the request is canceled before its end.
  func onCancel(_ body: @escaping @Sendable () -> Void) {
    state.withLock { if !$0.isEnded { $0.onCancel = body } }
  }

  /// Delivers a stage. Stages after the end are dropped.
  func send(_ stage: PhotoLoader.Stage) { if !state.withLock({ $0.isEnded }) { deliver(stage) } }

  /// Ends the delivery.
  func end() { state.withLock { $0 = State(isEnded: true) } }

  /// Ends the delivery, and cancels the request if it has not ended.
  func cancel() {
    let onCancel = state.withLock { state in
      defer { state = State(isEnded: true) }
      return state.onCancel
    }
    onCancel?()
  }
}
