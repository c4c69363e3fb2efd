internal import Synchronization

/// Passes values from a thread to one waiting task.
///
/// Unlike with `AsyncStream`, the reader never leaves its actor. A single job on the cooperative pool would
/// start Dispatch's threads, which then wake the process every second.
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

  /// Creates an empty mailbox.
  ///
  /// - Parameters:
  ///   - keepsLatestOnly: Whether a new value replaces values that were not read yet.
  ///   - deliver: Called with each value on the sending thread; `nil` if a task reads the values.
  init(keepsLatestOnly: Bool = false, deliver: (@Sendable (Element) -> Void)? = nil) {
    self.keepsLatestOnly = keepsLatestOnly
    self.deliver = deliver
  }

  /// Sets a closure that is called once if the reader is canceled or released before the end.
  func onCancel(_ body: @escaping @Sendable () -> Void) {
    state.withLock { if !$0.isEnded { $0.onCancel = body } }
  }

  /// Delivers a value to the closure, to the waiting task or to the queue. Values after the end are dropped.
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

  /// Ends the stream. Queued values can still be read.
  func end() {
    let waiting = state.withLock { state in
      state.isEnded = true
      state.onCancel = nil
      return state.waiting.take()
    }
    waiting?.resume(returning: nil)
  }

  /// Cancels the reader and drops queued values.
  func cancel() {
    let (waiting, onCancel) = state.withLock { state in
      state.isEnded = true
      state.values = []
      return (state.waiting.take(), state.onCancel.take())
    }
    // The handler runs before the reader resumes, so that the request is already canceled when the reader
    // continues.
    onCancel?()
    waiting?.resume(returning: nil)
  }

  /// Returns the next value, or `nil` at the end and in a canceled task. Only one task may wait at a time.
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
    // The task may have been canceled after the value was sent.
    return Task.isCancelled ? nil : value
  }

  /// Owns the right to read a mailbox. Releasing it cancels the mailbox.
  final class Reader: Sendable {
    let mailbox: Mailbox

    init(_ mailbox: Mailbox) { self.mailbox = mailbox }

    deinit { mailbox.cancel() }
  }
}
