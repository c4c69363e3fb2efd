import Glibc

/// A non-blocking socket with a queue of bytes and descriptors to send.
final class WireSocket {
  private(set) var file: Int32
  private var outgoing: [UInt8] = []
  private var outgoingFiles: [Int32] = []
  private(set) var incoming: [UInt8] = []
  /// Whether the peer has closed the connection or reset it.
  private(set) var hasEnded = false

  init(_ file: Int32) {
    self.file = file
    _ = fcntl(file, F_SETFL, O_NONBLOCK)
  }

  deinit { close() }

  func close() {
    guard file >= 0 else { return }
    Glibc.close(file)
    file = -1
    for file in outgoingFiles { Glibc.close(file) }
    outgoingFiles = []
  }

  /// The number of bytes that the peer has not accepted yet.
  var pendingCount: Int { outgoing.count }

  func queue(_ bytes: [UInt8], files: [Int32] = []) {
    outgoing += bytes
    outgoingFiles += files
  }

  /// Discards the queued bytes, and closes the queued descriptors.
  func discard() {
    outgoing = []
    for file in outgoingFiles { Glibc.close(file) }
    outgoingFiles = []
  }

  /// Makes the kernel's buffers as small as possible, so that writes of the peer soon fail.
  func shrinkBuffers() { Self.shrinkBuffers(of: file) }

  static func shrinkBuffers(of file: Int32) {
    var size: Int32 = 2048
    for option in [SO_SNDBUF, SO_RCVBUF] {
      setsockopt(file, SOL_SOCKET, option, &size, socklen_t(MemoryLayout<Int32>.size))
    }
  }

  /// Sends as many queued bytes as the peer accepts, but at most `limit`.
  func flush(limit: Int = .max) {
    var left = limit
    while left > 0, !outgoing.isEmpty, file >= 0, !hasEnded {
      // The kernel accepts at most 253 descriptors at a time; libwayland receives at most 28.
      let files = Array(outgoingFiles.prefix(20))
      let chunk = min(left, files.count < outgoingFiles.count ? 4 : outgoing.count, outgoing.count)
      let count = send(Array(outgoing.prefix(chunk)), files)
      if count <= 0 {
        if count < 0, errno != EAGAIN, errno != EINTR { hasEnded = true }
        if hasEnded { discard() }
        return
      }
      outgoing.removeFirst(count)
      for file in files { Glibc.close(file) }
      outgoingFiles.removeFirst(files.count)
      left -= count
    }
  }

  /// Reads at most `limit` bytes into `incoming`. The kernel closes received descriptors.
  func read(limit: Int = 1 << 20) {
    var buffer = [UInt8](repeating: 0, count: 16_384)
    var total = 0
    while total < limit, file >= 0 {
      let count = recv(file, &buffer, min(buffer.count, limit - total), Int32(MSG_DONTWAIT))
      if count == 0 || count < 0 && errno != EAGAIN { hasEnded = true }
      guard count > 0 else { return }
      incoming += buffer[..<count]
      total += count
    }
  }

  /// Returns and removes the first complete message; nil if there is none.
  func takeMessage() -> (object: UInt32, opcode: Int, body: [UInt8])? {
    guard let object = incoming.word(at: 0), let word = incoming.word(at: 4) else { return nil }
    let size = Int(word >> 16)
    guard size >= 8, incoming.count >= size else { return nil }
    let body = Array(incoming[8..<size])
    incoming.removeFirst(size)
    return (object, Int(word & 0xffff), body)
  }

  private func send(_ bytes: [UInt8], _ files: [Int32]) -> Int {
    var bytes = bytes
    // The cmsghdr contains the total length, SOL_SOCKET and SCM_RIGHTS. The descriptors follow, padded to 8 bytes.
    var control: [UInt8] = []
    if !files.isEmpty {
      control.append(word: UInt32(16 + files.count * 4))
      control.append(word: 0)
      control.append(word: UInt32(SOL_SOCKET))
      control.append(word: 1)
      for file in files { control.append(word: UInt32(bitPattern: file)) }
      if files.count % 2 == 1 { control.append(word: 0) }
    }
    let controlCount = control.count
    return bytes.withUnsafeMutableBytes { data in
      control.withUnsafeMutableBytes { rights in
        var part = iovec(iov_base: data.baseAddress, iov_len: data.count)
        return withUnsafeMutablePointer(to: &part) { parts in
          var message = msghdr()
          message.msg_iov = parts
          message.msg_iovlen = 1
          if controlCount > 0 {
            message.msg_control = rights.baseAddress
            message.msg_controllen = controlCount
          }
          return sendmsg(file, &message, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
        }
      }
    }
  }
}
