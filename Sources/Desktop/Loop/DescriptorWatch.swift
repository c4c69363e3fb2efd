internal import CGIO
internal import Dispatch
internal import Glibc

/// A direction in which a descriptor can become ready.
struct WatchedEvent: Hashable {
  enum Direction: Hashable { case reading, writing }

  let descriptor: Int32
  let direction: Direction

  /// The directions for which a GLib source waits. A source that waits only for errors is watched for reading, which
  /// reports errors, too.
  static func events(of poll: GPollFD) -> [WatchedEvent] {
    let wantsWriting = UInt32(poll.events) & G_IO_OUT.rawValue != 0
    let wantsReading = UInt32(poll.events) & (G_IO_IN.rawValue | G_IO_PRI.rawValue) != 0 || !wantsWriting
    var events: [WatchedEvent] = []
    if wantsReading { events.append(WatchedEvent(descriptor: poll.fd, direction: .reading)) }
    if wantsWriting { events.append(WatchedEvent(descriptor: poll.fd, direction: .writing)) }
    return events
  }
}

/// Calls a closure on the main actor while a descriptor is ready. The watch ends when it is deallocated.
///
/// It watches a duplicate of the descriptor. Otherwise, after the descriptor is closed, a new descriptor with the same
/// number could be mistaken for it.
@MainActor
final class DescriptorWatch {
  private let source: any DispatchSourceProtocol

  /// - Returns: The watch; `nil` if the descriptor cannot be duplicated.
  init?(_ event: WatchedEvent, onReady: @escaping @MainActor () -> Void) {
    let duplicate = fcntl(event.descriptor, F_DUPFD_CLOEXEC, 0)
    guard duplicate >= 0 else { return nil }
    source =
      switch event.direction {
      case .reading: DispatchSource.makeReadSource(fileDescriptor: duplicate, queue: .main)
      case .writing: DispatchSource.makeWriteSource(fileDescriptor: duplicate, queue: .main)
      }
    source.setEventHandler { MainActor.assumeIsolated { onReady() } }
    source.setCancelHandler { close(duplicate) }
    source.resume()
  }

  isolated deinit { source.cancel() }
}
