import Geometry
import HeadlessCompositor
import TestSupport
import Testing
import Wayland
import Windowing

/// Tests with globals that are missing, old, or removed while a window animates.
@MainActor struct RemovedGlobalTests {
  static let optional = [
    "wl_output", "wl_seat", "wp_viewporter", "wp_fractional_scale_manager_v1", "wp_presentation",
    "zxdg_decoration_manager_v1", "wp_cursor_shape_manager_v1", "xdg_activation_v1",
    "zwp_idle_inhibit_manager_v1",
    "wl_subcompositor", "wl_data_device_manager",
  ]

  @Test(
    "If an optional global has version 1, a window opens and draws its first frame", .proves("D078"),
    arguments: ["wl_output", "wl_seat", "wl_data_device_manager"])
  func oldest(interface: String) throws {
    let configuration = Compositor.Configuration(width: 400, height: 300).with(interface, version: 1)
    let rig = try WindowRig(configuration)
    rig.server.run(frames: 3)
    #expect(rig.painter.drawings.count == 1)
    #expect(rig.painter.failures.isEmpty)
    #expect(rig.server.protocolErrors.isEmpty)
    if interface == "wl_output" { #expect(rig.system.outputs.first?.pixelWidth == 400) }
  }

  @Test("A window can stop inhibiting idle even after the compositor has removed the manager")
  func inhibitorWithoutManager() throws {
    let rig = try WindowRig()
    rig.window.inhibitsIdle = true
    rig.settle()
    #expect(rig.server.removeGlobal("zwp_idle_inhibit_manager_v1"))
    rig.settle()
    rig.window.inhibitsIdle = false
    rig.settle()
    #expect(rig.server.requestCount(of: "zwp_idle_inhibitor_v1.destroy") == 1)
  }

  @Test("A window inhibits idle when the compositor announces the manager after the window has opened")
  func lateInhibitionManager() throws {
    let rig = try WindowRig(removing: ["zwp_idle_inhibit_manager_v1"])
    rig.window.inhibitsIdle = true
    rig.server.run(frames: 2)
    rig.server.restoreGlobal("zwp_idle_inhibit_manager_v1")
    rig.settle()
    #expect(rig.server.requestCount(of: "zwp_idle_inhibit_manager_v1.create_inhibitor") == 1)
    rig.window.inhibitsIdle = false
    rig.settle()
    #expect(rig.server.requestCount(of: "zwp_idle_inhibitor_v1.destroy") == 1)
    #expect(rig.server.protocolErrors.isEmpty)
  }

  @Test("A window keeps animating while each global is removed and announced again")
  func removedInTurn() throws {
    let rig = try WindowRig()
    rig.window.inhibitsIdle = true
    rig.server.seat.pointer.move(to: (20, 20))
    rig.painter.framesToGo = 1000
    rig.window.invalidate()
    rig.server.run(frames: 3)
    let required = ["wl_compositor", "xdg_wm_base"]
    for interface in Self.optional + required {
      let before = rig.painter.drawings.count
      #expect(rig.server.removeGlobal(interface))
      rig.server.run(frames: 2)
      rig.window.cursor = rig.window.cursor == .hand ? .arrow : .hand
      rig.window.inhibitsIdle.toggle()
      rig.window.resize(to: Size(width: 200 + Double(before), height: 100))
      rig.server.run(frames: 2)
      #expect(rig.painter.drawings.count > before, "\(interface)")
    }
    #expect(rig.system.outputs.isEmpty)
    #expect(rig.window.outputs.isEmpty)
    for request in [
      "wl_output.release", "wl_seat.release", "wp_viewporter.destroy",
      "wp_fractional_scale_manager_v1.destroy",
      "wp_presentation.destroy", "zxdg_decoration_manager_v1.destroy", "wp_cursor_shape_manager_v1.destroy",
      "xdg_activation_v1.destroy", "zwp_idle_inhibit_manager_v1.destroy",
    ] { #expect(rig.server.requestCount(of: request) == 1, "\(request)") }
    for interface in Self.optional + required {
      rig.server.restoreGlobal(interface)
      rig.server.run(frames: 2)
    }
    #expect(rig.system.outputs.count == 1)
    let second = Window(in: rig.system, size: Size(width: 60, height: 40), title: "", appID: "")
    let painter = Painter()
    second.delegate = painter
    second.inhibitsIdle = true
    rig.server.run(frames: 3)
    #expect(painter.drawings.count == 1)
    #expect(try #require(rig.server.toplevels.last?.surface).inhibitsIdle)
    #expect(second.isDecorated)
    rig.server.seat.pointer.move(to: (10, 10))
    rig.server.settle()
    #expect(painter.pointerEvents.count + rig.painter.pointerEvents.count > 1)
    #expect(rig.system.failure == nil)
    #expect(rig.server.protocolErrors.isEmpty)
  }

  @Test("If managers are announced after seats and outputs, they are used for the existing seats and outputs")
  func announcedLate() throws {
    let late = [
      "wl_data_device_manager", "zwp_primary_selection_device_manager_v1", "zwp_text_input_manager_v3",
      "zxdg_output_manager_v1", "zwp_pointer_gestures_v1", "zwp_tablet_manager_v2",
    ]
    let rig = try WindowRig(
      .init(width: 600, height: 300, scale: 1.5), size: Size(width: 50, height: 40), removing: late)
    let field = TextInputTests.Field()
    let session = rig.window.beginTextInput(field.context, delegate: field)
    rig.server.seat.keyboard.tap(.tab)
    rig.settle()
    #expect(rig.system.clipboard == nil && rig.system.primarySelection == nil)
    #expect(
      rig.system.outputs.first?.logicalSize == Size(width: 300, height: 150),
      "computed from the integer scale")
    for _ in 1...2 {
      for interface in late {
        rig.server.restoreGlobal(interface)
        rig.drain()
      }
      let clipboard = try #require(rig.system.clipboard)
      #expect(clipboard.set(.text("copied")))
      #expect(try #require(rig.system.primarySelection).set(.text("selected")))
      rig.drain()
      #expect(!rig.server.seat.clipboard.types.isEmpty && !rig.server.seat.primarySelection.types.isEmpty)
      #expect(rig.server.seat.textInput.state != nil)
      #expect(rig.system.outputs.first?.logicalSize == Size(width: 400, height: 200))
      rig.server.seat.clipboard.clear()
      rig.server.seat.primarySelection.clear()
      // Existing devices stay in use. New devices are created with the manager that is announced again.
      for interface in late { rig.server.removeGlobal(interface) }
      rig.drain()
    }
    for request in [
      "wl_data_device_manager.get_data_device", "zwp_primary_selection_device_manager_v1.get_device",
      "zwp_text_input_manager_v3.get_text_input", "zxdg_output_manager_v1.get_xdg_output",
      "zwp_pointer_gestures_v1.get_swipe_gesture", "zwp_tablet_manager_v2.get_tablet_seat",
    ] { #expect(rig.server.requestCount(of: request) == 1, "\(request)") }
    for interface in late { rig.server.restoreGlobal(interface) }
    rig.drain()
    let second = rig.server.addSeat(named: "guest")
    rig.drain()
    second.keyboard.tap(.tab)
    rig.drain()
    #expect(try #require(rig.system.clipboard).set(.text("of the guest")))
    rig.drain()
    #expect(!second.clipboard.types.isEmpty)
    #expect(rig.server.protocolErrors.isEmpty)
    withExtendedLifetime(session) {}
  }

  @Test(
    "Removing a seat cancels its touches; after the seat is added again, its input is reported")
  func seat() throws {
    let rig = try WindowRig()
    rig.server.seat.touch.down(at: (20, 20))
    rig.server.settle()
    rig.server.removeGlobal("wl_seat")
    rig.server.settle()
    #expect(rig.painter.touchEvents.map(\.kind) == [.began, .canceled])
    rig.server.seat.touch.move(to: (30, 30))
    rig.server.seat.touch.up()
    rig.server.settle()
    #expect(rig.painter.touchEvents.count == 2)
    rig.server.restoreGlobal("wl_seat")
    rig.server.settle()
    rig.server.seat.touch.down(at: (20, 20))
    rig.server.settle()
    #expect(rig.painter.touchEvents.map(\.kind) == [.began, .canceled, .began])
    #expect(rig.server.protocolErrors.isEmpty)
  }

  @Test(
    "If an output is announced while the socket is full, it is bound when the socket accepts requests again")
  func announcedWhileFull() throws {
    let rig = try WindowRig()
    rig.server.removeGlobal("wl_output")
    rig.server.run(frames: 2)
    #expect(rig.system.outputs.isEmpty)
    rig.fillSocket()
    #expect(rig.system.wantsToWrite)
    rig.server.restoreGlobal("wl_output")
    rig.system.dispatch()
    #expect(rig.system.outputs.isEmpty)
    rig.server.run(frames: 2)
    #expect(rig.system.outputs.count == 1)
    #expect(rig.system.outputs.first?.pixelWidth == 400)
  }
}
