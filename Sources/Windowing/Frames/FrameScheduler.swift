/// Decides when a surface draws, and never draws itself.
///
/// Every input returns at most one action, so "a second callback was requested" and "the buffer came back but
/// nobody redrew" are unit tests, not race reports.
package struct FrameScheduler {
  package enum Action: Equatable {
    /// See to it that `beginDrawing()` is called soon: after the events that wait already.
    case draw
  }

  private enum State: Equatable {
    /// Not configured yet: nothing may be shown.
    case unmapped
    /// What is shown is what should be shown.
    case idle
    /// A draw was asked for.
    case due(hasCallback: Bool)
    case drawing(hasCallback: Bool, isDirty: Bool)
    /// Committed; the compositor has not asked for the next frame yet.
    case awaitingCallback(isDirty: Bool)
    /// Dirty, but every buffer is still being read by the compositor.
    case awaitingBuffer(hasCallback: Bool)
  }

  private var state = State.unmapped

  package init() {}

  /// Whether nothing is shown and nothing is wanted: no request is under way.
  package var isAtRest: Bool { state == .idle || state == .unmapped }

  /// Whether the commit to come must request a frame callback: none is under way.
  package var needsCallback: Bool {
    switch state {
    case .drawing(let hasCallback, _): !hasCallback
    default: false
    }
  }

  /// Whether more was asked for while drawing.
  package var isDirtyAgain: Bool {
    if case .drawing(_, let isDirty) = state { return isDirty }
    return false
  }

  /// The content changed.
  package mutating func invalidate() -> Action? {
    switch state {
    case .unmapped, .due, .awaitingBuffer: return nil
    case .idle:
      state = .due(hasCallback: false)
      return .draw
    case .drawing(let hasCallback, _):
      state = .drawing(hasCallback: hasCallback, isDirty: true)
      return nil
    case .awaitingCallback:
      state = .awaitingCallback(isDirty: true)
      return nil
    }
  }

  /// The compositor asks for another size: it waits for the answer, so the callback is not waited for.
  package mutating func configured() -> Action? {
    switch state {
    case .unmapped, .idle:
      state = .due(hasCallback: false)
      return .draw
    case .awaitingCallback:
      state = .due(hasCallback: true)
      return .draw
    case .drawing(let hasCallback, _):
      state = .drawing(hasCallback: hasCallback, isDirty: true)
      return nil
    case .due, .awaitingBuffer: return nil
    }
  }

  /// Returns whether to draw now.
  package mutating func beginDrawing() -> Bool {
    guard case .due(let hasCallback) = state else { return false }
    state = .drawing(hasCallback: hasCallback, isDirty: false)
    return true
  }

  /// The drawing is committed, with a callback if `needsCallback` said so.
  package mutating func didCommit() {
    guard case .drawing(_, let isDirty) = state else { return }
    state = .awaitingCallback(isDirty: isDirty)
  }

  /// The drawing changed nothing and was not committed.
  ///
  /// - Precondition: Nothing more was asked for while drawing; else an empty commit must fetch a callback.
  package mutating func didChangeNothing() {
    guard case .drawing(let hasCallback, let isDirty) = state else { return }
    precondition(!isDirty || hasCallback, "a dirty surface needs a commit to be called back")
    state = hasCallback ? .awaitingCallback(isDirty: isDirty) : .idle
  }

  /// The drawing found no free buffer.
  package mutating func didFindNoBuffer() {
    guard case .drawing(let hasCallback, _) = state else { return }
    state = .awaitingBuffer(hasCallback: hasCallback)
  }

  /// `wl_callback.done` arrived.
  package mutating func callbackFired() -> Action? {
    switch state {
    case .awaitingCallback(let isDirty):
      state = isDirty ? .due(hasCallback: false) : .idle
      return isDirty ? .draw : nil
    case .due: state = .due(hasCallback: false)
    case .awaitingBuffer: state = .awaitingBuffer(hasCallback: false)
    case .drawing(_, let isDirty): state = .drawing(hasCallback: false, isDirty: isDirty)
    case .unmapped, .idle: break
    }
    return nil
  }

  /// `wl_buffer.release` arrived.
  package mutating func bufferReleased() -> Action? {
    guard case .awaitingBuffer(let hasCallback) = state else { return nil }
    state = .due(hasCallback: hasCallback)
    return .draw
  }
}
