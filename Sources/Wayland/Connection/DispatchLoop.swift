import Dispatch
import Glibc

/// Watches a socket on Dispatch's main queue: always for reading, and for writing while `watchesForWriting` is set.
///
/// It watches duplicates of the descriptor, which stay open until Dispatch has released them. If it watched the
/// descriptor itself, a new connection could get the same number while Dispatch still watches the old connection, and
/// Dispatch would never report the events of the new connection.
@MainActor
final class DispatchLoop: DescriptorWatch {
  private let reading: any DispatchSourceRead
  private let writing: any DispatchSourceWrite

  /// Whether `onWritable` is called while the socket is writable.
  var watchesForWriting = false {
    didSet {
      guard watchesForWriting != oldValue else { return }
      if watchesForWriting { writing.resume() } else { writing.suspend() }
    }
  }

  /// Starts watching for reading.
  ///
  /// - Returns: The loop; nil if the descriptor cannot be duplicated (`errno` states why).
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

  /// Stops watching and closes the duplicates.
  func cancel() {
    // Resume the suspended source: releasing a suspended source traps, and its cancel handler would not run.
    if !watchesForWriting { writing.resume() }
    reading.cancel()
    writing.cancel()
  }
}
