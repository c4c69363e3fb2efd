internal import CGIO

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
