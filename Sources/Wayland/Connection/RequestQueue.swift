import CWayland

/// Passes requests to libwayland while its buffer has room. It keeps further requests in order until the socket
/// accepts data.
///
/// libwayland 1.21 buffers 4096 bytes and 28 descriptors. If its buffer and the socket are full, the next request ends
/// the connection with EAGAIN. To avoid this, the queue counts the bytes and descriptors that libwayland has buffered.
@MainActor
final class RequestQueue {
  /// The handling of new requests.
  private enum Phase {
    /// Requests are passed to libwayland.
    case passing
    /// The socket is full, so requests are kept.
    case keeping(ArraySlice<Entry>)
    /// More than `limit` bytes were kept. Requests are dropped, and the connection will fail.
    case overflowed
  }

  private struct Entry {
    let sender: OpaquePointer
    /// The request to send; nil destroys the proxy without a request.
    let request: KeptRequest?
    let size: RequestSize

    func perform() {
      if let request { request.pass(from: sender) } else { wl_proxy_destroy(sender) }
    }

    func discard() {
      if request?.destroysSender ?? true { wl_proxy_destroy(sender) }
    }
  }

  /// The amount that the queue lets libwayland buffer. The remaining 1 KiB is for requests that libwayland-cursor
  /// sends directly.
  private static let room = RequestSize(bytes: 3072, descriptors: 16)
  /// The largest number of bytes to keep, about 30,000 requests.
  static let limit = 4 << 20

  private var phase = Phase.passing
  /// An upper bound of the amount that libwayland has buffered.
  private var buffered = RequestSize()
  private var keptBytes = 0

  /// Whether requests are kept because the socket is full.
  var isKeeping: Bool { if case .keeping = phase { true } else { false } }
  /// Whether more requests were kept than the limit allows.
  var hasOverflowed: Bool { if case .overflowed = phase { true } else { false } }

  /// Whether a request of this size can be passed to libwayland now.
  func accepts(_ size: RequestSize) -> Bool {
    guard case .passing = phase else { return false }
    return buffered == RequestSize() || (buffered + size).fits(in: Self.room)
  }

  /// Counts a request that is passed to libwayland.
  func willPass(_ size: RequestSize) { buffered = buffered + size }

  /// Keeps a request. If `request` is nil, keeps the destruction of the proxy `sender`.
  func keep(_ request: KeptRequest?, from sender: OpaquePointer, size: RequestSize) {
    keptBytes += size.bytes
    let entry = Entry(sender: sender, request: request, size: size)
    switch phase {
    case .passing: phase = .keeping([entry])
    case .keeping(var entries):
      phase = .passing  // releases the array, so that it is not copied
      entries.append(entry)
      phase = .keeping(entries)
      if keptBytes > Self.limit { overflow() }
    case .overflowed: entry.discard()
    }
  }

  /// Records that libwayland has sent its whole buffer, and passes kept requests to libwayland.
  ///
  /// - Returns: Whether requests were passed, so that libwayland must be flushed again.
  func didFlush() -> Bool {
    buffered = RequestSize()
    guard case .keeping(let entries) = phase else { return false }
    var next = entries.startIndex
    while next < entries.endIndex,
      buffered == RequestSize() || (buffered + entries[next].size).fits(in: Self.room)
    {
      entries[next].perform()
      buffered = buffered + entries[next].size
      keptBytes -= entries[next].size.bytes
      next += 1
    }
    phase = next == entries.endIndex ? .passing : .keeping(entries[next...])
    return next > entries.startIndex
  }

  /// Drops the kept requests because the connection closes.
  func discard() {
    if case .keeping(let entries) = phase { for entry in entries { entry.discard() } }
    phase = .passing
    keptBytes = 0
  }

  private func overflow() {
    discard()
    phase = .overflowed
  }
}
