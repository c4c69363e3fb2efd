import Glibc
import HeadlessCompositor
import Testing
import Wayland

@MainActor @Suite("Clipboard")
struct SelectionTests {
  /// A client with a data device and a log of its events.
  @MainActor private final class Clipboard {
    let client: TestClient
    let window: TestWindow
    let device: WlDataDevice
    private let manager: WlDataDeviceManager
    private(set) var lines: [String] = []
    private(set) var offer: WlDataOffer?

    init(_ server: Compositor) throws {
      client = try TestClient(server)
      manager = try client.bind(WlDataDeviceManager.self)
      window = try TestWindow(client)
      device = manager.getDataDevice(seat: try client.bind(WlSeat.self))
      device.onEvent = { [weak self] event in
        switch event {
        case .dataOffer(let new):
          self?.lines.append("offer")
          new.onEvent = { event in if case .offer(let type) = event { self?.lines.append(type) } }
        case .selection(let current):
          self?.offer = current
          self?.lines.append(current == nil ? "nothing" : "selection")
        default: self?.lines.append("\(event)")
        }
      }
      client.settle()
    }

    /// Sets the selection to a source of these MIME types.
    func copy(_ types: String...) -> WlDataSource {
      let source = manager.createDataSource()
      source.onEvent = { [weak self] event in
        switch event {
        case .cancelled: self?.lines.append("cancelled")
        case .send(let type, let file):
          let descriptor = file.take()
          _ = "the data".withCString { write(descriptor, $0, strlen($0)) }
          close(descriptor)
          self?.lines.append("send \(type)")
        default: break
        }
      }
      for type in types { source.offer(mimeType: type) }
      device.setSelection(source: source, serial: 0)
      client.settle()
      return source
    }

    /// Returns the log since the last call.
    func take() -> [String] {
      defer { lines = [] }
      return lines
    }
  }

  @Test(
    "If the clipboard is empty, a client receives an empty selection when it gets the focus"
  )
  func nothing() throws {
    let server = try Compositor()
    let board = try Clipboard(server)
    #expect(board.take() == [])
    try board.window.show(10, 10)
    #expect(board.take() == ["nothing"])
    let late = try Clipboard(server)
    #expect(late.take() == [])
    let second = try late.client.bind(WlDataDeviceManager.self)
    try late.window.show(10, 10)
    var received = 0
    let device = second.getDataDevice(seat: try late.client.bind(WlSeat.self))
    device.onEvent = { event in if case .selection(nil) = event { received += 1 } }
    late.client.settle()
    #expect(received == 1)
  }

  @Test("A focused client learns that its source is canceled before it gets the offer that replaces it")
  func order() throws {
    let server = try Compositor()
    let board = try Clipboard(server)
    try board.window.show(10, 10)
    let source = board.copy("text/plain")
    _ = board.take()
    server.seat.clipboard.set([("text/html", [1])])
    board.client.settle()
    #expect(board.take() == ["cancelled", "offer", "text/html", "selection"])
    withExtendedLifetime(source) {}
  }

  @Test(
    "A client can paste the data that another client copied; replacing the data cancels the former source")
  func copyAndPaste() throws {
    let server = try Compositor()
    let from = try Clipboard(server)
    try from.window.show(10, 10)
    _ = from.take()
    let first = from.copy("text/plain", "text/html")
    #expect(from.take() == ["offer", "text/plain", "text/html", "selection"])
    let to = try Clipboard(server)
    try to.window.show(10, 10)
    #expect(to.take() == ["offer", "text/plain", "text/html", "selection"])

    var ends: [Int32] = [-1, -1]
    try #require(pipe(&ends) == 0)
    try #require(to.offer).receive(mimeType: "text/plain", fd: ends[1])
    to.client.settle()
    close(ends[1])
    #expect(from.take() == ["send text/plain"])
    var bytes = [UInt8](repeating: 0, count: 64)
    let count = read(ends[0], &bytes, bytes.count)
    #expect(String(decoding: bytes.prefix(max(0, count)), as: UTF8.self) == "the data")
    #expect(read(ends[0], &bytes, bytes.count) == 0, "no copy of the descriptor is left open")
    close(ends[0])

    let second = from.copy("image/png")
    #expect(from.take() == ["cancelled"])
    #expect(to.take() == ["offer", "image/png", "selection"])
    first.destroy()
    from.client.settle()
    #expect(to.take() == [])
    second.destroy()
    from.client.settle()
    #expect(to.take() == ["nothing"])
    _ = from.copy("text/plain")
    #expect(to.take() == ["offer", "text/plain", "selection"])
    from.client.connection.close()
    server.settle()
    #expect(to.take() == ["nothing"])
    #expect(server.protocolErrors == [])
  }

  @Test(
    "Finishing the offer of a selection, or setting a drag's source as the selection, is a protocol error")
  func noDrags() throws {
    let server = try Compositor()
    let board = try Clipboard(server)
    try board.window.show(10, 10)
    _ = board.copy("text/plain")
    try #require(board.offer).finish()
    board.client.settle()
    #expect(server.protocolErrors.map(\.name) == ["wl_data_offer.invalid_finish"])
    let other = try Clipboard(server)
    let source = try other.client.bind(WlDataDeviceManager.self).createDataSource()
    source.setActions(dndActions: .copy)
    other.device.setSelection(source: source, serial: 0)
    other.client.settle()
    #expect(server.protocolErrors.last?.name == "wl_data_source.invalid_source")
  }
}
