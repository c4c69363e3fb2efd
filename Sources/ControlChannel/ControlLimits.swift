/// The limits of each client of a control channel.
///
/// A client that sends faster is not answered with an error: the server reads its next requests later, so that its writes wait.
package struct ControlLimits: Sendable {
  /// The number of clients at a time. A further one gets an error and is disconnected.
  package var connections = 16
  /// The longest request, in bytes.
  package var lineBytes = 1 << 16
  /// The number of requests of a client that wait for their turn.
  package var waitingRequests = 64
  /// The number of requests of a client that are performed in a second.
  package var requestsPerSecond = 2000
  /// The size of the replies that a client has not read, in bytes. A client with more is disconnected.
  package var unreadBytes = 1 << 22

  package init() {}
}

/// Counts the requests of a client in the current second.
package struct RequestRate: Sendable {
  package let perSecond: Int
  private var begin: UInt64 = 0
  private var count = 0

  package init(perSecond: Int) { self.perSecond = perSecond }

  /// Counts a request at a time in nanoseconds.
  ///
  /// - Returns: The time to wait before the next request, in nanoseconds; `nil` if it can be performed now.
  package mutating func count(at time: UInt64) -> UInt64? {
    if time < begin || time - begin >= 1_000_000_000 { (begin, count) = (time, 0) }
    count += 1
    return count < perSecond ? nil : begin + 1_000_000_000 - time
  }
}
