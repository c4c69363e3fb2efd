import ControlChannel
import Foundation
import Glibc
import JSON
import TestSupport
import Testing

/// The sockets of several instances of a program.
@MainActor
struct NumberedSocketsTests {
  private func server(_ sockets: NumberedSockets, _ name: String) throws -> ControlServer {
    try sockets.open(ControlMethods(of: name, []))
  }

  /// The name of the program that answers on the newest socket.
  private func newest(_ sockets: NumberedSockets) async throws -> String? {
    try await Task.detached { try sockets.connect().call("version")["program"]?.text }.value
  }

  @Test("Each program has a socket of its own, and a client reaches the one that was started last")
  func several() async throws {
    let folder = try TemporaryFolder()
    let sockets = NumberedSockets(of: "viewer", in: folder.path)
    #expect(throws: ControlSocketError.self) { try sockets.connect() }
    let first = try server(sockets, "first")
    #expect(try await newest(sockets) == "first")
    let second = try server(sockets, "second")
    #expect(try await newest(sockets) == "second")
    first.close()
    let third = try server(sockets, "third")
    #expect(try await newest(sockets) == "third")
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".sock") }
        .sorted()
        == ["viewer-0.sock", "viewer-1.sock"])
    third.close()
    #expect(try await newest(sockets) == "second")
    second.close()
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
  }

  @Test("The socket of a program that has crashed is used again, and is not asked")
  func crashed() async throws {
    let folder = try TemporaryFolder()
    let sockets = NumberedSockets(of: "viewer", in: folder.path)
    let living = try server(sockets, "living")
    let stale = SocketAddress.makeSocket(isBlocking: true)
    let address = try #require(SocketAddress(path: folder("viewer-1.sock")))
    #expect(address.call { bind(stale, $0, $1) } == 0)
    close(stale)
    #expect(try await newest(sockets) == "living")
    let next = try server(sockets, "next")
    #expect(try await newest(sockets) == "next")
    next.close()
    living.close()
  }

  @Test("A folder that does not exist is an error with its path")
  func missing() throws {
    let error = #expect(throws: ControlSocketError.self) {
      try server(NumberedSockets(of: "viewer", in: "/nowhere/at/all"), "x")
    }
    #expect(error?.isInUse == false)
    #expect(error?.description.contains("/nowhere/at/all") == true)
  }
}
