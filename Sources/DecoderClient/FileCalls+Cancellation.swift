package import Threads

extension FileCalls {
  /// Makes a file call that may stall, and waits for its result.
  ///
  /// - Parameters:
  ///   - path: The path, from ``stallingPath(_:)``; `nil` for a local disk.
  ///   - cancellation: Ends the wait. It reports a call that takes long.
  ///   - body: The call.
  /// - Throws: ``PhotoError/Reason/stalled(seconds:)`` if the mount does not answer within the limit, and
  ///   ``PhotoError/Reason/canceled``.
  package func perform<Value: Sendable>(
    on path: StallingPath?, _ cancellation: Cancellation, _ body: @escaping @Sendable () -> Value
  ) throws(PhotoError) -> Value {
    let call = begin(on: path, body)
    // Registering a handler would take longer than most local calls.
    if call.isFinished, let value = call.wait() { return value }
    let handler = cancellation.onCancel { call.abandon() }
    defer { cancellation.removeHandler(handler) }
    if let value = call.wait(onSlow: { cancellation.reportSlow() }) { return value }
    try cancellation.check()
    throw PhotoError(String(decoding: path?.path ?? [], as: UTF8.self), .stalled(seconds: limits.seconds))
  }
}
