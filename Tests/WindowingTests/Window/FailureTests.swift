import Geometry
import HeadlessCompositor
import TestSupport
import Testing
import Wayland
import Windowing

@MainActor struct FailureTests {
  @Test(
    "A global that is missing is named",
    arguments: ["wl_compositor", "wl_shm", "xdg_wm_base"])
  func missing(interface: String) throws {
    let stage = try Stage(Compositor.Configuration(width: 400, height: 300).without(interface))
    #expect(stage.system.failure == .missing(interface: interface))
    // The system's handler and the window's delegate are told, once each.
    #expect(stage.painter.failures == [.missing(interface: interface), .missing(interface: interface)])
  }

  @Test("A seat that is too old is done without, and named")
  func oldSeat() throws {
    let stage = try Stage(Compositor.Configuration(width: 400, height: 300).with("wl_seat", version: 4))
    #expect(stage.system.failure == nil)
    #expect(
      stage.system.unusableGlobals == [.versionTooOld(interface: "wl_seat", required: 5, offered: 4)])
  }

  @Test("A global that is too old is named")
  func tooOld() throws {
    let stage = try Stage(Compositor.Configuration(width: 400, height: 300).with("wl_compositor", version: 3))
    #expect(
      stage.system.failure == .versionTooOld(interface: "wl_compositor", required: 4, offered: 3))
  }

  @Test(
    "What is optional may be missing",
    arguments: [
      "wl_seat", "wl_output", "wp_viewporter", "wp_fractional_scale_manager_v1", "wp_presentation",
      "zxdg_decoration_manager_v1", "wp_cursor_shape_manager_v1", "xdg_activation_v1",
      "zwp_idle_inhibit_manager_v1",
    ])
  func optional(interface: String) throws {
    let stage = try Stage(Compositor.Configuration(width: 400, height: 300).without(interface))
    stage.window.inhibitsIdle = true
    stage.server.seat.pointer.move(to: (20, 20))
    stage.server.run(frames: 3)
    #expect(stage.painter.drawings.count == 1)
    #expect(stage.painter.failures.isEmpty)
    #expect(stage.server.protocolErrors.isEmpty)
  }

  @Test("The lowest versions suffice", .proves("R158"))
  func lowest() throws {
    let configuration = Compositor.Configuration(width: 400, height: 300)
      .with("wl_compositor", version: 4).with("wl_seat", version: 5).with("xdg_wm_base", version: 1)
      .with("wl_output", version: 2)
    let stage = try Stage(configuration)
    stage.server.seat.pointer.move(to: (20, 20))
    stage.server.seat.pointer.scroll(notches: 1)
    stage.server.run(frames: 3)
    #expect(stage.painter.drawings.count == 1)
    #expect(stage.server.protocolErrors.isEmpty)
    guard case .scrolled(let scroll) = stage.painter.pointerEvents.last?.kind else {
      Issue.record("no scroll")
      return
    }
    #expect(scroll.vertical?.notches == 1)
    stage.system.close()
  }

  @Test("A compositor that ends in the middle of an animation is reported once")
  func hangUp() throws {
    let stage = try Stage()
    stage.painter.framesToGo = 100
    stage.window.invalidate()
    stage.server.run(frames: 5)
    stage.server.clients.first?.disconnect()
    stage.window.invalidate()
    stage.system.dispatch()
    stage.system.dispatch()
    #expect(stage.painter.failures == [.hungUp, .hungUp])
    #expect(stage.window.isClosed)
    stage.window.invalidate()
    stage.window.setFullscreen(true)
    stage.system.prepare()
  }

  @Test("A protocol error names interface and code")
  func protocolError() throws {
    let stage = try Stage()
    try stage.toplevel.surface?.postError(code: 1, message: "of no use")
    stage.server.step()
    stage.system.dispatch()
    guard case .protocolError("wl_surface", 1, let words) = stage.system.failure else {
      Issue.record("\(String(describing: stage.system.failure))")
      return
    }
    #expect(words.contains("of no use"))
  }

  @Test("Nothing is left when a window system ends")
  func nothingLeaks() throws {
    weak var system: WindowSystem?
    weak var window: Window?
    weak var painter: Painter?
    do {
      let stage = try Stage()
      stage.server.seat.pointer.move(to: (20, 20))
      stage.painter.framesToGo = 3
      stage.window.invalidate()
      stage.server.run(frames: 2)
      system = stage.system
      window = stage.window
      painter = stage.painter
      stage.server.dispatchClients = nil
    }
    #expect(window == nil)
    #expect(system == nil)
    #expect(painter == nil)
  }
}
