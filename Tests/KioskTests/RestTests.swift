import Kiosk
import TestSupport
import Testing

@Suite("The rest of the screen, and the screens of a configuration")
struct RestTests {
  private func settings(_ text: String) throws -> KioskSettings {
    try KioskSettings(Array(text.utf8), carousels: [])
  }

  @Test("The screen is off outside of its times, but not soon after an input", .proves("D086"))
  func power() throws {
    let rest = ScreenRest(
      try settings(
        #"{"power": {"times": [{"from": "08:00", "to": "20:00"}], "wakeTime": 60}, "content": "a"}"#
      ).rest, timeZone: "Europe/Berlin")
    // 2027-01-15 07:59:59 in Berlin.
    let morning = 1_799_996_399
    #expect(rest.state(at: morning, idle: 1000, isUsed: false) == .off)
    #expect(rest.state(at: morning + 1, idle: 1000, isUsed: false) == .awake)
    #expect(rest.nextBoundary(after: morning) == morning + 1)
    // After a start at night, the screen has not been touched yet.
    #expect(rest.state(at: morning, idle: 1, isUsed: false) == .off)
    #expect(rest.state(at: morning, idle: 59, isUsed: true) == .awake)
    #expect(rest.nextDelay(idle: 59) == 1)
    #expect(rest.state(at: morning, idle: 60, isUsed: true) == .off)
    #expect(rest.nextDelay(idle: 60) == nil)
    let evening = morning + 1 + 12 * 3600
    #expect(rest.state(at: evening - 1, idle: 1000, isUsed: true) == .awake)
    #expect(rest.state(at: evening, idle: 1000, isUsed: true) == .off)
  }

  @Test(
    "The saver begins after its time without input, at its times; the power has precedence", .proves("D098"))
  func saver() throws {
    let rest = ScreenRest(
      try settings(
        """
        {"saver": {"kind": "clock", "delay": 600, "times": [{"from": "18:00", "to": "23:00"}]},
         "power": {"times": [{"from": "08:00", "to": "20:00"}]}}
        """
      ).rest, timeZone: "Europe/Berlin")
    let six = 1_799_996_400 + 10 * 3600
    #expect(rest.state(at: six - 1, idle: 5000, isUsed: true) == .awake)
    #expect(rest.state(at: six, idle: 599, isUsed: true) == .awake)
    #expect(rest.state(at: six, idle: 600, isUsed: true) == .saver(.clock))
    #expect(rest.nextBoundary(after: six) == six + 2 * 3600)
    #expect(rest.state(at: six + 2 * 3600, idle: 600, isUsed: true) == .off)
    #expect(rest.nextDelay(idle: 100) == 200)
    let none = ScreenRest(RestSettings(), timeZone: nil)
    #expect(none.state(at: six, idle: 1e9, isUsed: true) == .awake)
    #expect(none.nextBoundary(after: six) == nil && none.nextDelay(idle: 0) == nil)
  }

  @Test("A configuration states all mistakes of its screens, its power and its saver")
  func mistakes() throws {
    let text = """
      {
        "outputs": "all", "playlists": [{"output": "A", "content": "a"}, {"output": "A"}, {"output": "A", "content": "b"}],
        "power": {"offCommand": ["wlopm"], "times": [{"from": "8", "to": "20:00"}]},
        "saver": {"kind": "fish", "delay": 1}, "pixelShift": 1, "layer": "top"
      }
      """
    let error = #expect(throws: (any Error).self) { try settings(text) }
    let problems = "\(try #require(error))"
    for part in [
      "outputs: This must be one of \"one\", \"mirror\", \"span\"", "playlists[1]: “content” is missing",
      "“playlists” names an output twice", "“outputs” has no effect with “playlists”",
      "power.offCommand: The first text must be the absolute path of a program",
      "power.times[0].from: This must be",
      "power: “offCommand” and “onCommand” belong together", "saver.kind: This must be one of \"dim\"",
      "saver.delay: This must be a number from 10 to 86400", "pixelShift: This must be true or false",
      "layer: This must be true or false",
    ] { #expect(problems.contains(part), "\(part)") }
    let right = try settings(
      """
      {"playlists": [{"output": "DP-1", "content": "a"}, {"output": "DP-2", "content": "b"}], "layer": false,
       "power": {"offCommand": ["/bin/off", "-x"], "onCommand": ["/bin/on"], "weekdays": ["mon"]}}
      """)
    #expect(right.outputs.assignments.map(\.output) == ["DP-1", "DP-2"] && !right.outputs.usesLayer)
    #expect(
      right.rest.power?.offCommand == ["/bin/off", "-x"] && right.rest.power?.airTime.weekdays == [.monday])
  }
}
