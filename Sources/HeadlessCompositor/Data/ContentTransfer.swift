import CSystem
import CWaylandServer
import Glibc

/// A transfer of data through a pipe. The compositor's event loop writes or reads the data for a test.
@MainActor public final class ContentTransfer {
  private enum Phase {
    case active(OpaquePointer, file: Int32)
    case ended(isComplete: Bool)
  }

  private weak var compositor: Compositor?
  private var phase = Phase.ended(isComplete: false)
  private var offset = 0

  /// The bytes received so far, or the bytes to send.
  public private(set) var bytes: [UInt8]

  /// Whether the end of the data was reached.
  public var isComplete: Bool {
    if case .ended(let isComplete) = phase { return isComplete }
    return false
  }

  /// Whether the transfer has ended, completely or not.
  public var isEnded: Bool {
    if case .ended = phase { return true }
    return false
  }

  /// The bytes received so far as text; invalid UTF-8 is replaced by U+FFFD.
  public var text: String { String(decoding: bytes, as: UTF8.self) }

  /// Ends the transfer, like a client that closes its pipe early.
  public func cancel() { end(isComplete: false) }

  static func write(_ bytes: [UInt8], to file: Int32, in compositor: Compositor) {
    _ = ContentTransfer(bytes, file, isWriting: true, in: compositor)
  }

  static func read(from file: Int32, in compositor: Compositor) -> ContentTransfer {
    ContentTransfer([], file, isWriting: false, in: compositor)
  }

  /// Returns a transfer that has ended without data, for a type that is not offered.
  static func empty() -> ContentTransfer { ContentTransfer() }

  private init() { bytes = [] }

  private init(_ bytes: [UInt8], _ file: Int32, isWriting: Bool, in compositor: Compositor) {
    self.bytes = bytes
    self.compositor = compositor
    _ = csystem_set_nonblocking(file)
    let mask = UInt32(isWriting ? WL_EVENT_WRITABLE : WL_EVENT_READABLE)
    let owner = Unmanaged.passUnretained(self).toOpaque()
    let source = wl_event_loop_add_fd(
      compositor.eventLoop, file, mask,
      { file, _, data in
        guard let data else { return 0 }
        let address = UInt(bitPattern: data)
        MainActor.assumeIsolated {
          guard let pointer = UnsafeRawPointer(bitPattern: address) else { return }
          let transfer = Unmanaged<ContentTransfer>.fromOpaque(pointer).takeUnretainedValue()
          withExtendedLifetime(transfer) { transfer.proceed(file) }
        }
        return 0
      }, owner)
    guard let source else {
      // A regular file cannot be watched. Writing to it does not block.
      if isWriting { proceed(file) }
      close(file)
      return
    }
    phase = .active(source, file: file)
    isSending = isWriting
    compositor.transfers.append(self)
  }

  private var isSending = false

  private func proceed(_ file: Int32) {
    if isSending { writeAvailable(file) } else { readAvailable(file) }
  }

  private func writeAvailable(_ file: Int32) {
    let count = bytes.withUnsafeBytes {
      csystem_write_without_sigpipe(file, $0.baseAddress.map { $0 + offset }, UInt(bytes.count - offset))
    }
    if count > 0 {
      offset += count
      if offset == bytes.count { end(isComplete: true) }
    } else if count < 0, errno != EAGAIN, errno != EINTR {
      end(isComplete: false)
    }
  }

  private func readAvailable(_ file: Int32) {
    var chunk = [UInt8](repeating: 0, count: 65_536)
    let count = Glibc.read(file, &chunk, chunk.count)
    if count > 0 {
      bytes += chunk[..<count]
    } else if count == 0 {
      end(isComplete: true)
    } else if errno != EAGAIN, errno != EINTR {
      end(isComplete: false)
    }
  }

  private func end(isComplete: Bool) {
    guard case .active(let source, let file) = phase else { return }
    phase = .ended(isComplete: isComplete)
    wl_event_source_remove(source)
    close(file)
    compositor?.transfers.remove(self)
  }
}

extension Compositor {
  /// The number of the test's transfers that have not ended.
  public var pendingTransferCount: Int { transfers.count }
}
