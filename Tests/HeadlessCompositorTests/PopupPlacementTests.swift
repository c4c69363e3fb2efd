import HeadlessCompositor
import Testing
import Wayland

@MainActor @Suite("Placement of popups")
struct PopupPlacementTests {
  /// A popup of a test window. It records its configures as "x,y width×height".
  @MainActor final class TestPopup {
    let surface: WlSurface
    let shell: XdgSurface
    let popup: XdgPopup
    private(set) var log: [String] = []

    init(_ client: TestClient, parent: XdgSurface?, positioner: XdgPositioner) throws {
      surface = client.compositor.createSurface()
      shell = try #require(client.wmBase).getXdgSurface(surface: surface)
      popup = shell.getPopup(parent: parent, positioner: positioner)
      shell.onEvent = { [unowned shell] in
        if case .configure(let serial) = $0 { shell.ackConfigure(serial: serial) }
      }
      popup.onEvent = { [weak self] event in
        switch event {
        case .configure(let x, let y, let width, let height):
          self?.log.append("\(x),\(y) \(width)×\(height)")
        case .popupDone: self?.log.append("done")
        case .repositioned(let token): self?.log.append("token \(token)")
        }
      }
    }

    func show(_ buffer: TestBuffer) {
      surface.attach(buffer: buffer.object, x: 0, y: 0)
      surface.commit()
    }
  }

  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    var window: (x: Int, y: Int) = (50, 40)
    var size: (Int32, Int32) = (40, 30)
    var anchor = XdgPositioner.Anchor.bottomLeft
    var gravity = XdgPositioner.Gravity.bottomRight
    var adjustment: UInt32 = 0
    var offset: (Int32, Int32) = (0, 0)
    let place: String
  }

  /// The output has 1280 × 720 pixels. The anchor rectangle is 20 × 10 at (10, 70).
  nonisolated static let cases = [
    Case(testDescription: "fits", adjustment: 63, offset: (1, 2), place: "11,82 40×30"),
    Case(testDescription: "centered", anchor: .none, gravity: .none, place: "0,60 40×30"),
    Case(testDescription: "beyond the bottom", window: (50, 640), place: "10,80 40×30"),
    Case(testDescription: "flips up", window: (50, 640), adjustment: 8 | 2, place: "10,40 40×30"),
    Case(
      testDescription: "does not flip where it does not fit", window: (50, 640), size: (40, 719),
      adjustment: 8,
      place: "10,80 40×719"),
    Case(
      testDescription: "slides after a flip that does not fit", window: (50, 640), size: (40, 719),
      adjustment: 8 | 2, place: "10,-639 40×719"),
    Case(
      testDescription: "slides left", window: (1200, 40), size: (100, 30), adjustment: 1,
      place: "-20,80 100×30"),
    Case(
      testDescription: "slides right", window: (-100, 40), adjustment: 1, place: "100,80 40×30"),
    Case(
      testDescription: "flips left", window: (1200, 40), size: (100, 30), anchor: .topRight, adjustment: 4,
      place: "-90,70 100×30"),
    Case(
      testDescription: "gets narrower", window: (1200, 40), size: (100, 30), adjustment: 16,
      place: "10,80 70×30"),
    Case(
      testDescription: "slides and gets narrower", window: (1200, 40), size: (2000, 30), adjustment: 1 | 16,
      place: "-1200,80 1280×30"),
    Case(
      testDescription: "too wide, toward the left", window: (100, 40), size: (2000, 30), gravity: .left,
      adjustment: 1, place: "-820,65 2000×30"),
    Case(
      testDescription: "extreme numbers", window: (1200, 640), size: (.max, .max), adjustment: .max,
      offset: (.max, .max), place: "-1200,-640 1280×720"),
    Case(
      testDescription: "cannot be resized to nothing", size: (40, 30), adjustment: 16 | 32,
      offset: (.min, .min), place: "-2147483638,-2147483568 40×30"),
  ]

  @Test("The compositor adjusts a popup only in the ways that its positioner allows", arguments: cases)
  func adjustment(test: Case) throws {
    let (server, window, _) = try InputLog.start()
    window.peer?.position = test.window
    let popup = try TestPopup(
      window.client, parent: window.shell, positioner: positioner(window, test))
    popup.surface.commit()
    server.settle()
    #expect(popup.log == [test.place])
    #expect(server.protocolErrors == [])
  }

  @Test("A popup and its child popup are placed on the output of the window that they belong to")
  func secondOutput() throws {
    let (server, window, _) = try InputLog.start()
    server.addOutput(width: 400, height: 300)
    window.peer?.position = (1500, 200)
    let test = Case(testDescription: "", adjustment: 63, place: "")
    let popup = try TestPopup(window.client, parent: window.shell, positioner: positioner(window, test))
    popup.surface.commit()
    server.settle()
    #expect(popup.log == ["10,40 40×30"])
    popup.show(try window.client.buffer(40, 30))
    server.settle()
    #expect(server.popups.first?.surface?.outputs.map(\.name) == ["HEADLESS-2"])
    let child = try TestPopup(window.client, parent: popup.shell, positioner: positioner(window, test))
    child.surface.commit()
    server.settle()
    #expect(child.log == ["10,30 40×30"])
    #expect(server.protocolErrors == [])
  }

  private func positioner(_ window: TestWindow, _ test: Case) throws -> XdgPositioner {
    let positioner = try #require(window.client.wmBase).createPositioner()
    positioner.setSize(width: test.size.0, height: test.size.1)
    positioner.setAnchorRect(x: 10, y: 70, width: 20, height: 10)
    positioner.setAnchor(anchor: test.anchor)
    positioner.setGravity(gravity: test.gravity)
    positioner.setConstraintAdjustment(constraintAdjustment: test.adjustment)
    positioner.setOffset(x: test.offset.0, y: test.offset.1)
    return positioner
  }

  @Test("When the parent moves, reactive popups are placed again and other popups keep their offset")
  func reactive() throws {
    let (server, window, _) = try InputLog.start()
    let rules = try positioner(
      window, Case(testDescription: "", size: (100, 30), adjustment: 1, place: ""))
    let plain = try TestPopup(window.client, parent: window.shell, positioner: rules)
    rules.setReactive()
    let popup = try TestPopup(window.client, parent: window.shell, positioner: rules)
    let child = try TestPopup(window.client, parent: popup.shell, positioner: rules)
    for other in [plain, popup, child] { other.surface.commit() }
    server.settle()
    window.peer?.position = (1200, 40)
    server.settle()
    #expect(plain.log == ["10,80 100×30"])
    #expect(popup.log == ["10,80 100×30", "-20,80 100×30"])
    #expect(child.log == ["10,80 100×30", "0,80 100×30"])
  }

  @Test("A popup can be repositioned; the client's token is sent before the configure event")
  func reposition() throws {
    let (server, window, _) = try InputLog.start()
    let rules = try positioner(window, Case(testDescription: "", place: ""))
    let popup = try TestPopup(window.client, parent: window.shell, positioner: rules)
    popup.surface.commit()
    server.settle()
    rules.setOffset(x: 5, y: 5)
    popup.popup.reposition(positioner: rules, token: 77)
    server.settle()
    #expect(popup.log == ["10,80 40×30", "token 77", "15,85 40×30"])
  }

  @Test("If a popup requests a grab without a press, it is dismissed")
  func grabWithoutPress() throws {
    let (server, window, log) = try InputLog.start()
    let popup = try TestPopup(
      window.client, parent: window.shell,
      positioner: positioner(window, Case(testDescription: "", place: "")))
    popup.popup.grab(seat: log.seat, serial: 12_345)
    popup.surface.commit()
    server.settle()
    #expect(popup.log.contains("done"))
    #expect(server.popups.first?.isGrabbing == false)
    #expect(server.protocolErrors == [])
  }

  @Test("A grab is a protocol error if the popup's parent is not the topmost popup with a grab")
  func grabOrder() throws {
    let (server, window, log) = try InputLog.start()
    log.bindPointer()
    server.settle()
    server.seat.pointer.click(at: (60, 50))
    server.settle()
    let rules = try positioner(window, Case(testDescription: "", place: ""))
    let first = try TestPopup(window.client, parent: window.shell, positioner: rules)
    let second = try TestPopup(window.client, parent: window.shell, positioner: rules)
    first.popup.grab(seat: log.seat, serial: log.pressSerial)
    second.popup.grab(seat: log.seat, serial: log.pressSerial)
    server.settle()
    #expect(server.protocolErrors.map(\.name) == ["xdg_wm_base.not_the_topmost_popup"])
  }

  @Test("A touch outside of a menu dismisses the menu, and the keyboard focus returns to the window")
  func touchAndKeyboard() throws {
    let (server, window, log) = try InputLog.start()
    log.bindPointer()
    server.settle()
    server.seat.pointer.click(at: (60, 50))
    server.settle()
    let popup = try TestPopup(
      window.client, parent: window.shell,
      positioner: positioner(window, Case(testDescription: "", place: "")))
    popup.popup.grab(seat: log.seat, serial: log.pressSerial)
    popup.surface.commit()
    server.settle()
    popup.show(try window.client.buffer(40, 30, 0xff00_ff00))
    server.settle()
    #expect(server.seat.keyboard.focus === server.popups.first?.surface)
    #expect(server.capture()[65, 125] == 0xff00_ff00)
    server.seat.touch.down(at: (65, 125))
    server.seat.touch.up()
    #expect(server.popups.first?.isDismissed == false)
    server.seat.touch.down(at: (1000, 600))
    server.settle()
    #expect(popup.log.last == "done")
    #expect(server.popups.first?.isDismissed == true)
    #expect(server.capture()[65, 125] == 0xff33_6699)
    #expect(server.seat.keyboard.focus === window.peer?.surface)
    #expect(server.protocolErrors == [])
  }
}
