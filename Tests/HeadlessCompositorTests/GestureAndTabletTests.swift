import HeadlessCompositor
import Testing
import Wayland

@MainActor @Suite("Gestures and tablets")
struct GestureAndTabletTests {
  @Test("Gestures go to the surface that had the pointer focus when they began")
  func gestures() throws {
    let (server, window, log) = try InputLog.start()
    log.bindPointer()
    let pointer = try #require(log.pointer)
    let manager = try window.client.bind(ZwpPointerGesturesV1.self)
    var lines: [String] = []
    let swipe = manager.getSwipeGesture(pointer: pointer)
    swipe.onEvent = { event in
      switch event {
      case .begin(_, let time, let surface, let fingers):
        lines.append("begin \(time) \(surface === window.surface) \(fingers)")
      case .update(let time, let dx, let dy): lines.append("update \(time) \(dx),\(dy)")
      case .end(_, _, let cancelled): lines.append("end \(cancelled)")
      }
    }
    let pinch = manager.getPinchGesture(pointer: pointer)
    pinch.onEvent = { event in
      switch event {
      case .begin(_, _, _, let fingers): lines.append("pinch \(fingers)")
      case .update(_, let dx, let dy, let scale, let turn): lines.append("pinch \(dx),\(dy) \(scale) \(turn)")
      case .end(_, _, let cancelled): lines.append("pinch end \(cancelled)")
      }
    }
    let gestures = server.seat.pointer.gestures
    server.settle()
    // Without a focused surface, no gesture begins.
    gestures.beginSwipe()
    gestures.swipe(dx: 1, dy: 1)
    server.seat.pointer.move(to: (60, 50))
    server.seat.pointer.timestampOffset = 70_000
    gestures.beginSwipe(fingers: 3)
    gestures.beginPinch()
    server.advance(by: 5_000_000)
    gestures.swipe(dx: 1.5, dy: -2)
    gestures.pinch(scale: 2)
    gestures.end()
    gestures.end()
    gestures.beginPinch()
    gestures.pinch(dx: 1, scale: 2, rotation: -30)
    gestures.end(isCanceled: true)
    server.settle()
    #expect(
      lines == [
        "begin 71000 true 3", "update 71005 1.5,-2.0", "end 0", "pinch 2", "pinch 1.0,0.0 2.0 -30.0",
        "pinch end 1",
      ])
    swipe.destroy()
    manager.release()
    gestures.beginSwipe()
    server.settle()
    #expect(server.protocolErrors == [])
  }

  @Test("A client is notified of existing tablets and tools and of added and removed tools")
  func tablets() throws {
    let (server, window, log) = try InputLog.start()
    server.seat.addTool(.pen, hardwareSerial: 7)
    let tablets = TabletLog(try window.client.bind(ZwpTabletManagerV2.self), log.seat)
    server.settle()
    #expect(
      tablets.take() == [
        "tablet headless tablet", "tool", "type 320", "serial 0 7", "capability 2", "capability 1", "done",
      ])
    let eraser = server.seat.addTool(.eraser)
    server.settle()
    #expect(tablets.take() == ["tool", "type 321", "capability 2", "capability 1", "done"])
    server.seat.removeTool(eraser)
    server.seat.removeTool(eraser)
    server.settle()
    #expect(tablets.take() == ["removed"])
    #expect(server.seat.tools.map(\.kind) == [.pen])
  }

  @Test(
    "A tool whose tip is down keeps its focus even outside of the surface, until the tool leaves the tablet")
  func stroke() throws {
    let (server, window, log) = try InputLog.start()
    let pen = server.seat.addTool()
    let tablets = TabletLog(try window.client.bind(ZwpTabletManagerV2.self), log.seat)
    server.settle()
    _ = tablets.take()
    pen.move(to: (60, 50), pressure: 9, tilt: (1, 2))
    pen.down(pressure: 10)
    pen.move(to: (10, 10))
    pen.up()
    pen.send(button: 0x14b, isPressed: true)
    pen.measure(distance: 5, rotation: 4, slider: -3)
    pen.move(to: (10, 10))
    pen.leave()
    server.settle()
    #expect(
      tablets.take() == [
        "in", "motion 10.0,10.0", "pressure 9", "tilt 1.0,2.0", "frame 1000", "pressure 10", "down",
        "frame 1000", "motion -40.0,-30.0", "frame 1000", "pressure 0", "up", "frame 1000", "button 331 1",
        "frame 1000", "distance 5", "rotation 4.0", "slider -3", "frame 1000", "out", "frame 1000",
      ])
    #expect(window.peer?.isActivated == true)
  }

  @Test("When the surface under a tool is destroyed, the tool has no focus")
  func destroyedSurface() throws {
    let (server, window, log) = try InputLog.start()
    let pen = server.seat.addTool()
    let tablets = TabletLog(try window.client.bind(ZwpTabletManagerV2.self), log.seat)
    server.settle()
    pen.move(to: (60, 50))
    pen.down()
    server.settle()
    _ = tablets.take()
    window.toplevel.destroy()
    window.shell.destroy()
    window.surface.destroy()
    server.settle()
    #expect(pen.focus == nil)
    pen.move(to: (60, 50))
    server.settle()
    #expect(tablets.take().contains("down") == false)
    #expect(server.protocolErrors == [])
  }

  @Test("The surface of a window cannot be the cursor of a tool")
  func cursorRole() throws {
    let (server, window, log) = try InputLog.start()
    server.seat.addTool()
    let tablets = TabletLog(try window.client.bind(ZwpTabletManagerV2.self), log.seat)
    server.settle()
    tablets.tool?.setCursor(serial: 1, surface: window.surface, hotspotX: 0, hotspotY: 0)
    server.settle()
    #expect(server.protocolErrors.map(\.name) == ["zwp_tablet_tool_v2.role"])
  }
}

/// A log of the events of a tablet seat, one line per event.
@MainActor private final class TabletLog {
  private let seat: ZwpTabletSeatV2
  private(set) var tool: ZwpTabletToolV2?
  private var lines: [String] = []

  init(_ manager: ZwpTabletManagerV2, _ wlSeat: WlSeat) {
    seat = manager.getTabletSeat(seat: wlSeat)
    seat.onEvent = { [weak self] event in
      switch event {
      case .tabletAdded(let tablet):
        tablet.onEvent = { if case .name(let name) = $0 { self?.lines.append("tablet \(name)") } }
      case .toolAdded(let tool):
        self?.lines.append("tool")
        self?.tool = tool
        tool.onEvent = { self?.note($0) }
      case .padAdded: break
      }
    }
  }

  /// Returns the lines since the last call.
  func take() -> [String] {
    defer { lines = [] }
    return lines
  }

  private func note(_ event: ZwpTabletToolV2.Event) {
    switch event {
    case .type(let type): lines.append("type \(type.rawValue)")
    case .hardwareSerial(let high, let low): lines.append("serial \(high) \(low)")
    case .hardwareIdWacom: lines.append("wacom")
    case .capability(let capability): lines.append("capability \(capability.rawValue)")
    case .done: lines.append("done")
    case .removed: lines.append("removed")
    case .proximityIn: lines.append("in")
    case .proximityOut: lines.append("out")
    case .down: lines.append("down")
    case .up: lines.append("up")
    case .motion(let x, let y): lines.append("motion \(x),\(y)")
    case .pressure(let pressure): lines.append("pressure \(pressure)")
    case .distance(let distance): lines.append("distance \(distance)")
    case .tilt(let x, let y): lines.append("tilt \(x),\(y)")
    case .rotation(let degrees): lines.append("rotation \(degrees)")
    case .slider(let position): lines.append("slider \(position)")
    case .wheel: lines.append("wheel")
    case .button(_, let button, let state): lines.append("button \(button) \(state.rawValue)")
    case .frame(let time): lines.append("frame \(time)")
    }
  }
}
