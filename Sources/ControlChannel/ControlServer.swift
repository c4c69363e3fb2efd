import CSystem
import Dispatch
import Glibc
import JSON
import Threads

/// Answers requests of other programs of the same user on a Unix socket: JSON-RPC 2.0, one request or reply in a line.
///
/// The requests of a client are performed on the main actor, in their order, one after the other. A request that waits is
/// canceled when its client has disconnected.
@MainActor
package final class ControlServer {
  private enum Phase {
    case accepting
    /// The process has no descriptor for a further client.
    case pausing
    case closed
  }

  private let limits: ControlLimits
  private let methods: ControlMethods
  private let socket: ListeningSocket
  private var watch: MainQueueWatch?
  private var phase = Phase.accepting
  private var connections: [ObjectIdentifier: ControlConnection] = [:]

  /// Opens the socket.
  ///
  /// - Parameters:
  ///   - path: The path of the socket, in a folder that exists. A socket of an ended program is replaced.
  ///   - methods: The methods.
  ///   - limits: The limits of each client.
  /// - Throws: `ControlSocketError` if another program uses the socket, or if it cannot be created.
  package init(
    path: String, methods: ControlMethods, limits: ControlLimits = ControlLimits()
  ) throws(ControlSocketError) {
    self.limits = limits
    self.methods = methods
    socket = try ListeningSocket(path: path)
    watch = MainQueueWatch(socket.descriptor, .reading) { [weak self] _ in self?.accept() }
    guard watch != nil else {
      let reason = String(cString: strerror(errno))
      Glibc.close(socket.descriptor)
      socket.remove()
      throw ControlSocketError(path: path, reason: reason)
    }
  }

  isolated deinit { close() }

  /// The number of clients.
  package var connectionCount: Int { connections.count }

  /// Disconnects the clients and removes the socket.
  package func close() {
    guard phase != .closed else { return }
    watch?.cancel()
    watch = nil
    Glibc.close(socket.descriptor)
    phase = .closed
    for connection in connections.values { connection.close() }
    socket.remove()
  }

  private func accept() {
    while true {
      let descriptor = csystem_accept(socket.descriptor)
      guard descriptor >= 0 else {
        if errno != EAGAIN, errno != ECONNABORTED, errno != EINTR { pause() }
        return
      }
      // The mode of the socket's file admits the user and root only.
      if connectionCount >= limits.connections {
        // A client that has left may not have been noticed yet.
        for connection in Array(connections.values) { connection.read() }
      }
      guard connectionCount < limits.connections else {
        refuse(descriptor)
        continue
      }
      let connection = ControlConnection(descriptor, limits) { [weak self] in
        await self?.answer($0)
      }
      connection.onClose = { [weak self] in self?.connections[ObjectIdentifier($0)] = nil }
      connections[ObjectIdentifier(connection)] = connection
    }
  }

  /// Sends an error to a client above the limit, and disconnects it.
  private func refuse(_ descriptor: Int32) {
    let error = ControlError(
      .failed, "\(limits.connections) clients are connected, and no more are permitted.")
    let line = ControlReply.line(id: JSONNode(value: .null), .failure(error))
    _ = Glibc.send(descriptor, line, line.count, Int32(MSG_NOSIGNAL))
    Glibc.close(descriptor)
  }

  /// Lets connections wait for a tenth of a second. The watch would report them without a pause.
  private func pause() {
    guard phase == .accepting else { return }
    phase = .pausing
    watch?.events = []
    DispatchQueue.main.asyncAfter(deadline: .now() + 0.1) { [weak self] in
      MainActor.assumeIsolated {
        guard let self, self.phase == .pausing else { return }
        self.phase = .accepting
        self.watch?.events = .reading
      }
    }
  }

  /// Performs the request of a line, and returns the line of the reply; `nil` for a request without an identifier.
  private func answer(_ line: LineBuffer.Line) async -> [UInt8]? {
    guard case .bytes(let bytes) = line else {
      let error = ControlError(.parseError, "A request has at most \(limits.lineBytes) bytes.")
      return ControlReply.line(id: JSONNode(value: .null), .failure(error))
    }
    let request: ControlRequest
    do { request = try ControlRequest(bytes) } catch {
      return ControlReply.line(id: error.id ?? JSONNode(value: .null), .failure(error.error))
    }
    let result: Result<JSONNode, ControlError>
    do throws(ControlError) {
      result = .success(try await methods.perform(request.method, request.parameters))
    } catch {
      result = .failure(error)
    }
    return request.id.map { ControlReply.line(id: $0, result) }
  }
}
