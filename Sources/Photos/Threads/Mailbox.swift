internal import Synchronization

/// Brings values from a thread to one task that waits for them.
///
/// Unlike with `AsyncStream` the reader never leaves its own actor. A single step onto the cooperative pool makes
/// Dispatch wake the process every second from then on, even when nothing is left to do.
final class Mailbox<Element: Sendable>: Sendable {
  private struct State {
    var values: [Element] = []
    var waiting: UnsafeContinuation<Element?, Never>?
    var isEnded = false
    var onCancel: (@Sendable () -> Void)?
  }

  private let state = Mutex(State())
  private let keepsLatestOnly: Bool
  private let deliver: (@Sendable (Element) -> Void)?

  /// - Parameters:
  ///   - keepsLatestOnly: Whether a value that nobody has read yet gives way to the next.
  ///   - deliver: Gets the values on the sending thread, in the place of a task that reads them.
  init(keepsLatestOnly: Bool = false, deliver: (@Sendable (Element) -> Void)? = nil) {
    self.keepsLatestOnly = keepsLatestOnly
    self.deliver = deliver
  }

  /// Sets what is called, once, when the reader is cancelled or gone before the end.
  func onCancel(_ body: @escaping @Sendable () -> Void) {
    state.withLock { if !$0.isEnded { $0.onCancel = body } }
  }

  func send(_ value: Element) {
    if let deliver {
      if !state.withLock({ $0.isEnded }) { deliver(value) }
      return
    }
    let waiting = state.withLock { state -> UnsafeContinuation<Element?, Never>? in
      if state.isEnded { return nil }
      if let waiting = state.waiting.take() { return waiting }
      if keepsLatestOnly { state.values.removeAll() }
      state.values.append(value)
      return nil
    }
    waiting?.resume(returning: value)
  }

  /// Nothing comes any more; what is there can still be read.
  func end() {
    let waiting = state.withLock { state in
      state.isEnded = true
      state.onCancel = nil
      return state.waiting.take()
    }
    waiting?.resume(returning: nil)
  }

  /// Nobody reads any more; what is there is thrown away.
  func cancel() {
    let (waiting, onCancel) = state.withLock { state in
      state.isEnded = true
      state.values = []
      return (state.waiting.take(), state.onCancel.take())
    }
    // First, so that a reader who waits finds the request withdrawn.
    onCancel?()
    waiting?.resume(returning: nil)
  }

  /// Returns the next value, or nil at the end and in a cancelled task. For one task at a time.
  func next(isolation actor: isolated (any Actor)?) async -> Element? {
    let value = await withTaskCancellationHandler(
      operation: {
        await withUnsafeContinuation(isolation: actor) { (waiting: UnsafeContinuation<Element?, Never>) in
          let ready = state.withLock { state -> Element?? in
            if !state.values.isEmpty { return .some(state.values.removeFirst()) }
            if state.isEnded { return .some(nil) }
            state.waiting = waiting
            return nil
          }
          if let ready { waiting.resume(returning: ready) }
        }
      }, onCancel: { cancel() }, isolation: actor)
    // A value may have been on its way when the task was cancelled.
    return Task.isCancelled ? nil : value
  }

  /// Cancels a mailbox when the last who could read it is gone.
  final class Reader: Sendable {
    let mailbox: Mailbox

    init(_ mailbox: Mailbox) { self.mailbox = mailbox }

    deinit { mailbox.cancel() }
  }
}
