import Geometry
import HeadlessCompositor
import Testing
import Windowing

@MainActor struct BorderTests {
  /// A window of 200 × 100 points with a shadow of 20 points, a resize margin of 8 points and a title bar of 30
  /// points.
  private func rig() throws -> WindowRig {
    let rig = try WindowRig(.init(width: 400, height: 300).without("zxdg_decoration_manager_v1"))
    rig.window.borders = WindowBorders(
      shadow: EdgeInsets(20), frame: EdgeInsets(top: 30), resizeMargin: 8)
    rig.server.run(frames: 3)
    try rig.toplevel.position = (100, 100)
    return rig
  }

  @Test("The surface contains the shadow; the window geometry does not")
  func shadow() throws {
    let rig = try rig()
    #expect(rig.painter.drawings.last == .init(width: 240, height: 140, age: 0))
    #expect(try rig.toplevel.size == (200, 100))
    #expect(try rig.toplevel.geometryOrigin == (20, 20))
    #expect(rig.window.size == Size(width: 200, height: 100))
    #expect(rig.painter.sizes.count == 2)
    #expect(rig.server.capture()[81, 81] == rig.painter.color)
    #expect(rig.server.capture()[79, 79] == 0xff00_0000)
    #expect(rig.server.protocolErrors.isEmpty)
  }

  @Test("Events in the resize margin go to the window, and events farther out go to the window below")
  func input() throws {
    let rig = try rig()
    rig.server.seat.pointer.move(to: (95, 150))
    rig.settle()
    let event = try #require(rig.painter.pointerEvents.last)
    #expect(event.position == Point(x: 15, y: 70))
    #expect(rig.window.rectangles.resizeEdge(at: event.position) == .left)
    rig.server.seat.pointer.move(to: (90, 150))
    rig.settle()
    #expect(rig.painter.pointerEvents.last?.kind == .left)
    rig.window.inputRegion = []
    rig.settle()
    let count = rig.painter.pointerEvents.count
    rig.server.seat.pointer.move(to: (200, 150))
    rig.settle()
    #expect(rig.painter.pointerEvents.count == count)
    rig.window.inputRegion = nil
    rig.server.run(frames: 3)
    rig.server.seat.pointer.move(to: (201, 150))
    rig.settle()
    #expect(rig.painter.pointerEvents.count > count)
  }

  @Test("One commit contains the buffer, the window geometry, the input region and the acknowledgement")
  func oneCommit() throws {
    let rig = try rig()
    let toplevel = try rig.toplevel
    var seen: [String] = []
    rig.server.onCommit = { surface in
      let buffer = surface.bufferSize
      let origin = toplevel.geometryOrigin
      seen.append(
        "\(buffer.width)×\(buffer.height) \(toplevel.size.width)×\(toplevel.size.height) at \(origin.x) "
          + (toplevel.isConfigurePending ? "pending" : "acknowledged"))
    }
    toplevel.setMaximized(true)
    rig.settle()
    #expect(seen == ["400×300 400×300 at 0 acknowledged"])
    seen = []
    toplevel.setMaximized(false)
    rig.settle()
    #expect(seen == ["240×140 200×100 at 20 acknowledged"])
    seen = []
    toplevel.setTiled([.left], width: 200, height: 100)
    rig.settle()
    #expect(seen == ["220×140 200×100 at 0 acknowledged"])
    #expect(rig.server.protocolErrors.isEmpty)
  }

  @Test("If the compositor draws the decoration, the window has no borders")
  func decorated() throws {
    let rig = try WindowRig()
    rig.window.borders = WindowBorders(shadow: EdgeInsets(20))
    rig.server.run(frames: 3)
    #expect(rig.window.isDecorated)
    #expect(rig.painter.drawings.last?.width == 200)
    #expect(rig.server.requestCount(of: "xdg_surface.set_window_geometry") == 0)
  }

  @Test(
    "After a press, a window can request a move, a resize or its menu; the menu's position is relative to the window geometry"
  )
  func requests() throws {
    let rig = try rig()
    rig.server.seat.pointer.move(to: (110, 110))
    rig.window.showWindowMenu(at: Point(x: 30, y: 30))
    rig.settle()
    #expect(try rig.toplevel.lastMenuPosition == nil)
    rig.server.seat.pointer.press(.right)
    rig.settle()
    let position = try #require(rig.painter.pointerEvents.last?.position)
    rig.window.showWindowMenu(at: position)
    rig.window.beginResize(.bottomRight)
    rig.window.beginMove()
    rig.settle()
    let menu = try #require(try rig.toplevel.lastMenuPosition)
    #expect(menu == (10, 10))
    #expect(try rig.toplevel.lastResizeEdge == ResizeEdge.bottomRight.rawValue)
    #expect(try rig.toplevel.moveRequestCount == 1)
    rig.window.showWindowMenu(at: Point(x: .infinity, y: .nan))
    rig.settle()
    #expect(try rig.toplevel.lastMenuPosition?.x == Int(Int32.max))
    #expect(rig.server.protocolErrors.isEmpty)
  }
}
