import CarouselUI
import Foundation
import HeadlessCompositor
import HeadlessSession
import ImageFixtures
import Kiosk
import KioskUI
import TestBitmaps
import TestSupport
import Testing

/// The kinds of entries of a playlist, on the screen.
@MainActor
struct KioskContentTests {
  private func page(_ root: String) -> Data { Data(#"{"title": "Menu", "root": \#(root)}"#.utf8) }

  // MARK: Mats and frames

  @Test("A mat surrounds the picture, and a frame the mat; with a mat, pictures do not move", .proves("D094"))
  func mats() async throws {
    let rig = try KioskRig(
      2,
      playlist: """
        { "duration": 60, "transition": "ken-burns",
          "mat": { "color": "#F0E0D0", "width": 0.1, "frame": "#402010" }, "entries": [{ "folder": "." }] }
        """)
    try await rig.settle()
    #expect(rig.pixel(0.002, 0.5) == Bitmap.Pixel(0x40, 0x20, 0x10))
    #expect(rig.pixel(0.05, 0.5) == Bitmap.Pixel(0xF0, 0xE0, 0xD0))
    #expect(rig.pixel(0.5, 0.05) == Bitmap.Pixel(0xF0, 0xE0, 0xD0))
    #expect(rig.middle == 0)
    try rig.picture("mat")
    try await rig.run(seconds: 2)
    #expect(try await rig.commits(seconds: 5) == 0)
  }

  // MARK: Motion

  @Test("The same pictures give the same movements in each run", .proves("D095"))
  func kenBurns() async throws {
    var runs: [[Bitmap.Pixel]] = []
    for _ in 0..<2 {
      let rig = try KioskRig(
        0, playlist: #"{"duration": 3, "transition": "ken-burns", "entries": [{"folder": "."}]}"#,
        prepare: { folder in
          for number in 0..<2 {
            // A picture of which each part has another color.
            let picture = PNGFixture(width: 640, height: 480) { x, y in
              [40 + x / 4, 40 + y / 4, 60 + number * 90, 255]
            }
            try folder.write(Data(picture.bytes()), to: "\(number).png")
          }
        })
      try await rig.settleStart()
      var pixels: [Bitmap.Pixel] = []
      let start = rig.shown.last?.time ?? 0
      for second in 1...8 {
        try await rig.run(until: start + Double(second))
        pixels += [rig.pixel(0.01, 0.01), rig.pixel(0.99, 0.01), rig.pixel(0.01, 0.99), rig.pixel(0.5, 0.5)]
      }
      runs.append(pixels)
    }
    #expect(runs[0] == runs[1] && Set(runs[0].map { "\($0)" }).count > 20)
  }

  @Test(
    "A type of carousel is a transition: both pictures are seen on the way, and each stays for its time",
    .proves("D076", "D091"), arguments: ["coverFlow2", "rotary", "timeMachine"])
  func carouselTransition(_ name: String) async throws {
    let rig = try KioskRig(
      3, playlist: "{\"duration\": 3, \"transition\": \"\(name)\", \"entries\": [{\"folder\": \".\"}]}")
    try await rig.settle()
    try await rig.wait("the next picture") { rig.shown.count == 2 }
    var seen: Set<Int> = []
    for _ in 0..<60 {
      try await rig.run(seconds: 1.0 / 60)
      for x in stride(from: 0.05, through: 0.95, by: 0.1) {
        if let number = rig.number(x, 0.5) { seen.insert(number) }
      }
    }
    #expect(seen.isSuperset(of: [0, 1]), "\(seen)")
    try await rig.run(seconds: 8)
    let times = rig.shown.map(\.time)
    #expect(times.count >= 4 && zip(times, times.dropFirst()).allSatisfy { $1 - $0 >= 3 }, "\(times)")
  }

  @Test(
    "GIF, WebP and APNG play as entries, each for its time", .proves("D091"),
    arguments: ["gif", "webp", "png"])
  func animations(_ format: String) async throws {
    let colors = [KioskRig.color(7), KioskRig.color(9)]
    let palette = colors.map { PixelColor(red: Int($0.red), green: Int($0.green), blue: Int($0.blue)) }
    let bytes: [UInt8] =
      switch format {
      case "gif":
        GIFFixture(
          width: 64, height: 48, palette: palette,
          frames: [0, 1].map { index in
            var frame = GIFFixture.Frame(width: 64, height: 48, index: UInt8(index))
            frame.delay = 50
            return frame
          }, loopCount: 0
        ).bytes()
      case "webp":
        WebPFixture.animation(width: 64, height: 48, frameCount: 2, milliseconds: 500) { frame, _, _ in
          palette[frame]
        }
      default: Self.apng(palette)
      }
    let rig = try KioskRig(
      1,
      playlist: "{\"duration\": 20, \"entries\": [{\"picture\": \"a.\(format)\"}, {\"picture\": \"0.png\"}]}",
      prepare: { try $0.write(Data(bytes), to: "a.\(format)") })
    try await rig.settleStart()
    var seen: [Int] = []
    // The frames are decoded in real time. The animation stands still meanwhile.
    try await rig.wait("both frames, and the first one again") {
      if let number = rig.middle, seen.last != number { seen.append(number) }
      return seen.count >= 3
    }
    #expect(Set(seen) == [7, 9] && rig.shown.count == 1, "\(seen)")
    try await rig.wait("the picture") { rig.shown.count == 2 }
    #expect(rig.shown[1].time - rig.shown[0].time >= 20)
    try await rig.run(seconds: 2)
    #expect(rig.middle == 0)
    #expect(try await rig.commits(seconds: 1) == 0)
  }

  private static func apng(_ palette: [PixelColor]) -> [UInt8] {
    PNGFixture.animation(
      palette.map { color in
        var frame = PNGFixture.Frame(
          PNGFixture(width: 64, height: 48) { _, _ in [color.red, color.green, color.blue, 255] })
        frame.duration = 500
        return frame
      })
  }

  // MARK: QR codes and pages

  @Test(
    "A QR code stands alone with its caption, or beside the caption of a picture, and does not move",
    .proves("D088"))
  func codes() async throws {
    let rig = try KioskRig(
      1,
      playlist: """
        { "duration": 20, "entries": [
          { "qr": "https://example.org/visit", "caption": { "en": "Guest network", "de": "Gäste-WLAN" } },
          { "picture": "0.png", "caption": "Bread", "qr": "https://example.org/bread" } ] }
        """)
    try await rig.settle()
    #expect(throws: Never.self) { try rig.kiosk.ui.find(.image, "https://example.org/visit") }
    #expect(rig.hasLabel("Guest network"))
    try rig.picture("qr")
    #expect(try await rig.commits(seconds: 3) == 0)
    try await rig.wait("the picture") { rig.shown.last?.name == "0.png" }
    try await rig.settle()
    #expect(rig.middle == 0 && rig.hasLabel("Bread"))
    // The code is at the right, on white.
    #expect(rig.pixel(0.811, 0.839) == Bitmap.Pixel(255, 255, 255))
    try rig.picture("qr-beside")
  }

  private let menu = #"""
    {"view": "column", "spacing": 12, "insets": 24, "children": [
      {"view": "label", "text": "Bread", "fontSize": 32}, {"view": "label", "text": "3,20 €"},
      {"view": "button", "title": "More", "action": "open:more.json", "width": 200, "height": 60},
      {"view": "button", "title": "Wrong", "action": "dance", "width": 200, "height": 60}]}
    """#

  private func pageRig(_ pictures: Int, _ entries: String) throws -> KioskRig {
    var settings = KioskSettings()
    settings.idleTime = 20
    return try KioskRig(
      pictures, playlist: "{\"duration\": 60, \"entries\": [\(entries)]}", settings: settings,
      prepare: { folder in
        try folder.write(page(menu), to: "menu.json")
        try folder.write(
          page(
            #"{"view": "column", "children": [{"view": "label", "text": "Opening hours"}, {"view": "button", "title": "Back", "action": "back"}]}"#
          ), to: "more.json")
      })
  }

  @Test(
    "The first touch on a button of a page opens its page; the show waits meanwhile and goes on afterwards",
    .proves("D096"))
  func buttons() async throws {
    let rig = try pageRig(2, #"{"page": "menu.json"}, {"picture": "0.png"}"#)
    try await rig.settle()
    #expect(rig.hasLabel("3,20 €"))
    try rig.picture("page")
    let (shown, start) = (rig.shown.count, rig.now)
    try await rig.tap("More")
    try await rig.wait("the page") { rig.kiosk.isPageOpen }
    try await rig.settle()
    #expect(rig.kiosk.phase == .visit && rig.hasLabel("Opening hours"))
    try rig.picture("page-opened")
    try await rig.tap("Back")
    #expect(!rig.kiosk.isPageOpen && rig.hasLabel("3,20 €"))
    try await rig.tap("Wrong")
    #expect(rig.reports.last?.hasSuffix("menu.json: There is no action “dance”.") == true)
    // A visitor leaves the page open. It closes by a motion, and the show goes on for the rest of the time of the page.
    try await rig.tap("More")
    try await rig.wait("the page") { rig.kiosk.isPageOpen }
    try await rig.settle()
    try await rig.wait("the return") { rig.kiosk.phase == .attract }
    try await rig.settle()
    #expect(rig.hasLabel("3,20 €") && !rig.kiosk.isPageOpen)
    #expect(rig.reasons.count == shown + 1 && rig.shown.last?.name == "menu.json")
    try await rig.wait("the picture") { rig.shown.last?.name == "0.png" }
    #expect(rig.now - start >= 60 + 20)
    #expect(rig.compositor.protocolErrors.isEmpty)
  }

  @Test(
    "A page that a visitor uses stays when the playlist changes its transition and its entries; the changes follow when the visitor has left",
    .proves("D096"), arguments: [#"{"page": "menu.json"}"#, #"{"picture": "0.png"}"#])
  func changedInUse(_ entry: String) async throws {
    let rig = try pageRig(2, #"{"page": "menu.json"}"#)
    try await rig.settle()
    try await rig.tap("Wrong")
    #expect(rig.kiosk.phase == .visit)
    let shown = rig.shown.count
    try rig.writePlaylist(
      "{\"duration\": 60, \"transition\": \"none\", \"entries\": [\(entry), {\"picture\": \"1.png\"}]}")
    try await rig.wait("the playlist") {
      rig.kiosk.ui.carousel.numberOfItems == (entry.contains("0.png") ? 2 : 1)
    }
    try await rig.run(seconds: 3)
    #expect(rig.hasLabel("3,20 €") && rig.shown.count == shown)
    // The page still receives the taps.
    let reports = rig.reports.count
    try await rig.tap("Wrong")
    #expect(rig.reports.count == reports + 1 && rig.kiosk.phase == .visit)
    try await rig.wait("the return") { rig.kiosk.phase == .attract }
    let last = entry.contains("0.png") ? "0.png" : "menu.json"
    try await rig.wait("the new show") { rig.shown.count >= shown + 2 && rig.shown.last?.name == last }
  }

  @Test(
    "“back” and “close” on a page of the show lead to the pictures or, without pictures, to the show",
    .proves("D096"), arguments: ["back", "close"], [0, 2])
  func leave(action: String, pictures: Int) async throws {
    let rig = try KioskRig(
      pictures, playlist: #"{"duration": 60, "entries": [{"page": "leave.json"}, {"folder": "."}]}"#,
      prepare: { folder in
        try folder.write(
          page("{\"view\": \"button\", \"title\": \"Leave\", \"action\": \"\(action)\"}"), to: "leave.json")
      })
    try await rig.settle()
    try await rig.wait("the folder") { rig.kiosk.ui.carousel.numberOfItems == pictures }
    let shown = rig.shown.count
    try await rig.tap("Leave")
    #expect(rig.kiosk.phase == (pictures > 0 ? .visit : .attract))
    #expect(pictures > 0 ? rig.middle != nil : rig.shown.count == shown + 1)
  }

  @Test("“Close” does not cover the controls of a page", .proves("D096"))
  func closeStrip() async throws {
    let rig = try KioskRig(
      1, playlist: #"{"duration": 60, "entries": [{"page": "0.json"}, {"picture": "0.png"}]}"#,
      prepare: { folder in
        for (name, action) in [("0", "open:1.json"), ("1", "back")] {
          try folder.write(
            page("{\"view\": \"button\", \"title\": \"Page \(name)\", \"action\": \"\(action)\"}"),
            to: "\(name).json")
        }
      })
    try await rig.settle()
    try await rig.tap("Page 0")
    try await rig.wait("the page") { rig.kiosk.isPageOpen }
    try await rig.settle()
    try rig.picture("close-strip")
    let own = try rig.kiosk.ui.find(.button, "Page 1").node().frame
    let close = try rig.kiosk.ui.find(.button, "Close").node().frame
    #expect(own.maxY <= close.minY && close.maxY <= 480, "\(own) \(close)")
  }

  @Test("Two pages that open each other are open once, and there is a limit of open pages", .proves("D096"))
  func openPages() async throws {
    let rig = try KioskRig(
      1, playlist: #"{"duration": 60, "entries": [{"page": "0.json"}, {"picture": "0.png"}]}"#,
      prepare: { folder in
        try folder.write(
          page(#"{"view": "button", "title": "Start", "action": "open:1.json"}"#), to: "0.json")
        for number in 1..<20 {
          try folder.write(
            page(
              """
              {"view": "row", "children": [
                {"view": "label", "text": "Page \(number)"},
                {"view": "button", "title": "Next", "action": "open:\(number + 1).json"},
                {"view": "button", "title": "First", "action": "open:1.json"}]}
              """), to: "\(number).json")
        }
      })
    try await rig.settle()
    for number in 1...16 {
      try await rig.tap(number == 1 ? "Start" : "Next")
      try await rig.wait("page \(number)") { rig.hasLabel("Page \(number)") }
      try await rig.settle()
    }
    #expect(rig.reports.isEmpty)
    try await rig.tap("Next")
    #expect(rig.hasLabel("Page 16") && rig.reports.last?.contains("16 pages are open") == true)
    try await rig.tap("First")
    try await rig.wait("the first page") { rig.hasLabel("Page 1") }
    try await rig.settle()
    // Nothing is below it.
    #expect(throws: (any Error).self) { try rig.kiosk.ui.find(.button, "Back") }
  }

  @Test("A touch beside the buttons of a page leads to the pictures", .proves("D096"))
  func besideButtons() async throws {
    let rig = try pageRig(2, #"{"page": "menu.json"}, {"folder": "."}"#)
    try await rig.wait("the folder") { rig.kiosk.ui.carousel.numberOfItems == 2 }
    try await rig.settle()
    try await rig.session.tap(at: Point(x: 500, y: 440))
    try await rig.settle()
    try rig.picture("beside-buttons")
    #expect(rig.kiosk.phase == .visit && !rig.kiosk.isPageOpen && rig.middle != nil)
    #expect(!rig.hasLabel("3,20 €"))
  }
}

extension KioskRig {
  /// Runs frames until the first picture is shown, also if it moves.
  func settleStart() async throws {
    try await wait("the first picture") { !kiosk.isLoading && !shown.isEmpty }
    try await run(seconds: 0.2)
  }

  /// Lets virtual time pass until a time, in seconds.
  func run(until time: Double) async throws { while now < time { try await run(seconds: 1.0 / 60) } }
}
