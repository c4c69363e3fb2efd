import CSystem
import Glibc
import HeadlessCompositor
import Testing
import Wayland

/// Tests with buffers that have far more pixels than any screen.
@MainActor @Suite("Large buffers")
struct LargeBufferTests {
  @Test("A buffer of more than 64 Mi pixels ends the connection of its client and does not delay others")
  func tooLarge() throws {
    let server = try Compositor()
    let client = try TestClient(server)
    let window = try TestWindow(client)
    try window.show(10, 10)
    let file = csystem_memfd("large")
    defer { close(file) }
    let side: Int32 = 16_000
    // The file has 1 GB and takes no memory.
    try #require(ftruncate(file, Int(side) * Int(side) * 4) == 0)
    let pool = client.shm.createPool(fd: file, size: side * side * 4)
    window.surface.attach(
      buffer: pool.createBuffer(offset: 0, width: side, height: side, stride: side * 4, format: .argb8888),
      x: 0, y: 0)
    window.surface.commit()
    client.settle()
    #expect(client.failure != nil)
    #expect(server.protocolErrors.map(\.name) == ["wl_display.no_memory"])
    #expect(server.clients.isEmpty && server.surfaces.isEmpty)
  }
}
