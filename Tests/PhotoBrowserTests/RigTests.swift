import Foundation
import TestBitmaps
import TestSupport
import Testing

/// The suite of all tests of this target. They start programs that need the whole machine, so they run one at
/// a time.
@Suite("Photo browser", .serialized) struct PhotoBrowserTests {}

extension PhotoBrowserTests {
  /// Tests the test rig with the example clients of weston.
  @Suite("Test rig") struct RigTests {
    @Test(
      "A client's window is visible, and the client receives pointer, wheel and key events, on sway",
      .needs(.weston), .needs(.sway))
    func sway() throws {
      try withSway(configuration: ["default_border normal"]) { sway in
        try expectEvents(on: sway)
      }
    }

    @Test(
      "A client's window is visible, and the client receives pointer, wheel and key events, on weston",
      .needs(.weston))
    func weston() throws {
      try withWeston { try expectEvents(on: $0) }
    }

    @Test("A client receives touch events, on sway", .needs(.weston), .needs(.sway))
    func touchOnSway() throws {
      try withSway { try expectTouchEvents(on: $0) }
    }

    @Test("A client receives touch events, on weston", .needs(.weston))
    func touchOnWeston() throws {
      try withWeston { try expectTouchEvents(on: $0) }
    }

    /// weston-eventdemo prints its events and shows a red rectangle.
    private func expectEvents(on session: some UserSession) throws {
      let client = try ChildProcess(
        "stdbuf",
        ["-oL", "weston-eventdemo", "--log-button", "--log-motion", "--log-axis", "--log-key"],
        environment: session.environment)
      defer { client.stop() }
      session.input.parkPointer()
      let red = Bitmap.Pixel(255, 0, 0)
      _ = try session.screenshot("a red rectangle") { $0.count(of: red) == 250 * 200 }
      if let sway = session as? Sway {
        // sway draws a title bar above the window and a border of 2 pixels around it.
        let window = try sway.windowContents()
        #expect(window.x == 2 && window.width == 1020)
        #expect(window.y > 2 && window.y + window.height == 766)
      }

      session.input.dragAndHold(.pointer, from: ScreenPoint(400, 400), to: ScreenPoint(500, 400))
      session.input.scrollWheel(notches: 1)
      session.input.tap(.v)
      try client.output.first("the release of the key") {
        $0.hasPrefix("key key: 47") && $0.contains("released")
      }

      let lines = client.output.lines
      let times = lines.filter { $0.hasPrefix("motion") }.suffix(20).compactMap(millisecondsOf)
      #expect(times.count == 20)
      #expect(zip(times, times.dropFirst()).allSatisfy { $1 - $0 == 30 }, "the times are from the script")
      #expect(lines.contains { $0.hasPrefix("button") && $0.contains("pressed") })
      #expect(lines.contains { $0.hasPrefix("axis discrete axis: 0 value: 1") })
    }

    private func millisecondsOf(_ line: String) -> Int? {
      line.split(separator: " ").lazy.compactMap { Int($0.dropLast()) }.first
    }

    /// weston-simple-touch paints the path of each finger.
    private func expectTouchEvents(on session: some UserSession) throws {
      let client = try ChildProcess("weston-simple-touch", environment: session.environment)
      defer { client.stop() }
      session.input.parkPointer()
      let empty = try session.screenshot()
      _ = try session.screenshot("a window") { $0 != empty }
      session.input.dragAndHold(.finger, from: ScreenPoint(450, 350), to: ScreenPoint(550, 350))
      _ = try session.screenshot("a line") { $0[500, 350] != $0[500, 320] }
    }
  }
}
