import Geometry
import HeadlessCompositor
import Wayland
import Windowing

/// A well-behaved program with one window. The compositor must serve it while hostile clients are connected.
@MainActor final class Bystander: WindowDelegate {
  static let appID = "org.example.bystander"

  private let server: Compositor
  private let system: WindowSystem
  private let window: Window
  private(set) var failure: ConnectionError?

  init(_ server: Compositor) throws {
    self.server = server
    let scheduler = ManualScheduler()
    system = try WindowSystem(
      descriptor: server.connect(), clock: { [weak server] in Double(server?.now ?? 0) / 1e9 },
      scheduler: scheduler)
    window = Window(
      in: system, size: Size(width: 20, height: 10), title: "Bystander", appID: Self.appID)
    window.delegate = self
    system.onFailure = { [weak self] in self?.failure = $0 }
    system.prepare()
    _ = serve(turns: 200) { window.frameCount > 0 }
    server.settle { [system] in system.dispatch() }
  }

  /// Whether the compositor responds to the program within a limited number of turns.
  func isAnswered() -> Bool {
    var isAnswered = false
    let marker = system.connection.display.sync()
    marker.onEvent = { _ in isAnswered = true }
    let turns = serve(turns: 200) { isAnswered }
    marker.destroyProxy()
    // Process the program's remaining requests now, so that later counts contain only the requests of other
    // clients.
    server.settle { [system] in system.dispatch() }
    return turns != nil
  }

  func close() { system.close() }

  private func serve(turns: Int, until condition: () -> Bool) -> Int? {
    for turn in 0..<turns {
      system.prepare()
      system.flush()
      server.step()
      system.dispatch()
      if condition() { return turn + 1 }
      server.presentFrame(at: server.now + server.refreshInterval)
    }
    return nil
  }

  func window(_ window: Window, draw buffer: inout DrawableBuffer, for frame: FrameInfo) -> Damage {
    .everything
  }
}
