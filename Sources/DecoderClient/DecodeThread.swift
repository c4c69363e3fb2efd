internal import Glibc
internal import Threads

/// Runs a call that blocks, such as a decode, on a thread of its own.
///
/// A start takes less time than a decode. A thread that is kept for the next call would remain when the program is at rest, and a
/// waiting task starts Dispatch's thread pool, which then wakes the process every second.
package enum DecodeThread {
  /// Starts `body`, and returns immediately.
  ///
  /// - Parameters:
  ///   - path: Names the file in the error if the system refuses a thread; `nil` for none.
  ///   - completion: Called once: on the new thread, or on this one if there is no thread.
  package static func run<Value: Sendable>(
    for path: String? = nil, niceIncrement: Int32 = 0,
    _ body: @escaping @Sendable () throws(PhotoError) -> Value,
    completion: @escaping @Sendable (Result<Value, PhotoError>) -> Void
  ) {
    let isStarted = SystemThread.startDetached(niceIncrement: niceIncrement) {
      completion(Result { () throws(PhotoError) in try body() })
    }
    guard !isStarted else { return }
    let reason = PhotoError.Reason.system(operation: "decoded", code: EAGAIN)
    completion(.failure(path.map { PhotoError($0, reason) } ?? PhotoError(reason)))
  }
}
