internal import Glibc
internal import Synchronization
internal import Threads

/// A small HTTP server on this computer's loopback interface, for tests and examples. Each connection has a thread, and
/// serves one request.
package final class LoopbackServer: Sendable {
  /// The request of a client.
  package struct Request: Hashable, Sendable {
    /// The path with its query, such as `/a.png?size=2`.
    package var path: String
    /// The fields of the header by their names in lower case.
    package var fields: [String: String]
  }

  /// The reason why a server cannot be started.
  package struct StartError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The `errno`.
    package let code: Int32

    package var description: String {
      "No server could be started on the loopback interface: \(String(cString: strerror(code)))."
    }
  }

  /// The number of the port.
  package let port: Int
  private let socket: Int32
  private let connections = Monitor<[ObjectIdentifier: Connection]>([:])
  /// The thread that accepts connections; `nil` after the end.
  private let thread: Mutex<SystemThread?>

  /// Starts a server on a free port.
  ///
  /// - Parameter respond: Called for each request on the thread of its connection. It may block. The connection is closed
  ///   when it returns.
  package init(respond: @escaping @Sendable (Request, Connection) -> Void) throws(StartError) {
    let socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = withUnsafeMutableBytes(of: &address) { bytes in
      let address = bytes.assumingMemoryBound(to: sockaddr.self).baseAddress
      return socket >= 0 && bind(socket, address, length) == 0 && listen(socket, 64) == 0
        && getsockname(socket, address, &length) == 0
    }
    guard isBound else {
      let code = errno
      if socket >= 0 { Glibc.close(socket) }
      throw StartError(code: code)
    }
    self.socket = socket
    port = Int(UInt16(bigEndian: address.sin_port))
    let connections = connections
    guard let thread = SystemThread({ Self.accept(socket, connections, respond) }) else {
      Glibc.close(socket)
      throw StartError(code: EAGAIN)
    }
    self.thread = Mutex(thread)
  }

  deinit { close() }

  /// Returns the address of a path, which begins with `/`.
  package func address(_ path: String) -> String { "http://127.0.0.1:\(port)\(path)" }

  /// Ends the server and its connections.
  package func close() {
    let running = thread.withLock { thread in
      defer { thread = nil }
      return thread
    }
    guard let running else { return }
    // The thread may be about to use the socket, so the socket is closed after the end of the thread.
    shutdown(socket, Int32(SHUT_RDWR))
    running.join()
    Glibc.close(socket)
    for connection in connections.withLock({ Array($0.values) }) { connection.interrupt() }
  }

  private static func accept(
    _ socket: Int32, _ connections: Monitor<[ObjectIdentifier: Connection]>,
    _ respond: @escaping @Sendable (Request, Connection) -> Void
  ) {
    while true {
      let client = Glibc.accept(socket, nil, nil)
      if client < 0, errno == EINTR || errno == ECONNABORTED { continue }
      guard client >= 0 else { break }
      _ = fcntl(client, F_SETFD, FD_CLOEXEC)
      let connection = Connection(client)
      connections.withLock { $0[ObjectIdentifier(connection)] = connection }
      let isStarted = SystemThread.startDetached {
        if let request = connection.readRequest() { respond(request, connection) }
        connections.withLock { $0[ObjectIdentifier(connection)] = nil }
        connection.close()
      }
      if !isStarted { connections.withLock { $0[ObjectIdentifier(connection)] = nil } }
    }
  }
}
