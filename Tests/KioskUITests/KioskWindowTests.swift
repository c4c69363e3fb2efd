import CarouselUI
import ControlChannel
import Foundation
import HeadlessCompositor
import HeadlessSession
import JSON
import Kiosk
import KioskUI
import TestSupport
import Testing

/// A kiosk in its window, with visitors, on virtual time.
@MainActor
struct KioskWindowTests {
  private let folderShow = #"{"duration": 4, "entries": [{"folder": "."}]}"#

  @Test(
    "The show shows each picture for its time, in full screen, and no frame is darker than both",
    .proves("D087"))
  func attract() async throws {
    let rig = try KioskRig(4, playlist: folderShow)
    try await rig.settle()
    #expect(rig.middle == 0 && rig.kiosk.phase == .attract)
    #expect(rig.compositor.topmost?.isFullscreen == true)
    for frame in 0..<900 {
      try await rig.run(seconds: 1.0 / 60)
      // The shown picture, and the one before.
      let numbers = rig.shown.suffix(2).compactMap { Int($0.name.prefix(1)) }
      let lumas = numbers.map { KioskRig.luma(of: $0) }
      let luma = rig.luma
      #expect(
        luma >= (lumas.min() ?? 1) - 0.005 && luma <= (lumas.max() ?? 0) + 0.005,
        "frame \(frame): \(luma) of \(lumas)")
    }
    #expect(rig.shown.prefix(4).map(\.name) == ["0.png", "1.png", "2.png", "3.png"])
    for (former, next) in zip(rig.shown, rig.shown.dropFirst()) {
      #expect(next.time - former.time >= 4 && next.time - former.time < 4.2)
    }
    try rig.picture("attract")
    #expect(rig.reports.isEmpty && rig.compositor.protocolErrors.isEmpty)
  }

  @Test(
    "The first touch moves the carousel at once; after the time without input, the show begins again by a motion",
    .proves("D096"))
  func visit() async throws {
    var settings = KioskSettings()
    settings.idleTime = 20
    let rig = try KioskRig(6, playlist: folderShow, settings: settings)
    try await rig.settle()
    try await rig.run(seconds: 5)
    #expect(rig.shown.last?.name == "1.png")
    // A finger comes down on the shown picture and drags it to the left.
    let touch = rig.compositor.seat.touch
    touch.down(at: (320, 240))
    try await rig.session.frames(1)
    #expect(rig.kiosk.phase == .visit)
    for step in 1...12 {
      touch.move(to: (320 - Double(step) * 20, 240))
      try await rig.session.frames(1)
    }
    try rig.picture("first-touch")
    #expect(rig.kiosk.ui.carousel.scrollOffset > 1.2)
    touch.up()
    try await rig.settle()
    let index = rig.kiosk.ui.carousel.currentItemIndex
    #expect(index >= 2 && rig.middle == index)
    try rig.picture("carousel")
    // A tap on the picture in the middle opens its card, and a swipe down closes it.
    try await rig.session.tap(at: Point(x: 320, y: 240))
    try await rig.settle()
    #expect(rig.kiosk.isCardOpen && rig.pixel(0.02, 0.5) == KioskRig.color(index))
    try rig.picture("card")
    try await rig.session.flick(from: Point(x: 320, y: 140), to: Point(x: 320, y: 420), frames: 8)
    try await rig.settle()
    #expect(!rig.kiosk.isCardOpen && rig.middle == index)
    // Each input begins the time again.
    try await rig.run(seconds: 18)
    try await rig.session.press(.right)
    try await rig.run(seconds: 18)
    #expect(rig.kiosk.phase == .visit)
    let shownCount = rig.shown.count
    var lumas: [Double] = []
    for _ in 0..<240 {
      try await rig.run(seconds: 1.0 / 60)
      lumas.append(rig.luma)
    }
    try await rig.settle()
    #expect(rig.kiosk.phase == .attract && rig.middle == 0 && rig.shown.count > shownCount)
    // The picture grows: no frame is much brighter or darker than the one before.
    let steps = zip(lumas, lumas.dropFirst()).map { abs($1 - $0) }
    #expect((steps.max() ?? 1) < 0.1, "\(steps.max() ?? 1)")
    #expect(rig.compositor.protocolErrors.isEmpty)
  }

  @Test("After the window has closed, no timer waits", .proves("R22"))
  func timers() async throws {
    let rig = try KioskRig(4, playlist: folderShow)
    try await rig.settle()
    try await rig.session.tap(at: Point(x: 320, y: 240))
    try await rig.run(seconds: 3)
    #expect(!rig.timerDelays.isEmpty)
    rig.kiosk.ui.close()
    #expect(rig.timerDelays == [])
  }

  @Test("Between two items, no timer waits but those of the show and of the visitors")
  func rest() async throws {
    var settings = KioskSettings()
    settings.idleTime = 600
    let rig = try KioskRig(
      2, playlist: #"{"duration": 500, "entries": [{"folder": "."}]}"#, settings: settings)
    try await rig.settle()
    try await rig.wait("the watches") { rig.timerDelays.allSatisfy { $0 > 20 } }
    try await rig.run(seconds: 30)
    // The next item and the idle time.
    #expect(rig.timerDelays.allSatisfy { $0 > 20 } && rig.timerDelays.count <= 2, "\(rig.timerDelays)")
  }

  @Test("The first tap shows the carousel, and the next one opens a card", .proves("D096"))
  func firstTap() async throws {
    let rig = try KioskRig(4, playlist: folderShow)
    try await rig.settle()
    for isOpen in [false, true] {
      try await rig.session.tap(at: Point(x: 320, y: 240))
      try await rig.settle()
      #expect(rig.kiosk.phase == .visit && rig.kiosk.isCardOpen == isOpen)
    }
  }

  @Test("A touch while the show returns belongs to the carousel again", .proves("D096"))
  func interrupted() async throws {
    var settings = KioskSettings()
    settings.idleTime = 5
    let rig = try KioskRig(4, playlist: folderShow, settings: settings)
    try await rig.settle()
    for delay in [0, 1, 3, 8, 15, 30] {
      try await rig.session.tap(at: Point(x: 30, y: 240))
      try await rig.settle()
      #expect(rig.kiosk.phase == .visit)
      try await rig.wait("the return") { rig.kiosk.phase != .visit }
      try await rig.run(seconds: Double(delay) / 60)
      rig.compositor.seat.touch.down(at: (320, 240))
      try await rig.session.frames(1)
      #expect(rig.kiosk.phase == .visit, "after \(delay) frames")
      rig.compositor.seat.touch.up()
      try await rig.settle()
    }
    try await rig.run(seconds: 8)
    try await rig.settle()
    try rig.picture("after-interruptions")
    #expect(rig.kiosk.phase == .attract && rig.middle == 0, "\(String(describing: rig.kiosk.shownID))")
  }

  @Test("Close requests, Escape, q and other keys do not end the kiosk or start a visit", .proves("D097"))
  func closed() async throws {
    let rig = try KioskRig(3, playlist: folderShow)
    try await rig.settle()
    rig.compositor.topmost?.close()
    for key in ["q", "w", "f", "s", "r"] as [Character] {
      if let key = HeadlessCompositor.Key(key) { try await rig.session.press(key) }
    }
    for key in [HeadlessCompositor.Key.escape, .f5] { try await rig.session.press(key) }
    try await rig.settle()
    #expect(rig.kiosk.phase == .attract)
    #expect(rig.compositor.topmost?.isFullscreen == true)
    #expect(rig.compositor.toplevels.count == 1)
    // Five fingers, and swipes from the edges, move nothing but the carousel.
    for finger in 0..<5 {
      rig.compositor.seat.touch.down(at: (100 + Double(finger) * 90, 240), id: Int32(finger))
    }
    try await rig.session.frames(3)
    for finger in 0..<5 { rig.compositor.seat.touch.up(id: Int32(finger)) }
    try await rig.session.flick(from: Point(x: 1, y: 240), to: Point(x: 300, y: 240), frames: 6)
    try await rig.session.flick(from: Point(x: 320, y: 479), to: Point(x: 320, y: 200), frames: 6)
    try await rig.settle()
    #expect(rig.compositor.toplevels.count == 1 && rig.compositor.protocolErrors.isEmpty)
  }

  @Test(
    "An entry changes with the clock; a gap shows the fallback, and without one a plain picture",
    .proves("D089"))
  func schedule() async throws {
    let rig = try KioskRig(
      3,
      playlist: """
        {
          "timeZone": "Europe/Berlin", "duration": 30,
          "entries": [
            { "picture": "0.png", "times": [{ "from": "02:30", "to": "03:30" }] },
            { "picture": "1.png", "times": [{ "from": "03:31", "to": "03:32" }] }
          ],
          "fallback": { "picture": "2.png" }
        }
        """,
      // 01:59:30 in Berlin, half a minute before the clock is set forward to 03:00.
      wall: 1_806_195_570 - 1)
    try await rig.settle()
    #expect(rig.middle == 2)
    try await rig.run(seconds: 33)
    #expect(rig.middle == 0)
    // The clock is set forward by half an hour, into the gap from 03:30 on.
    rig.clock.offset += 1800
    try await rig.run(seconds: 2)
    #expect(rig.middle == 2)
    try await rig.run(seconds: 60)
    #expect(rig.middle == 1)
    // The clock is set back by a year, and forward again into the first entry.
    rig.clock.offset -= 31_543_200
    try await rig.run(seconds: 2)
    #expect(rig.middle == 2)
    rig.clock.offset += 31_543_200 - 600
    try await rig.run(seconds: 2)
    #expect(rig.shown.map(\.name) == ["2.png", "0.png", "2.png", "1.png", "2.png", "0.png"])
    #expect(rig.reasons == ["fallback", "schedule", "fallback", "schedule", "fallback", "schedule"])
  }

  @Test("With nothing to show, the screen has a plain picture, which is not black", .proves("D089"))
  func nothing() async throws {
    let rig = try KioskRig(0, playlist: #"{"entries": [{"folder": "gone"}, {"picture": "none.png"}]}"#)
    try await rig.wait("the list") { !rig.kiosk.isLoading }
    try await rig.settle()
    #expect(rig.luma > 0.08)
    try rig.picture("nothing")
    #expect(rig.reports.count == 2, "\(rig.reports)")
  }

  @Test("A picture that is added or replaced is shown; a damaged playlist keeps the former, and says so once")
  func changes() async throws {
    let rig = try KioskRig(2, playlist: folderShow)
    try await rig.settle()
    KioskRig.write(2, in: rig.folder)
    try await rig.wait("the added picture") { rig.shown.contains { $0.name == "2.png" } }
    try rig.writePlaylist(#"{"entries": [{"folder": "."}"#)
    try await rig.wait("the report") { rig.reports.count == 1 }
    #expect(rig.reports.first?.hasSuffix("the former playlist stays") == true)
    #expect(
      rig.reports.first?.contains("playlist.json: line 1, column 29: A comma or ] is expected here.") == true)
    try await rig.run(seconds: 5)
    #expect(rig.middle != nil && rig.reports.count == 1)
    try rig.writePlaylist(#"{"duration": 60, "entries": [{"picture": "1.png"}]}"#)
    try await rig.wait("the new playlist") { rig.shown.last?.name == "1.png" }
    try await rig.settle()
    #expect(rig.middle == 1)
  }

  @Test(
    "A damaged picture has a plain slide, and is named; if all are damaged, the fallback is shown",
    .proves("D093"))
  func damaged() async throws {
    func spoil(_ folder: TemporaryFolder, _ name: String) throws {
      try folder.write(Data("no picture".utf8), to: name)
    }
    let rig = try KioskRig(2, playlist: folderShow, prepare: { try spoil($0, "1a.png") })
    try await rig.settle()
    try await rig.run(seconds: 6)
    #expect(throws: (any Error).self) { try rig.kiosk.ui.find(.label, "This picture cannot be shown.") }
    try await rig.run(seconds: 5)
    #expect(throws: Never.self) { try rig.kiosk.ui.find(.label, "This picture cannot be shown.") }
    #expect(rig.luma > 0.08)
    try rig.picture("error-entry")
    // The plain slide ends the time of the picture before it, and does not count as shown.
    #expect(rig.hidden.count == 1 && rig.shown.count == 2)
    try await rig.run(seconds: 14)
    #expect(rig.shown.prefix(5).map(\.name) == ["0.png", "1.png", "0.png", "1.png", "0.png"])
    #expect(rig.reports.count { $0.contains("1a.png") } == 1, "\(rig.reports)")
    let events = try await KioskControl(of: rig.kiosk).methods.perform(
      "events", ControlWords(["events", "after=0", "within=0"]).parameters)
    let damaged = events.elements?.filter { $0["event"]?.text == "damaged" }
    #expect(damaged?.count == 1 && damaged?.first?["text"]?.text?.contains("1a.png") == true)
    let other = try KioskRig(0, playlist: folderShow, prepare: { try spoil($0, "a.png") })
    try await other.wait("the report") { !other.reports.isEmpty }
    try await other.session.frames(30)
    #expect(other.luma > 0.08)
    try other.picture("damaged")
    // With a fallback, it is shown.
    let third = try KioskRig(
      3,
      playlist:
        #"{"entries": [{"picture": "a.png"}, {"picture": "b.png"}], "fallback": {"picture": "2.png"}}"#,
      prepare: {
        try spoil($0, "a.png")
        try spoil($0, "b.png")
      })
    try await third.wait("the fallback") { third.shown.last?.name == "2.png" }
    try await third.run(seconds: 30)
    #expect(third.reasons.last == "fallback" && third.shown.last?.name == "2.png")
  }

  @Test("A show of one picture commits nothing after its first frame", .proves("D088"))
  func one() async throws {
    let rig = try KioskRig(1, playlist: #"{"duration": 1, "entries": [{"picture": "0.png"}]}"#)
    try await rig.settle()
    try await rig.run(seconds: 1)
    var committed = 0
    rig.kiosk.ui.onFrame = { if $0.isCommitted { committed += 1 } }
    try await rig.run(seconds: 20)
    #expect(committed == 0 && rig.middle == 0 && rig.shown.count == 1)
  }
}

extension KioskRig {
  func writePlaylist(_ text: String) throws { try folder.write(Data(text.utf8), to: "playlist.json") }
}
