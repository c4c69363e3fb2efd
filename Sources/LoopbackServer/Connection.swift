internal import Glibc
internal import Synchronization

extension LoopbackServer {
  /// The connection of a client. It is used by one thread, except for ``interrupt()``.
  package final class Connection: Sendable {
    private let socket: Int32
    private let isOpen = Mutex(true)

    init(_ socket: Int32) { self.socket = socket }

    deinit { Glibc.close(socket) }

    /// Sends bytes. It blocks while the client does not read.
    ///
    /// - Returns: Whether the client is still connected.
    @discardableResult
    package func send(_ bytes: some Collection<UInt8>) -> Bool {
      let bytes = Array(bytes)
      var sent = 0
      while sent < bytes.count {
        let count = bytes.withUnsafeBytes {
          Glibc.send(socket, $0.baseAddress! + sent, $0.count - sent, Int32(MSG_NOSIGNAL))
        }
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { return false }
        sent += count
      }
      return true
    }

    /// Sends text as UTF-8.
    @discardableResult
    package func send(_ text: String) -> Bool { send(text.utf8) }

    /// Sends a whole response.
    ///
    /// - Parameters:
    ///   - status: The status with its reason, such as `404 Not Found`.
    ///   - fields: Lines of the header without line breaks.
    package func respond(_ status: String = "200 OK", _ fields: [String] = [], _ body: [UInt8] = []) {
      let lines = ["HTTP/1.1 \(status)", "Content-Length: \(body.count)", "Connection: close"] + fields
      send(lines.map { $0 + "\r\n" }.joined() + "\r\n")
      send(body)
    }

    /// Blocks until the client has closed the connection.
    package func waitForEnd() { while receive() != nil {} }

    /// Ends the connection at once, with a reset instead of an orderly end.
    package func reset() {
      var choice = linger(l_onoff: 1, l_linger: 0)
      setsockopt(socket, SOL_SOCKET, SO_LINGER, &choice, socklen_t(MemoryLayout<linger>.size))
      isOpen.withLock { $0 = false }
    }

    /// Wakes the thread that sends or receives. It may be called on any thread.
    func interrupt() { shutdown(socket, Int32(SHUT_RDWR)) }

    /// Ends the connection, after the client has received everything.
    func close() { if isOpen.withLock({ $0 }) { shutdown(socket, Int32(SHUT_WR)) } }

    private func receive() -> [UInt8]? {
      let bytes = [UInt8](unsafeUninitializedCapacity: 4096) { buffer, count in
        repeat { count = recv(socket, buffer.baseAddress, buffer.count, 0) } while count < 0 && errno == EINTR
        count = max(count, 0)
      }
      return bytes.isEmpty ? nil : bytes
    }

    private static let longestRequest = 1 << 16  // bytes

    /// Reads the header of a request; `nil` if it is not complete.
    func readRequest() -> Request? {
      var bytes: [UInt8] = []
      while !bytes.suffix(4).elementsEqual("\r\n\r\n".utf8) {
        guard bytes.count < Self.longestRequest, let more = receive() else { return nil }
        bytes += more
        // A client that speaks another protocol would wait for an answer.
        guard let first = bytes.first, (65...90).contains(first) else { return nil }
      }
      let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\r\n")
      guard let words = lines.first?.split(separator: " "), words.count == 3 else { return nil }
      var fields: [String: String] = [:]
      for line in lines.dropFirst() {
        guard let colon = line.firstIndex(of: ":") else { continue }
        fields[line[..<colon].lowercased()] = String(line[line.index(after: colon)...].drop { $0 == " " })
      }
      return Request(path: String(words[1]), fields: fields)
    }
  }
}
