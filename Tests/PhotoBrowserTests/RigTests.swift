import Foundation
import Testing

/// Everything here starts programs and shares the machine with them: one test at a time.
@Suite("Photo browser", .serialized) struct PhotoBrowserTests {}

extension PhotoBrowserTests {
  /// The rig itself, tried with the example clients that come with weston.
  @Suite("Rig") struct RigTests {
    @Test("a client shows and gets pointer, wheel and keys, on sway", .needs(.weston), .needs(.sway))
    func sway() throws {
      try withSway(configuration: ["default_border normal"]) { sway in
        try eventsReachAClient(on: sway)
      }
    }

    @Test("a client shows and gets pointer, wheel and keys, on weston", .needs(.weston))
    func weston() throws {
      try withWeston { try eventsReachAClient(on: $0) }
    }

    @Test("fingers reach a client, on sway", .needs(.weston), .needs(.sway))
    func fingersOnSway() throws {
      try withSway { try fingersReachAClient(on: $0) }
    }

    @Test("fingers reach a client, on weston", .needs(.weston))
    func fingersOnWeston() throws {
      try withWeston { try fingersReachAClient(on: $0) }
    }

    /// weston-eventdemo prints what happens to it, and shows a red rectangle.
    private func eventsReachAClient(on session: some UserSession) throws {
      let client = try ChildProcess(
        "stdbuf",
        ["-oL", "weston-eventdemo", "--log-button", "--log-motion", "--log-axis", "--log-key"],
        environment: session.environment)
      defer { client.stop() }
      session.input.parkPointer()
      let red = Picture.Pixel(255, 0, 0)
      _ = try session.screenshot("a red rectangle") { $0.pixels.count { $0 == red } == 250 * 200 }
      if let sway = session as? Sway {
        // sway draws the title bar above and a border of 2 pixels around.
        let window = try sway.windowContents()
        #expect(window.x == 2 && window.width == 1020)
        #expect(window.y > 2 && window.y + window.height == 766)
      }

      session.input.dragAndRest(.pointer, from: Spot(400, 400), to: Spot(500, 400))
      session.input.scrollWheel(notches: 1)
      session.input.tap(.v)
      try client.output.first("the key's release") { $0.hasPrefix("key key: 47") && $0.contains("released") }

      let lines = client.output.lines
      let times = lines.filter { $0.hasPrefix("motion") }.suffix(20).compactMap(millisecondsOf)
      #expect(times.count == 20)
      #expect(zip(times, times.dropFirst()).allSatisfy { $1 - $0 == 30 }, "as written in the script")
      #expect(lines.contains { $0.hasPrefix("button") && $0.contains("pressed") })
      #expect(lines.contains { $0.hasPrefix("axis discrete axis: 0 value: 1") })
    }

    private func millisecondsOf(_ line: String) -> Int? {
      line.split(separator: " ").lazy.compactMap { Int($0.dropLast()) }.first
    }

    /// weston-simple-touch paints where fingers are.
    private func fingersReachAClient(on session: some UserSession) throws {
      let client = try ChildProcess("weston-simple-touch", environment: session.environment)
      defer { client.stop() }
      session.input.parkPointer()
      let empty = try session.screenshot()
      _ = try session.screenshot("a window") { $0 != empty }
      session.input.dragAndRest(.finger, from: Spot(450, 350), to: Spot(550, 350))
      _ = try session.screenshot("a line") { $0[500, 350] != $0[500, 320] }
    }
  }
}
