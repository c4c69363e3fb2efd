import CarouselUI
import HeadlessCompositor
import HeadlessSession
import Kiosk
import KioskUI
import TestBitmaps
import TestSupport
import Testing

/// The screen of a kiosk rests: power by schedule, savers, and the shift of pixels.
@MainActor
struct RestWindowTests {
  private let folderShow = #"{"duration": 4, "timeZone": "Europe/Berlin", "entries": [{"folder": "."}]}"#
  /// 2027-01-15 08:00:00 in Berlin.
  private let eight = 1_799_996_400

  private func settings(_ change: (inout RestSettings) -> Void) -> KioskSettings {
    var settings = KioskSettings()
    change(&settings.rest)
    return settings
  }

  private func power(_ change: (inout RestSettings.Power) -> Void = { _ in }) -> KioskSettings {
    settings { rest in
      var power = RestSettings.Power()
      power.airTime.dayparts = [Daypart(from: 8 * 3600, to: 20 * 3600)]
      power.wakeTime = 30
      change(&power)
      rest.power = power
    }
  }

  @Test(
    "The screen turns off and on by schedule; a touch at night turns it on and selects nothing, and it turns off again",
    .proves("D086"))
  func schedule() async throws {
    // 19:59:50.
    let rig = try KioskRig(4, playlist: folderShow, settings: power(), wall: eight + 12 * 3600 - 11)
    try await rig.settle()
    #expect(rig.compositor.output.isPoweredOn && rig.middle == 0)
    try await rig.run(seconds: 5)
    try await rig.run(seconds: 40)
    #expect(!rig.compositor.output.isPoweredOn)
    // Nothing counts as shown while the screen is off.
    #expect(rig.hidden.count == 1)
    let count = rig.shown.count
    try await rig.run(seconds: 20)
    #expect(rig.shown.count == count)
    let former = rig.shown.last?.name
    rig.compositor.seat.touch.down(at: (320, 240))
    try await rig.session.frames(4)
    // The screen is on, and the picture is there at once.
    #expect(rig.compositor.output.isPoweredOn && rig.luma > 0.1)
    rig.compositor.seat.touch.move(to: (100, 240))
    try await rig.session.frames(5)
    rig.compositor.seat.touch.up()
    try await rig.session.frames(60)
    #expect(rig.kiosk.phase == .attract && rig.shown.last?.name == former && rig.reasons.last == "wake")
    // The next one begins a visit.
    try await rig.session.tap(at: Point(x: 320, y: 240))
    try await rig.session.frames(2)
    #expect(rig.kiosk.phase == .visit)
    try await rig.run(seconds: 32)
    #expect(!rig.compositor.output.isPoweredOn)
    // A key wakes it, too, and moves nothing, also one that the kiosk does not use.
    try await rig.session.press(.tab)
    try await rig.session.frames(2)
    #expect(rig.compositor.output.isPoweredOn)
    // In the morning it turns on by itself.
    try await rig.run(seconds: 32)
    #expect(!rig.compositor.output.isPoweredOn)
    rig.clock.offset += 12 * 3600
    try await rig.session.frames(2)
    #expect(rig.compositor.output.isPoweredOn && rig.compositor.protocolErrors.isEmpty)
  }

  @Test(
    "While the screen rests, neither a request nor a change of the schedule counts as shown; after it, the item that is seen does",
    .proves("D086"), arguments: [true, false])
  func unseen(byRequest: Bool) async throws {
    let rig = try KioskRig(
      2,
      playlist: """
        { "duration": 60, "timeZone": "Europe/Berlin", "entries": [
          { "picture": "0.png", "times": [{ "from": "08:00", "to": "09:00" }] },
          { "picture": "1.png", "times": [{ "from": "09:00", "to": "10:00" }] }\(
            byRequest ? ", { \"picture\": \"1.png\" }" : "") ] }
        """,
      settings: settings { rest in
        var saver = RestSettings.Saver(.clock)
        saver.delay = 20
        rest.saver = saver
      }, wall: eight + 1800)
    try await rig.settle()
    try await rig.run(seconds: 22)
    // The pictures are listed one after the other, so either may be the first one of two.
    let first = try #require(rig.shown.first?.name)
    #expect(rig.kiosk.screenState == .saver(.clock) && rig.shown.count == 1)
    if byRequest { rig.kiosk.step(back: false) } else { rig.clock.offset += 3600 }
    try await rig.wait("the next item") { rig.kiosk.shownID?.path.hasSuffix(first) == false }
    try await rig.run(seconds: 2)
    #expect(rig.shown.count == 1 && rig.hidden.count == 1)
    try await rig.session.tap(at: Point(x: 320, y: 240))
    #expect(
      rig.shown.map(\.name) == [first, first == "0.png" ? "1.png" : "0.png"] && rig.reasons.last == "wake")
  }

  @Test("The sides of a mirrored screen of another shape are black while the screen rests", .proves("D098"))
  func sides() async throws {
    var settings = settings { rest in
      var saver = RestSettings.Saver(.blank)
      saver.delay = 20
      rest.saver = saver
    }
    settings.outputs.arrangement = .mirror
    let rig = try KioskRig(2, playlist: folderShow, settings: settings, wall: eight)
    let second = rig.compositor.addOutput(width: 600, height: 200, name: "DP-2")
    try await rig.settle()
    try await rig.run(seconds: 1)
    let black = Bitmap.Pixel(0, 0, 0)
    #expect(rig.pixel(0.02, 0.5, on: second) != black)
    try await rig.run(seconds: 22)
    #expect(rig.kiosk.screenState == .saver(.blank))
    #expect(rig.pixel(0.02, 0.5, on: second) == black && rig.pixel(0.5, 0.5, on: second) == black)
    try await rig.session.tap(at: Point(x: 320, y: 240))
    try await rig.session.frames(3)
    #expect(rig.pixel(0.02, 0.5, on: second) != black)
  }

  @Test(
    "After the screen wakes, the rest of the time of the item counts, not its whole time", .proves("D099"))
  func restOfTime() async throws {
    let rig = try KioskRig(
      2, playlist: #"{"duration": 60, "timeZone": "Europe/Berlin", "entries": [{"folder": "."}]}"#,
      settings: settings { rest in
        var saver = RestSettings.Saver(.blank)
        saver.delay = 20
        rest.saver = saver
      }, wall: eight)
    var durations: [Double] = []
    rig.onShown = { _, duration, _ in durations.append(duration) }
    try await rig.settle()
    try await rig.run(seconds: 50)
    #expect(rig.kiosk.screenState == .saver(.blank))
    try await rig.session.tap(at: Point(x: 320, y: 240))
    #expect(durations.count == 2 && durations.first == 60 && rig.reasons.last == "wake")
    #expect((38...41).contains(durations.last ?? 0), "\(durations)")
  }

  @Test("The times of the screen are those of the time zone of a changed playlist", .proves("D086"))
  func timeZone() async throws {
    // 19:30 in Berlin, 18:30 in London.
    let rig = try KioskRig(
      2, playlist: folderShow.replacing("Berlin", with: "London"), settings: power(),
      wall: eight + 11 * 3600 + 1800)
    try await rig.settle()
    rig.clock.offset += 3600
    try await rig.session.frames(3)
    #expect(rig.compositor.output.isPoweredOn)
    try rig.writePlaylist(folderShow)
    try await rig.wait("the screen") { !rig.compositor.output.isPoweredOn }
    try rig.writePlaylist(folderShow.replacing("Berlin", with: "London"))
    try await rig.wait("the screen") { rig.compositor.output.isPoweredOn }
  }

  @Test(
    "A kiosk that starts at night stays dark, and a screen that is plugged in then is turned off, too",
    .proves("D086"))
  func startsAtNight() async throws {
    let rig = try KioskRig(2, playlist: folderShow, settings: power(), wall: eight - 3600)
    try await rig.wait("the screen") { !rig.compositor.output.isPoweredOn }
    let second = rig.compositor.addOutput(width: 300, height: 200, name: "DP-2")
    try await rig.session.frames(3)
    #expect(!second.isPoweredOn)
    rig.clock.offset += 3600
    try await rig.session.frames(3)
    #expect(second.isPoweredOn && rig.compositor.output.isPoweredOn)
    try await rig.settle()
    #expect(rig.middle == 0)
  }

  @Test(
    "Where the compositor cannot, the commands of the configuration turn the screen off and on",
    .proves("D086"))
  func commands() async throws {
    let rig = try KioskRig(
      2, playlist: folderShow,
      settings: power {
        $0.offCommand = ["/usr/bin/screen", "off"]
        $0.onCommand = ["/usr/bin/screen", "on"]
      }, wall: eight + 12 * 3600 - 40, without: "zwlr_output_power_manager_v1")
    try await rig.settle()
    #expect(rig.commands == [["/usr/bin/screen", "on"]])
    try await rig.run(seconds: 45)
    #expect(rig.commands.last == ["/usr/bin/screen", "off"] && rig.commands.count == 2)
    // The screen shows black, because a command may fail.
    #expect(rig.luma < 0.01)
    try await rig.session.tap(at: Point(x: 320, y: 240))
    #expect(rig.commands.last == ["/usr/bin/screen", "on"] && rig.luma > 0.1 && rig.kiosk.phase == .attract)
  }

  @Test(
    "A saver dims, blanks or shows a clock at changing places, and the first frame after a touch shows the picture",
    .proves("D098"), arguments: RestSettings.Saver.Kind.allCases)
  func saver(kind: RestSettings.Saver.Kind) async throws {
    let rig = try KioskRig(
      4, playlist: folderShow,
      settings: settings { rest in
        var saver = RestSettings.Saver(kind)
        saver.delay = 20
        rest.saver = saver
      }, wall: eight + 45 * 60)
    try await rig.settle()
    try await rig.run(seconds: 14)
    let bright = rig.luma
    #expect(bright > 0.1 && rig.kiosk.screenState == .awake)
    try await rig.run(seconds: 8)
    try rig.picture("saver-\(kind)")
    #expect(rig.kiosk.screenState == .saver(kind))
    let count = rig.shown.count
    try await rig.run(seconds: 12)
    switch kind {
    case .dim:
      #expect((0.02...0.3).contains(rig.luma) && rig.shown.count > count && rig.hidden.isEmpty)
    case .blank: #expect(rig.luma == 0 && rig.shown.count == count && rig.hidden.count == 1)
    case .clock:
      let place = rig.litArea
      #expect(rig.luma > 0 && rig.luma < 0.1 && !place.isEmpty && rig.shown.count == count)
      let time = String(describing: rig.kiosk.screenState)
      try await rig.run(seconds: 60)
      #expect(rig.litArea != place && String(describing: rig.kiosk.screenState) == time)
      #expect(throws: Never.self) { try rig.kiosk.ui.find(.label, "08:46") }
    }
    rig.compositor.seat.touch.down(at: (320, 240))
    try await rig.session.frames(3)
    #expect(rig.luma > 0.1 && rig.kiosk.screenState == .awake)
    rig.compositor.seat.touch.up()
    try await rig.session.frames(40)
    #expect(rig.kiosk.phase == .attract)
    try await rig.session.tap(at: Point(x: 320, y: 240))
    try await rig.session.frames(1)
    #expect(rig.kiosk.phase == .visit)
  }

  @Test(
    "The show moves by one pixel each minute, the screen stays covered, and nothing is committed in between")
  func pixelShift() async throws {
    let rig = try KioskRig(
      0, playlist: #"{"entries": [{"picture": "0.png"}]}"#, settings: settings { $0.shiftsPixels = true },
      prepare: { KioskRig.writeHalves(to: $0("0.png"), left: 1, right: 2, width: 640, height: 480) })
    try await rig.settle()
    try await rig.run(seconds: 1)
    var committed = 0
    rig.kiosk.ui.onFrame = { if $0.isCommitted { committed += 1 } }
    var edges: [Int] = []
    for _ in 0..<11 {
      let capture = rig.session.capture()
      let row = (0..<capture.width).map { capture[$0, 240] }
      edges.append(row.firstIndex { $0 == row.last } ?? -1)
      #expect(Set([capture[0, 0], capture[0, 479]]) == [row[0]] && capture[639, 479] == row[639])
      try await rig.run(seconds: 60)
    }
    #expect(Set(edges).count == 3 && zip(edges, edges.dropFirst()).allSatisfy { abs($0 - $1) <= 1 })
    #expect(committed == 11, "\(edges)")
  }
}

extension KioskRig {
  /// The smallest rectangle with all pixels that are not black.
  var litArea: Rect {
    let capture = session.capture()
    var (left, top, right, bottom) = (capture.width, capture.height, 0, 0)
    for y in 0..<capture.height {
      for x in 0..<capture.width where capture[x, y] & 0xFFFFFF != 0 {
        (left, top, right, bottom) = (min(left, x), min(top, y), max(right, x + 1), max(bottom, y + 1))
      }
    }
    guard left < right else { return .zero }
    return Rect(x: Double(left), y: Double(top), width: Double(right - left), height: Double(bottom - top))
  }
}
