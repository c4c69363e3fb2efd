import Geometry
import HeadlessCompositor
import Testing
import Windowing

@MainActor struct TabletTests {
  private func rigWithPen(_ kind: HeadlessCompositor.TabletTool.Kind = .pen) throws
    -> (WindowRig, HeadlessCompositor.TabletTool)
  {
    let rig = try WindowRig()
    let tool = rig.server.seat.addTool(kind, hardwareSerial: 0x1_0000_0002)
    rig.settle()
    return (rig, tool)
  }

  @Test("A pen approaches, touches, draws with pressure and tilt, and leaves")
  func stroke() throws {
    let (rig, pen) = try rigWithPen()
    pen.timestampOffset = 90_000_000
    pen.move(to: (50, 40))
    pen.measure(distance: 65_535, rotation: 90, slider: -65_535)
    pen.down(pressure: 13_107)
    rig.settle()
    rig.server.advance(by: 10_000_000)
    pen.move(to: (300, 45.5), pressure: 65_535, tilt: (30, -15))
    pen.up()
    pen.leave()
    rig.settle()
    let events = rig.painter.tabletEvents
    #expect(events.map(\.kind) == [.entered, .moved, .began, .moved, .ended, .left])
    #expect(events[0].position == Point(x: 50, y: 40))
    #expect(events[1].measures == TabletMeasures(distance: 1, rotation: 90, slider: -1))
    #expect(abs((events[2].measures.pressure ?? 0) - 0.2) < 1e-9)
    // While the tip is down, the stroke continues outside of the window.
    #expect(events[3].position == Point(x: 300, y: 45.5))
    #expect(events[3].measures.pressure == 1)
    #expect(events[3].measures.tilt == Point(x: 30, y: -15))
    #expect(abs(events[3].time - events[2].time - 0.01) < 0.001)
    #expect(abs(events[0].time - (Double(rig.server.now) / 1e9 - 0.01)) < 0.001)
    #expect(events.allSatisfy { $0.tool == Windowing.TabletTool(kind: .pen, hardwareSerial: 0x1_0000_0002) })
    #expect(Set(events.map(\.contactID)).count == 1)
    #expect(rig.painter.pointerEvents.isEmpty)
    #expect(rig.server.protocolErrors.isEmpty)
  }

  @Test("The kind of each tool is reported", arguments: HeadlessCompositor.TabletTool.Kind.allCases)
  func kinds(kind: HeadlessCompositor.TabletTool.Kind) throws {
    let (rig, tool) = try rigWithPen(kind)
    tool.move(to: (50, 40))
    rig.settle()
    let event = try #require(rig.painter.tabletEvents.first)
    #expect("\(event.tool.kind)" == "\(kind)")
  }

  @Test("A pen and its eraser have different contact IDs")
  func eraser() throws {
    let (rig, pen) = try rigWithPen()
    let eraser = rig.server.seat.addTool(.eraser)
    rig.settle()
    pen.move(to: (50, 40))
    eraser.move(to: (60, 40))
    rig.server.seat.pointer.move(to: (70, 40))
    rig.settle()
    let events = rig.painter.tabletEvents
    #expect(events.map(\.tool.kind) == [.pen, .eraser])
    #expect(Set(events.map(\.contactID) + rig.painter.pointerEvents.map(\.contactID)).count == 3)
  }

  @Test("The buttons of a pen have the kernel's codes")
  func buttons() throws {
    let (rig, pen) = try rigWithPen()
    pen.move(to: (50, 40))
    pen.send(button: 0x14B, isPressed: true)
    pen.send(button: 0x14B, isPressed: false)
    rig.settle()
    let button = PointerButton(rawValue: 0x14B)
    #expect(rig.painter.tabletEvents.map(\.kind) == [.entered, .pressed(button), .released(button)])
  }

  @Test("A press of a pen's tip can start an interactive move")
  func move() throws {
    let (rig, pen) = try rigWithPen()
    pen.move(to: (50, 40))
    rig.settle()
    rig.window.beginMove()
    rig.settle()
    #expect(try rig.toplevel.moveRequestCount == 0)
    pen.down()
    rig.settle()
    rig.window.beginMove()
    rig.settle()
    #expect(try rig.toplevel.lastMoveRequest?.seat === rig.server.seat)
  }

  @Test(
    "A stroke ends once when its tool or its seat is removed, and the window can be closed during a stroke",
    arguments: 0...3)
  func removal(what: Int) throws {
    let (rig, pen) = try rigWithPen()
    pen.move(to: (50, 40))
    pen.down()
    rig.settle()
    switch what {
    case 0: rig.server.seat.removeTool(pen)
    case 1: rig.server.removeSeat(rig.server.seat)
    case 2: rig.server.removeSeat(rig.server.seat, isAnnounced: false)
    default: rig.window.close()
    }
    rig.settle()
    let expected: [TabletEvent.Kind] = what == 3 ? [.entered, .began] : [.entered, .began, .left]
    #expect(rig.painter.tabletEvents.map(\.kind) == expected)
    pen.move(to: (51, 40))
    rig.settle()
    #expect(rig.painter.tabletEvents.count == expected.count)
    #expect(rig.server.protocolErrors.isEmpty)
  }

  @Test("A tool has the window's cursor, as a shape or as an image", arguments: [true, false])
  func cursor(hasShapes: Bool) throws {
    let configuration = Compositor.Configuration(width: 400, height: 300)
    let rig = try WindowRig(hasShapes ? configuration : configuration.without("wp_cursor_shape_manager_v1"))
    let pen = rig.server.seat.addTool()
    rig.window.cursor = .crosshair
    rig.settle()
    pen.move(to: (50, 40))
    rig.settle()
    switch pen.cursor {
    case .shape(8): #expect(hasShapes)
    case .surface: #expect(!hasShapes)
    default: Issue.record("the cursor is \(pen.cursor)")
    }
    rig.window.cursor = .hidden
    rig.settle()
    guard case .hidden = pen.cursor else {
      Issue.record("the cursor is \(pen.cursor)")
      return
    }
    #expect(rig.server.protocolErrors.isEmpty)
    rig.system.close()
  }

  @Test("If a seat is added later, events of its tablet are reported")
  func laterSeat() throws {
    let rig = try WindowRig()
    let seat = rig.server.addSeat(named: "studio", devices: [])
    let pen = seat.addTool()
    rig.settle()
    pen.move(to: (50, 40))
    rig.settle()
    #expect(rig.painter.tabletEvents.map(\.seat) == [rig.system.seats.last?.id])
  }
}
