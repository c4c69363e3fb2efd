/// Decides when a surface draws; it does not draw.
///
/// Every input returns at most one action. Sequences such as "a buffer is released while a callback is pending" can
/// therefore be tested without a compositor.
package struct FrameScheduler {
  /// What the caller must do after an input.
  package enum Action: Equatable {
    /// Call `beginDrawing()` after the queued events were dispatched.
    case draw
  }

  private enum State: Equatable {
    /// The first configure has not arrived, so no buffer may be committed.
    case unmapped
    /// The committed content is current.
    case idle
    /// The action `draw` was returned; `beginDrawing()` was not called yet.
    case due(hasCallback: Bool)
    /// The caller draws: `beginDrawing()` was called, but the end of the frame was not reported yet.
    case drawing(hasCallback: Bool, isDirty: Bool)
    /// Committed; the frame callback is pending.
    case awaitingCallback(isDirty: Bool)
    /// A frame is needed, but the compositor holds all buffers.
    case awaitingBuffer(hasCallback: Bool)
  }

  private var state = State.unmapped

  /// Creates a scheduler that waits for the first configure.
  package init() {}

  /// Whether no frame is due, being drawn or waiting for the compositor.
  package var isAtRest: Bool { state == .idle || state == .unmapped }

  /// Whether `beginDrawing()` would start a frame now.
  package var isDue: Bool {
    if case .due = state { return true }
    return false
  }

  /// Whether a frame is needed and waits for the frame callback.
  package var isWaitingForCallback: Bool { state == .awaitingCallback(isDirty: true) }

  /// Whether the next commit must request a frame callback, because no callback is pending.
  package var needsCallback: Bool {
    switch state {
    case .drawing(let hasCallback, _): !hasCallback
    default: false
    }
  }

  /// Whether another frame was requested since `beginDrawing()`.
  package var wasInvalidatedWhileDrawing: Bool {
    if case .drawing(_, let isDirty) = state { return isDirty }
    return false
  }

  /// Requests a frame because the content changed.
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

  /// Requests a frame with another size. It is due without waiting for the frame callback, because the compositor
  /// waits for the frame.
  ///
  /// Wayland: `xdg_surface.configure`.
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

  /// Starts a frame. Returns false if no frame is due.
  package mutating func beginDrawing() -> Bool {
    guard case .due(let hasCallback) = state else { return false }
    state = .drawing(hasCallback: hasCallback, isDirty: false)
    return true
  }

  /// What is left to do after ``postponeUntilCallback()``.
  package enum Postponement {
    case noFrameIsDue
    case callbackIsPending
    /// The caller must request a callback with a commit without a buffer.
    case callbackIsMissing
  }

  /// Postpones a due frame until the frame callback.
  package mutating func postponeUntilCallback() -> Postponement {
    guard case .due(let hasCallback) = state else { return .noFrameIsDue }
    state = .awaitingCallback(isDirty: true)
    return hasCallback ? .callbackIsPending : .callbackIsMissing
  }

  /// Ends the frame with a commit. The commit included a callback request if `needsCallback` was true.
  package mutating func didCommit() {
    guard case .drawing(_, let isDirty) = state else { return }
    state = .awaitingCallback(isDirty: isDirty)
  }

  /// Ends the frame without a commit because the content did not change.
  ///
  /// - Precondition: No other frame was requested while drawing, or a callback is pending. If neither is true, the
  ///   caller must commit without a buffer to request a callback, and call `didCommit()`.
  package mutating func didSkipCommit() {
    guard case .drawing(let hasCallback, let isDirty) = state else { return }
    precondition(!isDirty || hasCallback, "an invalidated surface needs a commit with a frame callback")
    state = hasCallback ? .awaitingCallback(isDirty: isDirty) : .idle
  }

  /// Ends the frame because the compositor holds all buffers.
  package mutating func didFindNoBuffer() {
    guard case .drawing(let hasCallback, _) = state else { return }
    state = .awaitingBuffer(hasCallback: hasCallback)
  }

  /// Reports that the frame callback arrived.
  ///
  /// Wayland: `wl_callback.done`.
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

  /// Reports that the compositor released a buffer.
  ///
  /// Wayland: `wl_buffer.release`.
  package mutating func bufferReleased() -> Action? {
    guard case .awaitingBuffer(let hasCallback) = state else { return nil }
    state = .due(hasCallback: hasCallback)
    return .draw
  }

  /// Requests a frame because the surface is visible again. The frame does not wait for a callback that was requested
  /// while it was hidden.
  package mutating func shown() -> Action? { isDue ? .draw : configured() }
}
