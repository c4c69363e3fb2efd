import Foundation
import HeadlessCompositor
import TestSupport
import Testing
import Windowing

@MainActor struct CursorTests {
  /// The cursor shapes as numbers of `wp_cursor_shape_device_v1.shape`.
  private static let arrow = "shape 1"
  private static let crosshair = "shape 8"
  private static let grabbing = "shape 17"

  private func cursor(_ seat: HeadlessCompositor.Seat) -> String {
    switch seat.pointer.cursor {
    case .undefined: "undefined"
    case .hidden: "hidden"
    case .surface: "surface"
    case .shape(let number): "shape \(number)"
    }
  }

  @Test("The shape of a pointer replaces the window's cursor, and a boundary has a shape for each direction")
  func shapes() throws {
    let rig = try WindowRig()
    rig.window.cursor = .crosshair
    rig.server.seat.pointer.move(to: (50, 40))
    rig.settle()
    #expect(cursor(rig.server.seat) == Self.crosshair)
    let pointer = try #require(rig.painter.pointerEvents.first?.contactID)
    rig.window.setCursor(.grabbing, ofPointer: pointer)
    rig.settle()
    #expect(cursor(rig.server.seat) == Self.grabbing)
    #expect(rig.window.cursor == .crosshair)
    rig.window.setCursor(nil, ofPointer: pointer)
    rig.settle()
    #expect(cursor(rig.server.seat) == Self.crosshair)
    // wp_cursor_shape_device_v1.shape.ew_resize and ns_resize
    for (shape, number) in [(CursorShape.resizeHorizontally, 26), (.resizeVertically, 27)] {
      rig.window.cursor = shape
      rig.settle()
      #expect(cursor(rig.server.seat) == "shape \(number)")
    }
  }

  @Test(
    "The cursor is hidden while the pointer is idle, and is shown when the pointer is used", .proves("D081"))
  func idle() throws {
    let rig = try WindowRig()
    let timers = rig.useVirtualTimers()
    let pointer = rig.server.seat.pointer
    rig.window.cursorHidingDelay = 2
    pointer.move(to: (50, 40))
    rig.settle()
    // The cursor starts hidden, because the window may have opened under an unused pointer.
    #expect(cursor(rig.server.seat) == "hidden")
    pointer.move(to: (51, 40))
    rig.settle()
    #expect(cursor(rig.server.seat) == Self.arrow)
    timers.advance(by: 1.9) { rig.settle() }
    pointer.scroll(notches: 1)
    rig.settle()
    timers.advance(by: 1.9) { rig.settle() }
    #expect(cursor(rig.server.seat) == Self.arrow)
    timers.advance(by: 0.2) { rig.settle() }
    #expect(cursor(rig.server.seat) == "hidden")
    #expect(timers.count == 0)
    pointer.press()
    rig.settle()
    #expect(cursor(rig.server.seat) == Self.arrow)
    timers.advance(by: 10) { rig.settle() }
    #expect(cursor(rig.server.seat) == Self.arrow)
    pointer.release()
    rig.settle()
    timers.advance(by: 2.1) { rig.settle() }
    #expect(cursor(rig.server.seat) == "hidden")
    rig.window.cursorHidingDelay = nil
    rig.settle()
    #expect(cursor(rig.server.seat) == Self.arrow)
  }

  @Test(
    "If hidesCursorWhileTouching is true, a touch hides the cursor until the pointer is used", .proves("D081")
  )
  func touch() throws {
    let rig = try WindowRig()
    let seat = rig.server.seat
    rig.window.hidesCursorWhileTouching = true
    seat.pointer.move(to: (50, 40))
    seat.pointer.move(to: (51, 40))
    rig.settle()
    #expect(cursor(seat) == Self.arrow)
    seat.touch.down(at: (20, 20))
    rig.settle()
    #expect(cursor(seat) == "hidden")
    seat.touch.up()
    rig.settle()
    #expect(cursor(seat) == "hidden")
    seat.pointer.move(to: (52, 40))
    rig.settle()
    #expect(cursor(seat) == Self.arrow)
  }

  @Test(
    "By default the cursor is never hidden, no timer runs, and pointer motions do not set the cursor again")
  func normal() throws {
    let rig = try WindowRig()
    let timers = rig.useVirtualTimers()
    rig.server.seat.pointer.move(to: (50, 40))
    rig.settle()
    let requests = rig.server.requestCount(of: "wp_cursor_shape_device_v1.set_shape")
    #expect(requests == 1)
    for step in 1...20 { rig.server.seat.pointer.move(to: (50 + Double(step), 40)) }
    rig.server.seat.touch.down(at: (20, 20))
    rig.settle()
    timers.advance(by: 100) { rig.settle() }
    #expect(cursor(rig.server.seat) == Self.arrow)
    #expect(timers.count == 0)
    #expect(rig.server.requestCount(of: "wp_cursor_shape_device_v1.set_shape") == requests)
  }

  @Test(
    "Each seat has its own cursor: the cursor of an idle seat is hidden while another seat's cursor is visible"
  )
  func twoSeats() throws {
    let rig = try WindowRig()
    let second = rig.server.addSeat(named: "guest")
    let timers = rig.useVirtualTimers()
    rig.window.cursorHidingDelay = 1
    rig.settle()
    for seat in rig.server.seats {
      seat.pointer.move(to: (50, 40))
      seat.pointer.move(to: (51, 40))
    }
    rig.settle()
    timers.advance(by: 0.6) { rig.settle() }
    second.pointer.move(to: (60, 40))
    rig.settle()
    timers.advance(by: 0.6) { rig.settle() }
    #expect(rig.server.seats.map { cursor($0) } == ["hidden", Self.arrow])
    second.touch.down(at: (20, 20))
    rig.server.removeSeat(second)
    rig.settle()
    timers.advance(by: 5) { rig.settle() }
    #expect(timers.count == 0)
    #expect(rig.server.protocolErrors.isEmpty)
  }

  @Test("The idle timer ends when the pointer leaves or the window closes", arguments: [true, false])
  func leave(closes: Bool) throws {
    let rig = try WindowRig()
    let timers = rig.useVirtualTimers()
    rig.window.cursorHidingDelay = 1
    rig.server.seat.pointer.move(to: (50, 40))
    rig.server.seat.pointer.move(to: (51, 40))
    rig.settle()
    #expect(timers.count == 1)
    if closes { rig.window.close() } else { rig.server.seat.pointer.leave() }
    rig.settle()
    #expect(timers.count == 0)
  }

  @Test(
    "Without cursor shapes, the image has the size of the cursor style, and follows its changes",
    .enabled(
      if: FileManager.default.fileExists(atPath: "/usr/share/icons/Adwaita/cursors/left_ptr"),
      "needs the cursors of adwaita-icon-theme"))
  func size() throws {
    let rig = try WindowRig(.init(width: 400, height: 300).without("wp_cursor_shape_manager_v1"))
    func style(_ size: Int) -> CursorStyle { CursorStyle(theme: "Adwaita", size: size) { _ in nil } }
    rig.system.cursorStyle = style(24)
    rig.server.seat.pointer.move(to: (50, 40))
    for size in [24, 48, 96] {
      rig.system.cursorStyle = style(size)
      rig.settle()
      guard case .surface(let surface, _, _) = rig.server.seat.pointer.cursor else {
        Issue.record("no image: \(rig.server.seat.pointer.cursor)")
        return
      }
      #expect(surface.bufferSize == (size, size))
    }
    #expect(rig.server.protocolErrors.isEmpty)
    rig.system.close()
  }

  @Test(
    "The variables of the session have priority over the settings of the desktop, and invalid values are ignored",
    arguments: [
      (nil, nil, nil, nil, nil, 24), ("Adwaita", 48, nil, nil, "Adwaita", 48),
      ("Adwaita", 48, "breeze_cursors", "32", "breeze_cursors", 32),
      ("Adwaita", 0, "", "large", "Adwaita", 24), ("../hostile", 100_000, nil, "-1", nil, 256),
    ] as [(String?, Int?, String?, String?, String?, Int)])
  func style(
    theme: String?, size: Int?, themeVariable: String?, sizeVariable: String?, expectedTheme: String?,
    expectedSize: Int
  ) {
    let style = CursorStyle(theme: theme, size: size) { name in
      ["XCURSOR_THEME": themeVariable, "XCURSOR_SIZE": sizeVariable][name] ?? nil
    }
    #expect(style.theme == expectedTheme && style.size == expectedSize)
  }
}
