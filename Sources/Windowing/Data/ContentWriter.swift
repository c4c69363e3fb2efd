import CSystem
import Glibc
import Wayland

/// Writes offered data to the pipes of the programs that requested it.
///
/// If a program reads slowly, one descriptor and its data stay allocated until the time limit. If a program
/// sends many requests and reads nothing, at most ``capacity`` writes and as many requests that wait for their bytes stay
/// allocated.
///
/// Linux: `write`.
@MainActor
final class ContentWriter {
  /// The largest number of simultaneous writes. When another write begins, the oldest one is ended.
  static let capacity = 16
  /// The time limit of a write, in seconds.
  static let seconds = 60.0

  /// Called when a request gets no data or not all of it: its bytes were never delivered, or its write was ended before the
  /// reading program had all bytes and closed the pipe.
  var onFailure: (() -> Void)?

  private let scheduler: any Scheduler
  private var writes: [PendingWrite] = []
  /// The requests whose bytes have not been delivered, the oldest first. The closure that delivers the bytes retains the
  /// descriptor, which is closed when the closure is released.
  private var requests: [Request] = []

  private struct Request {
    weak var descriptor: ReceivedDescriptor?

    var isWaiting: Bool { descriptor.map { $0.borrowed >= 0 } ?? false }
  }

  init(on scheduler: any Scheduler) { self.scheduler = scheduler }

  /// The number of unfinished writes, including those whose bytes have not been delivered.
  var count: Int { writes.count + requests.count { $0.isWaiting } }

  /// Loads the bytes of a type, writes them to the descriptor and closes it. If the type is not offered, the descriptor
  /// is closed, and the reading program gets end of file.
  func write(_ type: String, of content: ContentProvider, to descriptor: ReceivedDescriptor) {
    requests.removeAll { !$0.isWaiting }
    while requests.count >= Self.capacity { end(requests.removeFirst()) }
    requests.append(Request(descriptor: descriptor))
    let delivery = Delivery { [weak self] in self?.onFailure?() }
    content.load(type) { bytes in
      delivery.isDone = true
      self.write(bytes, to: descriptor.take())
    }
  }

  /// Writes all bytes to the descriptor and closes it.
  func write(_ bytes: [UInt8], to descriptor: Int32) {
    guard descriptor >= 0 else { return }
    guard csystem_set_nonblocking(descriptor) == 0 else {
      close(descriptor)
      return
    }
    let write = PendingWrite(bytes)
    // First write without a watch: short data fits into the pipe.
    guard write.writeAvailable(to: descriptor) else {
      close(descriptor)
      return
    }
    while writes.count >= Self.capacity { fail(writes[0]) }
    writes.append(write)
    // The handlers retain `write` until it has ended.
    write.pipe = PipeWatch(descriptor, for: .writing, on: scheduler) {
      if !write.writeAvailable(to: descriptor) { self.end(write) }
    }
    write.timer = scheduler.timer(after: Self.seconds, every: nil) { self.fail(write) }
  }

  /// Ends all writes and closes their descriptors.
  func close() {
    for request in requests { end(request) }
    requests = []
    for write in writes { end(write) }
  }

  private func end(_ request: Request) {
    if let descriptor = request.descriptor?.take(), descriptor >= 0 { close(descriptor) }
  }

  private func fail(_ write: PendingWrite) {
    end(write)
    onFailure?()
  }

  private func end(_ write: PendingWrite) {
    writes.removeAll { $0 === write }
    write.pipe?.cancel()
    write.timer?.cancel()
    write.pipe = nil
    write.timer = nil
  }

  private func close(_ descriptor: Int32) { _ = Glibc.close(descriptor) }
}

/// The delivery of the bytes of a request. The closure that delivers them retains it.
@MainActor
private final class Delivery {
  var isDone = false
  private let onAbandon: @MainActor () -> Void

  init(onAbandon: @escaping @MainActor () -> Void) { self.onAbandon = onAbandon }

  isolated deinit { if !isDone { onAbandon() } }
}

@MainActor
private final class PendingWrite {
  private let bytes: [UInt8]
  private var offset = 0
  var pipe: PipeWatch?
  var timer: (any ScheduledTimer)?

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Writes as much as the pipe accepts, at most 256 KiB. Returns false when all bytes are written or the reader has
  /// closed the pipe.
  func writeAvailable(to descriptor: Int32) -> Bool {
    let end = min(bytes.count, offset + 262_144)
    while offset < end {
      let count = bytes.withUnsafeBytes {
        csystem_write_without_sigpipe(descriptor, $0.baseAddress.map { $0 + offset }, UInt(end - offset))
      }
      if count > 0 {
        offset += count
      } else if count == 0 || errno == EAGAIN {
        return true
      } else if errno != EINTR {
        return false
      }
    }
    return offset < bytes.count
  }
}
