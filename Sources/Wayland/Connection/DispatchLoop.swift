import Threads

/// Watches a socket on Dispatch's main queue: always for reading, and for writing while `watchesForWriting` is set.
@MainActor
final class DispatchLoop: DescriptorWatch {
  private let watch: MainQueueWatch

  /// Whether `onWritable` is called while the socket is writable.
  var watchesForWriting = false {
    didSet { watch.events = watchesForWriting ? [.reading, .writing] : .reading }
  }

  /// Starts watching for reading.
  ///
  /// - Returns: The loop; nil if the descriptor cannot be watched (`errno` states why).
  init?(
    descriptor: Int32, onReadable: @escaping @MainActor () -> Void,
    onWritable: @escaping @MainActor () -> Void
  ) {
    let watch = MainQueueWatch(descriptor, .reading) { events in
      if events.contains(.reading) { onReadable() }
      if events.contains(.writing) { onWritable() }
    }
    guard let watch else { return nil }
    self.watch = watch
  }

  /// Stops watching.
  func cancel() { watch.cancel() }
}
