import CSystem
import Dispatch
import Glibc
import JSON

/// Answers requests of other programs of the same user on a Unix socket: JSON-RPC 2.0, one request or reply in a line.
///
/// The requests of a client are performed on the main actor, in their order, one after the other. The methods `version` and
/// `methods` exist in every program.
@MainActor
package final class ControlServer {
  /// The version of the protocol. It grows with each change that older clients do not understand.
  package static let version = 1

  private let program: String
  private let limits: ControlLimits
  private let socket: ListeningSocket
  private let source: any DispatchSourceRead
  private var methods = ControlMethods([])
  private var connections: [ObjectIdentifier: ControlConnection] = [:]

  /// Opens the socket.
  ///
  /// - Parameters:
  ///   - path: The path of the socket, in a folder that exists. A socket of an ended program is replaced.
  ///   - program: The name of the program, for the method `version`.
  ///   - methods: The methods. Of two with the same name, the last one is used.
  ///   - limits: The limits of each client.
  /// - Throws: `ControlSocketError` if another program uses the socket, or if it cannot be created.
  package init(
    path: String, program: String, methods: [ControlMethod], limits: ControlLimits = ControlLimits()
  ) throws(ControlSocketError) {
    self.program = program
    self.limits = limits
    socket = try ListeningSocket(path: path)
    let descriptor = socket.descriptor
    source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: .main)
    source.setCancelHandler { @Sendable in Glibc.close(descriptor) }
    self.methods = ControlMethods(methods + builtIn)
    source.setEventHandler { [weak self] in MainActor.assumeIsolated { self?.accept() } }
    source.resume()
  }

  isolated deinit {
    source.cancel()
    for connection in connections.values { connection.close() }
  }

  /// The number of clients.
  package var connectionCount: Int { connections.count }

  private var builtIn: [ControlMethod] {
    [
      ControlMethod("version", "Returns the name of the program and the version of the protocol.") {
        [program] _ in
        ["program": JSONNode(program), "version": JSONNode(Self.version)]
      },
      ControlMethod("methods", "Returns the methods with their parameters.") { [weak self] _ in
        self?.methods.node ?? []
      },
    ]
  }

  private func accept() {
    while true {
      let descriptor = csystem_accept(socket.descriptor)
      guard descriptor >= 0 else { return }
      // The mode of the socket's file admits the user and root only.
      guard connectionCount < limits.connections else {
        close(descriptor)
        continue
      }
      let connection = ControlConnection(descriptor, limits) { [weak self] in
        await self?.answer($0)
      }
      connection.onClose = { [weak self] in self?.connections[ObjectIdentifier($0)] = nil }
      connections[ObjectIdentifier(connection)] = connection
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
