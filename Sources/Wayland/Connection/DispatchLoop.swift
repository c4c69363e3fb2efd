import Dispatch

/// Watches a socket on Dispatch's main queue: always for reading, for writing when asked.
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

  init(
    descriptor: Int32, onReadable: @escaping @MainActor () -> Void,
    onWritable: @escaping @MainActor () -> Void
  ) {
    reading = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: .main)
    writing = DispatchSource.makeWriteSource(fileDescriptor: descriptor, queue: .main)
    reading.setEventHandler { MainActor.assumeIsolated { onReadable() } }
    writing.setEventHandler { MainActor.assumeIsolated { onWritable() } }
    reading.resume()
  }

  func cancel() {
    // A suspended source must not be released.
    if !watchesForWriting { writing.resume() }
    reading.cancel()
    writing.cancel()
  }
}
