import CarouselUI
import Foundation
import HeadlessCompositor
import HeadlessSession
import Kiosk
import KioskUI
import TestSupport
import Testing

/// The tools and the input of visitors: the indicator, the panel, the languages, and the time without input.
@MainActor
struct KioskVisitTests {
  private func rig(
    _ count: Int, languages: [KioskLanguage] = [.english], idle: Double = 20, entries: String? = nil,
    size: Size = Size(width: 640, height: 480)
  ) throws -> KioskRig {
    var settings = KioskSettings()
    (settings.idleTime, settings.languages) = (idle, languages)
    let entries = entries ?? #"{"folder": "."}"#
    return try KioskRig(
      count, playlist: "{\"duration\": 60, \"entries\": [\(entries)]}", size: size, settings: settings,
      prepare: { folder in
        for (name, text) in [("hours.json", "Open from nine"), ("hours.de.json", "Ab neun geöffnet")] {
          try folder.write(
            Data("{\"title\": \"\(text)\", \"root\": {\"view\": \"label\", \"text\": \"\(text)\"}}".utf8),
            to: name)
        }
      })
  }

  private func begin(_ rig: KioskRig) async throws {
    try await rig.settle()
    try await rig.session.tap(at: Point(x: 320, y: 240))
    try await rig.settle()
    #expect(rig.kiosk.phase == .visit)
  }

  @Test(
    "A dot for each picture follows the carousel, and a tap on a dot leads to its picture", .proves("V06"))
  func indicator() async throws {
    let rig = try rig(6)
    try await begin(rig)
    let dots = try rig.kiosk.ui.find(.slider)
    #expect(try dots.node().value == "page 1 of 6")
    try await rig.session.flick(from: Point(x: 420, y: 240), to: Point(x: 220, y: 240), frames: 8)
    try await rig.settle()
    let index = rig.kiosk.ui.carousel.currentItemIndex
    #expect(index > 0)
    #expect(try dots.node().value == "page \(index + 1) of 6")
    try rig.picture("indicator")
    let frame = try dots.node().frame
    try await rig.session.tap(at: Point(x: frame.maxX - 8, y: frame.center.y))
    try await rig.settle()
    #expect(rig.kiosk.ui.carousel.currentItemIndex == 5)
  }

  @Test("With many pictures, their number replaces the dots", .proves("V06"))
  func number() async throws {
    let rig = try rig(30)
    try await begin(rig)
    #expect(rig.hasLabel("1 / 30"))
    #expect(throws: (any Error).self) { try rig.kiosk.ui.find(.slider) }
    try await rig.session.press(.right)
    try await rig.settle()
    #expect(rig.hasLabel("2 / 30"))
  }

  @Test(
    "A drag from the edge opens the panel, where a visitor chooses the language and a page; after the visit, the first language is back",
    .proves("V05"))
  func panel() async throws {
    let rig = try rig(
      4, languages: [.english, .german, .arabic],
      entries: """
        {"folder": ".", "caption": {"en": "Bread", "de": "Brot", "ar": "خبز"}},
        {"page": "hours.json", "caption": {"en": "Hours", "de": "Zeiten"}}
        """)
    try await begin(rig)
    #expect(rig.hasLabel("Bread"))
    try await rig.session.flick(from: Point(x: 635, y: 240), to: Point(x: 380, y: 240), frames: 10)
    try await rig.settle()
    try rig.picture("panel")
    #expect(rig.pixel(0.75, 0.05) == rig.pixel(0.75, 0.95))
    // A tap beside the panel closes it, and its buttons are gone.
    try await rig.session.tap(at: Point(x: 40, y: 440))
    try await rig.settle()
    #expect(throws: (any Error).self) { try rig.kiosk.ui.find(.button, "Deutsch") }
    try await rig.session.tap(at: Point(x: 626, y: 240))
    try await rig.settle()
    try await rig.tap("Deutsch")
    #expect(rig.hasLabel("Brot") && !rig.hasLabel("Bread"))
    #expect(throws: Never.self) { try rig.kiosk.ui.find(.heading, "Sprache") }
    try await rig.tap("Zeiten")
    try await rig.wait("the page") { rig.kiosk.isPageOpen }
    try await rig.settle()
    #expect(rig.hasLabel("Ab neun geöffnet"))
    try rig.picture("page-german")
    try await rig.tap("Schließen")
    #expect(!rig.kiosk.isPageOpen)
    // The texts of Arabic begin at the right, and the panel is at the left.
    try await rig.session.tap(at: Point(x: 626, y: 240))
    try await rig.settle()
    try await rig.tap("العربية")
    try await rig.settle()
    #expect(rig.hasLabel("خبز"))
    try rig.picture("panel-arabic")
    #expect(try rig.kiosk.ui.find(.button, "English").node().frame.maxX < 330)
    // Time passes only while no picture is decoded. Otherwise the show would leave out a picture that is decoded slowly.
    try await rig.run(seconds: 24)
    try await rig.settle()
    #expect(rig.kiosk.phase == .attract)
    try await rig.session.tap(at: Point(x: 320, y: 240))
    try await rig.settle()
    #expect(rig.kiosk.phase == .visit)
    #expect(throws: Never.self) { try rig.kiosk.ui.find(.label, "Bread") }
    try rig.picture("after-panel")
  }

  @Test("A panel with more entries than fit scrolls under the finger", .proves("V05"))
  func longPanel() async throws {
    let pages = (0..<12).map { "{\"page\": \"hours.json\", \"caption\": \"Page \($0)\"}" }
    let rig = try rig(
      2, languages: KioskLanguage.allCases, entries: "{\"folder\": \".\"}, \(pages.joined(separator: ", "))")
    try await begin(rig)
    try await rig.session.tap(at: Point(x: 626, y: 240))
    try await rig.settle()
    try rig.picture("panel-long")
    for _ in 0..<3 {
      try await rig.session.flick(from: Point(x: 480, y: 440), to: Point(x: 480, y: 40), frames: 10)
      try await rig.settle()
    }
    try rig.picture("panel-long-end")
    #expect(try rig.kiosk.ui.find(.button, "Page 11").node().frame.maxY <= 480)
    try await rig.tap("Page 11")
    try await rig.wait("the page") { rig.kiosk.isPageOpen }
  }

  @Test("Without pages and with one language, there is no panel", .proves("V05"))
  func noPanel() async throws {
    let rig = try rig(3)
    try await begin(rig)
    try await rig.session.flick(from: Point(x: 635, y: 240), to: Point(x: 380, y: 240), frames: 10)
    try await rig.settle()
    #expect(throws: (any Error).self) { try rig.kiosk.ui.find(.heading, "Language") }
    #expect(rig.kiosk.ui.carousel.currentItemIndex > 0)
  }

  @Test(
    "Each touch, pen, key, button and wheel begins the idle time again, and a hand that rests keeps the visit",
    .proves("D096"))
  func idle() async throws {
    let rig = try rig(4, idle: 10)
    try await begin(rig)
    let seat = rig.compositor.seat
    let pen = seat.addTool(.pen)
    let inputs: [(String, () async throws -> Void)] = [
      ("touch", { try await rig.session.tap(at: Point(x: 40, y: 440)) }),
      ("key", { try await rig.session.press(.left) }),
      (
        "wheel",
        {
          seat.pointer.move(to: (320, 240))
          seat.pointer.scroll(notches: 1)
        }
      ),
      ("button", { seat.pointer.click(at: (40, 440)) }),
      (
        "pen",
        {
          pen.move(to: (40, 440))
          pen.down()
          try await rig.session.frames(2)
          pen.up()
        }
      ),
    ]
    for (name, input) in inputs {
      try await rig.run(seconds: 8)
      try await input()
      try await rig.run(seconds: 8)
      #expect(rig.kiosk.phase == .visit, "\(name)")
    }
    pen.leave()
    seat.touch.down(at: (320, 240))
    try await rig.run(seconds: 35)
    #expect(rig.kiosk.phase == .visit)
    seat.touch.up()
    try await rig.wait("the return") { rig.kiosk.phase == .attract }
    try await rig.settle()
  }
}
