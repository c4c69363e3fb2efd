import CarouselUI
import ControlChannel
import HeadlessCompositor
import HeadlessSession
import Kiosk
import KioskUI
import TestBitmaps
import TestSupport
import Testing

/// Two portraits that share the screen.
@MainActor
struct PortraitPairTests {
  @Test(
    "Two portraits that follow each other share the screen, in their order, in each entry", .proves("D094"))
  func pairs() async throws {
    let rig = try KioskRig(
      0, playlist: #"{"duration": 4, "transition": "none", "entries": [{"folder": "."}]}"#,
      prepare: { folder in
        for number in [0, 1, 3, 4, 5] { KioskRig.write(number, in: folder, width: 300, height: 480) }
        KioskRig.write(2, in: folder)
      })
    try await rig.settle()
    // The first picture is shown before its proportions are known.
    #expect(rig.middle == 0)
    try await rig.wait("the landscape") { rig.shown.last?.name == "2.png" }
    try await rig.wait("the pair") { rig.shown.last?.name == "3.png" }
    try await rig.settle()
    #expect(rig.number(0.3, 0.5) == 3 && rig.number(0.7, 0.5) == 4)
    try rig.picture("portrait-pair")
    #expect(try await rig.commits(seconds: 2) == 0)
    // A portrait without a partner stays alone.
    try await rig.wait("the last portrait") { rig.shown.last?.name == "5.png" }
    try await rig.settle()
    #expect(rig.middle == 5)
    try await rig.wait("the first pair") { rig.shown.last?.name == "0.png" }
    try await rig.settle()
    #expect(rig.number(0.3, 0.5) == 0 && rig.number(0.7, 0.5) == 1)
    // The carousel has all of them.
    try await rig.session.tap(at: Point(x: 320, y: 240))
    try await rig.settle()
    #expect(rig.kiosk.ui.carousel.numberOfItems == 6)
    let times = rig.shown.map(\.time)
    #expect(zip(times, times.dropFirst()).allSatisfy { $1 - $0 >= 4 }, "\(times)")
  }

  @Test(
    "On a high screen, and without “pairs”, each portrait is alone", .proves("D094"),
    arguments: [true, false])
  func noPairs(isHigh: Bool) async throws {
    let rig = try KioskRig(
      0, playlist: "{\"duration\": 2, \"pairs\": \(isHigh), \"entries\": [{\"folder\": \".\"}]}",
      size: isHigh ? Size(width: 480, height: 640) : Size(width: 640, height: 480),
      prepare: { folder in for number in 0..<2 { KioskRig.write(number, in: folder, width: 300, height: 480) }
      })
    try await rig.settle()
    try await rig.run(seconds: 10)
    #expect(rig.shown.prefix(4).map(\.name) == ["0.png", "1.png", "0.png", "1.png"])
    try rig.picture(isHigh ? "vertical" : "portrait-alone")
  }

  private func portraits(_ numbers: Range<Int>, in folder: TemporaryFolder) {
    for number in numbers { KioskRig.write(number, in: folder, width: 300, height: 480) }
  }

  @Test(
    "A portrait that is shown alone stays for its time when its proportions become known, and is a part of a pair afterwards",
    .proves("D091", "D094"))
  func shownAlone() async throws {
    let rig = try KioskRig(
      0, playlist: #"{"duration": 10, "transition": "none", "entries": [{"folder": "."}]}"#,
      resumed: { Resumption(KioskItemID(path: $0("1.png")), remaining: 10) },
      prepare: { portraits(0..<3, in: $0) })
    try await rig.settle()
    #expect(rig.middle == 1)
    try await rig.wait("the next item") { rig.shown.count == 2 }
    #expect(rig.shown[1].time - rig.shown[0].time >= 10, "\(rig.shown)")
    try await rig.wait("the pair") { rig.shown.count > 2 && rig.shown.last?.name == "0.png" }
    try await rig.settle()
    #expect(rig.number(0.3, 0.5) == 0 && rig.number(0.7, 0.5) == 1)
    // The second picture of a pair can be shown by its path, too.
    let control = KioskControl(of: rig.kiosk)
    try await rig.wait("the last portrait") { rig.shown.last?.name == "2.png" }
    let request = try ControlWords(["show", "entry=1.png"])
    _ = try await control.methods.perform(request.method, request.parameters)
    try await rig.wait("the pair") { rig.shown.last?.name == "0.png" }
    #expect(rig.kiosk.shownPartner == rig.folder("1.png"))
  }

  @Test("A pair that was shown when the program ended is shown again as a pair", .proves("D094", "D099"))
  func resumed() async throws {
    let rig = try KioskRig(
      0, playlist: #"{"duration": 10, "transition": "none", "entries": [{"folder": "."}]}"#,
      resumed: { Resumption(KioskItemID(path: $0("1.png")), remaining: 5, partner: $0("2.png")) },
      prepare: { folder in
        KioskRig.write(0, in: folder)
        portraits(1..<3, in: folder)
      })
    try await rig.settle()
    #expect(rig.number(0.3, 0.5) == 1 && rig.number(0.7, 0.5) == 2 && rig.shown.count == 1)
    #expect(rig.kiosk.shownPartner == rig.folder("2.png"))
  }

  @Test("A picture that is replaced by a portrait becomes a part of a pair", .proves("D094"))
  func replaced() async throws {
    let rig = try KioskRig(
      0, playlist: #"{"duration": 3, "transition": "none", "entries": [{"folder": "."}]}"#,
      prepare: { folder in
        portraits(0..<1, in: folder)
        for number in 1..<3 { KioskRig.write(number, in: folder) }
      })
    try await rig.settle()
    try await rig.wait("the first round") { rig.shown.count == 3 }
    KioskRig.write(1, in: rig.folder, width: 300, height: 480)
    try await rig.wait("the pair") { rig.kiosk.shownPartner == rig.folder("1.png") }
  }
}
