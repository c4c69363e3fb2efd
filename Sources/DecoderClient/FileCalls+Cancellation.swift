package import Threads

extension FileCalls {
  /// Makes a file call that may stall, and waits for its result.
  ///
  /// - Parameters:
  ///   - mount: The mount that may stall, from ``stallingMount(of:)``; `nil` for a local disk.
  ///   - cancellation: Ends the wait. It reports a call that takes long.
  ///   - body: The call.
  /// - Returns: `nil` if the mount does not answer within the limit, or after a cancellation.
  package func perform<Value: Sendable>(
    on mount: Mount?, _ cancellation: Cancellation, _ body: @escaping @Sendable () -> Value
  ) -> Value? {
    let call = begin(on: mount, body)
    // Registering a handler would take longer than most local calls.
    if call.isFinished { return call.wait() }
    let handler = cancellation.onCancel { call.cancel() }
    defer { cancellation.removeHandler(handler) }
    return call.wait { cancellation.reportSlow() }
  }

  /// Makes a file call on the mount of a path, which may stall, and waits for its result.
  ///
  /// - Returns: `nil` if the mount does not answer within the limit, or after a cancellation.
  package func perform<Value: Sendable>(
    on path: [UInt8], _ cancellation: Cancellation, _ body: @escaping @Sendable () -> Value
  ) -> Value? {
    perform(on: stallingMount(of: path), cancellation, body)
  }
}
