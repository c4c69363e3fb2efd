import Glibc
package import JSON
import Threads

/// Sends requests to a control channel, and waits for each reply. For programs that have no main queue to serve.
package final class ControlClient {
  private let descriptor: Int32
  private var input = LineBuffer(limit: 1 << 24)
  private var lines: [LineBuffer.Line] = []
  private var lastID = 0

  /// The longest wait for a connection, in seconds.
  private static let connectionLimit = 5
  static let noListener = "no program listens on it"

  /// Connects.
  ///
  /// - Throws: `ControlSocketError` if no program listens on the socket.
  package init(path: String) throws(ControlSocketError) {
    guard let address = SocketAddress(path: path) else {
      throw ControlSocketError(
        path: path, reason: "the path must have 1 to \(SocketAddress.longestPath) bytes")
    }
    descriptor = SocketAddress.makeSocket(isBlocking: true)
    // A program that has stopped accepts no connection.
    var limit = timeval(tv_sec: Self.connectionLimit, tv_usec: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &limit, socklen_t(MemoryLayout.size(ofValue: limit)))
    guard descriptor >= 0, address.call({ connect(descriptor, $0, $1) }) == 0 else {
      let reason =
        switch errno {
        case ECONNREFUSED, ENOENT: Self.noListener
        case EAGAIN: "the program does not answer"
        default: String(cString: strerror(errno))
        }
      throw ControlSocketError(path: path, reason: reason)
    }
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// Calls a method.
  ///
  /// - Parameters:
  ///   - method: The name of the method.
  ///   - parameters: Its parameters.
  ///   - seconds: The longest time to wait for the reply.
  /// - Returns: The result.
  /// - Throws: The error of the reply, or an error with the code `failed` or `timeout` if there is none.
  package func call(
    _ method: String, _ parameters: [JSONMember] = [], within seconds: Double = 60
  ) throws(ControlError) -> JSONNode {
    lastID += 1
    let request: JSONNode = [
      "jsonrpc": "2.0", "id": JSONNode(lastID), "method": JSONNode(method),
      "params": JSONNode(value: .object(parameters)),
    ]
    send(Array((request.line + "\n").utf8))
    let end = MonotonicClock.nanoseconds() + UInt64(min(max(seconds, 0), 1e6) * 1e9)
    while true {
      guard case .bytes(let bytes) = try receive(until: end, method) else {
        throw ControlError(.failed, "The reply is longer than \(input.limit) bytes.")
      }
      let reply: JSONNode
      do { reply = try JSONParser.parse(bytes, mostBytes: input.limit) } catch {
        throw ControlError(.failed, "The reply is not JSON: \(error)")
      }
      // A reply without an identifier is about a line that the server could not read.
      guard let id = reply["id"]?.number, id != Double(lastID) else { return try Self.result(of: reply) }
    }
  }

  private static func result(of reply: JSONNode) throws(ControlError) -> JSONNode {
    if let result = reply["result"] { return result }
    let code = reply["error"]?["code"]?.number.flatMap { Int(exactly: $0) }
    throw ControlError(
      code.flatMap { ControlError.Code(rawValue: $0) } ?? .failed,
      reply["error"]?["message"]?.text ?? "The reply has neither a result nor an error.")
  }

  /// Sends bytes. If the server has closed the connection, ``receive(until:_:)`` reports it, after the server's last line.
  private func send(_ bytes: [UInt8]) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes {
        Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      if count > 0 {
        rest = rest.dropFirst(count)
      } else if errno != EINTR {
        return
      }
    }
  }

  private func receive(until end: UInt64, _ method: String) throws(ControlError) -> LineBuffer.Line {
    while lines.isEmpty {
      let now = MonotonicClock.nanoseconds()
      var poll = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      let milliseconds = now < end ? Int32(min((end - now) / 1_000_000 + 1, 1_000_000)) : 0
      let ready = Glibc.poll(&poll, 1, milliseconds)
      if ready < 0, errno == EINTR { continue }
      guard ready > 0 else {
        if MonotonicClock.nanoseconds() < end { continue }
        throw ControlError(.timeout, "The program has not answered “\(method)” in time.")
      }
      var bytes = [UInt8](repeating: 0, count: 1 << 16)
      let count = Glibc.read(descriptor, &bytes, bytes.count)
      guard count > 0 else {
        if count < 0, errno == EINTR { continue }
        throw ControlError(.failed, "The program has closed the connection.")
      }
      lines += input.append(bytes[..<count])
    }
    return lines.removeFirst()
  }
}
