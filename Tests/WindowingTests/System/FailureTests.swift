import Geometry
import HeadlessCompositor
import TestSupport
import Testing
import Wayland
import Windowing

@MainActor struct FailureTests {
  @Test(
    "The error for a missing global names its interface",
    arguments: ["wl_compositor", "wl_shm", "xdg_wm_base"])
  func missing(interface: String) throws {
    let rig = try WindowRig(Compositor.Configuration(width: 400, height: 300).without(interface))
    #expect(rig.system.failure == .missing(interface: interface))
    // The first failure was recorded by the system's handler, the second one by the window's delegate.
    #expect(rig.painter.failures == [.missing(interface: interface), .missing(interface: interface)])
  }

  @Test("A seat and an output of version 1 can be used")
  func oldSeatAndOutput() throws {
    let configuration = Compositor.Configuration(width: 400, height: 300)
      .with("wl_output", version: 1).with("wl_seat", version: 1)
    let rig = try WindowRig(configuration)
    #expect(rig.system.unusableGlobals == [])
    #expect(rig.system.outputs.count == 1 && rig.system.seats.count == 1)
    #expect(rig.painter.failures.isEmpty)
  }

  @Test("The error for a global of a too old version names its interface and both versions")
  func tooOld() throws {
    let rig = try WindowRig(
      Compositor.Configuration(width: 400, height: 300).with("wl_compositor", version: 3))
    #expect(
      rig.system.failure == .versionTooOld(interface: "wl_compositor", required: 4, offered: 3))
  }

  @Test(
    "If an optional global is missing, a window still opens",
    arguments: [
      "wl_seat", "wl_output", "wp_viewporter", "wp_fractional_scale_manager_v1", "wp_presentation",
      "zxdg_decoration_manager_v1", "wp_cursor_shape_manager_v1", "xdg_activation_v1",
      "zwp_idle_inhibit_manager_v1", "zwp_pointer_gestures_v1", "zwp_tablet_manager_v2",
      "zwlr_output_power_manager_v1",
    ])
  func optional(interface: String) throws {
    let rig = try WindowRig(Compositor.Configuration(width: 400, height: 300).without(interface))
    rig.window.inhibitsIdle = true
    rig.server.seat.pointer.move(to: (20, 20))
    rig.server.run(frames: 3)
    #expect(rig.painter.drawings.count == 1)
    #expect(rig.painter.failures.isEmpty)
    #expect(rig.server.protocolErrors.isEmpty)
  }

  @Test("If all globals have the lowest supported version, a window still opens", .proves("R158"))
  func lowest() throws {
    let configuration = Compositor.Configuration(width: 400, height: 300)
      .with("wl_compositor", version: 4).with("wl_seat", version: 1).with("xdg_wm_base", version: 1)
      .with("wl_output", version: 1)
    let rig = try WindowRig(configuration)
    rig.server.seat.pointer.move(to: (20, 20))
    rig.server.seat.pointer.scroll(notches: 1)
    rig.server.run(frames: 3)
    #expect(rig.painter.drawings.count == 1)
    #expect(rig.server.protocolErrors.isEmpty)
    guard case .scrolled(let scroll) = rig.painter.pointerEvents.last?.kind else {
      Issue.record("no scroll")
      return
    }
    // wl_pointer of version 1 sends only distances.
    #expect((scroll.vertical?.notches ?? 0) >= 1)
    rig.system.close()
  }

  @Test("A hang-up during an animation is reported once")
  func hangUp() throws {
    let rig = try WindowRig()
    rig.painter.framesToGo = 100
    rig.window.invalidate()
    rig.server.run(frames: 5)
    rig.server.clients.first?.disconnect()
    rig.window.invalidate()
    rig.system.dispatch()
    rig.system.dispatch()
    #expect(rig.painter.failures == [.hungUp, .hungUp])
    #expect(rig.window.isClosed)
    rig.window.invalidate()
    rig.window.setFullscreen(true)
    rig.system.prepare()
  }

  @Test("A protocol error names the interface, the object, the request and the code")
  func protocolError() throws {
    let rig = try WindowRig()
    try rig.toplevel.surface?.postError(code: 1, message: "of no use")
    rig.server.step()
    rig.system.dispatch()
    guard case .protocolError(let error) = rig.system.failure else {
      Issue.record("\(String(describing: rig.system.failure))")
      return
    }
    #expect(error.interface == "wl_surface" && error.object > 1)
    #expect(error.request == "commit")
    #expect(error.code == 1 && error.codeName == "invalid_transform")
    #expect(error.message.contains("of no use"))
    #expect("\(error)".hasPrefix("wl_surface#\(error.object): invalid_transform (1) after commit: "))
  }

  @Test("Releasing a window system frees all its objects")
  func nothingLeaks() throws {
    weak var system: WindowSystem?
    weak var window: Window?
    weak var painter: Painter?
    do {
      let rig = try WindowRig()
      rig.server.seat.pointer.move(to: (20, 20))
      rig.painter.framesToGo = 3
      rig.window.invalidate()
      rig.server.run(frames: 2)
      system = rig.system
      window = rig.window
      painter = rig.painter
      rig.server.dispatchClients = nil
    }
    #expect(window == nil)
    #expect(system == nil)
    #expect(painter == nil)
  }
}
