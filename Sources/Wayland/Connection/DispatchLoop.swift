import Dispatch
import Glibc

/// Watches a socket on Dispatch's main queue: always for reading, for writing when asked.
///
/// It watches a duplicate of the descriptor, which stays open until Dispatch has let go of it. Otherwise a new
/// connection that gets the same number could be taken for the old one, and never be served.
@MainActor
final class DispatchLoop {
  private let reading: any DispatchSourceRead
  private let writing: any DispatchSourceWrite

  var watchesForWriting = false {
    didSet {
      guard watchesForWriting != oldValue else { return }
      if watchesForWriting { writing.resume() } else { writing.suspend() }
    }
  }

  /// - Returns: nil when there is no descriptor left; `errno` says why.
  init?(
    descriptor: Int32, onReadable: @escaping @MainActor () -> Void,
    onWritable: @escaping @MainActor () -> Void
  ) {
    let duplicate = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
    guard duplicate >= 0 else { return nil }
    let second = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
    guard second >= 0 else {
      let reason = errno
      close(duplicate)
      errno = reason
      return nil
    }
    reading = DispatchSource.makeReadSource(fileDescriptor: duplicate, queue: .main)
    writing = DispatchSource.makeWriteSource(fileDescriptor: second, queue: .main)
    reading.setEventHandler { MainActor.assumeIsolated { onReadable() } }
    writing.setEventHandler { MainActor.assumeIsolated { onWritable() } }
    reading.setCancelHandler { close(duplicate) }
    writing.setCancelHandler { close(second) }
    reading.resume()
  }

  func cancel() {
    // A suspended source must not be released, and does not cancel.
    if !watchesForWriting { writing.resume() }
    reading.cancel()
    writing.cancel()
  }
}
