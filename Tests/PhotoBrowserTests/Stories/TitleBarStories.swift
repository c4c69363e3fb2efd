import Foundation
import TestBitmaps
import TestSupport
import Testing

extension PhotoBrowserTests {
  /// The title bar that the program draws if the compositor draws none.
  @Suite("Title bar stories") struct TitleBarStories {
    /// The buttons. The raw value is the distance of a button's middle from the right side of the window, in
    /// points.
    private enum Button: Double {
      case close = 23
      case maximize = 60
    }

    @Test(
      "The buttons of the title bar maximize, restore and close, by mouse and by finger",
      arguments: Stage.allCases, [UserInput.InputDevice.pointer, .finger])
    func buttons(stage: Stage, device: UserInput.InputDevice) throws {
      try play(
        "title bar, \(device == .pointer ? "mouse" : "touch")", on: stage,
        .init(isFilling: false, drawsTitleBars: false), needing: .ownTitleBar
      ) { session in
        let show = try Show(["--size", "640x400"], on: session, hasTitleBar: true)
        defer { show.end() }
        try show.expectFirstPhoto(try show.settled(width: 640, height: 400))
        try tap(.maximize, device, in: try show.contentPlace(width: 640, height: 400), show)
        session.input.parkPointer()
        try show.expectFirstPhoto(try show.settled(width: 1024, height: 722))
        let screen = PixelRect(x: 0, y: 46, width: 1024, height: 722)
        try tap(.maximize, device, in: screen, show)
        session.input.parkPointer()
        try show.settled(width: 640, height: 400)
        _ = try session.screenshot("the restored window") { screen in
          (screen.changedRect(since: show.empty)?.width ?? .max) < 800
        }
        try tap(.close, device, in: try show.contentPlace(width: 640, height: 400), show)
        #expect(try show.browser.process.waitForExit() == .code(PhotoBrowser.ExitCode.success))
        #expect(show.browser.process.errors.lines.isEmpty)
      }
    }

    @Test(
      "Dragging the title bar moves the window, and dragging a border resizes it", arguments: Stage.allCases)
    func moves(stage: Stage) throws {
      try play(
        "title bar, move and resize", on: stage, .init(isFilling: false, drawsTitleBars: false),
        needing: .interactiveMove
      ) { session in
        let show = try Show(["--size", "640x400"], on: session, hasTitleBar: true, tracesProtocol: true)
        defer { show.end() }
        try show.settled(width: 640, height: 400)
        for device in [UserInput.InputDevice.pointer, .finger] {
          let before = try show.contentPlace(width: 640, height: 400)
          let bar = ScreenPoint(Double(before.x + 100), Double(before.y - 23))
          let step = before.x > 200 ? -60.0 : 60.0
          let requests = show.browser.process.errors.lines.count
          session.input.press(device, at: bar)
          session.input.drag(device, to: ScreenPoint(bar.x + step / 4, bar.y))
          try expectGrab("move", device, after: requests, show)
          session.input.drag(device, to: ScreenPoint(bar.x + step / 2, bar.y))
          session.input.drag(device, to: ScreenPoint(bar.x + step, bar.y))
          session.input.lift(device)
          session.input.parkPointer()
          _ = try session.screenshot("the window moved by \(device)") { _ in
            guard let place = try? show.contentPlace(width: 640, height: 400) else { return false }
            return abs(Double(place.x - before.x) - step) <= 20
          }
        }
        let place = try show.contentPlace(width: 640, height: 400)
        // A point between the bottom right corner of the window and the outer edge of its margin.
        let corner = ScreenPoint(Double(place.x + 645), Double(place.y + 405))
        let requests = show.browser.process.errors.lines.count
        session.input.press(.pointer, at: corner)
        try expectGrab("resize", .pointer, after: requests, show)
        session.input.drag(.pointer, to: ScreenPoint(corner.x - 80, corner.y - 50))
        session.input.lift(.pointer)
        session.input.parkPointer()
        let state = try show.browser.settled("settled in the new size") { $0.width < 640 && $0.height < 400 }
        #expect(abs(state.width - 560) <= 12 && abs(state.height - 350) <= 12)
      }
    }

    /// Waits until the compositor handles a request of the program to move or resize the window.
    ///
    /// Weston then takes the pointer from the window. It reports nothing for a finger, so a screenshot is taken, which Weston
    /// writes after it has handled the request.
    private func expectGrab(
      _ request: String, _ device: UserInput.InputDevice, after line: Int, _ show: Show
    ) throws {
      var isRequested = false
      let trace = show.browser.process.errors
      try trace.first(from: line, "the request to \(request)") { (line: String) -> Bool in
        if line.contains("-> xdg_toplevel@") && line.contains(".\(request)(") { isRequested = true }
        return isRequested && (device == .finger || line.contains(".leave("))
      }
      if device == .finger { _ = try show.session.screenshot() }
    }

    /// Presses a button in the title bar of the window whose content is at `content`.
    private func tap(
      _ button: Button, _ device: UserInput.InputDevice, in content: PixelRect, _ show: Show
    ) throws {
      let x = Double(content.x + content.width) - button.rawValue
      show.session.input.tap(device, at: ScreenPoint(x, Double(content.y) - 23))
    }
  }
}
