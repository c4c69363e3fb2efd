import CarouselUI
import Foundation
import HeadlessCompositor
import HeadlessSession
import Kiosk
import KioskUI
import TestSupport
import Testing
import WindowFixtures

/// The kiosk with text of twice the usual size (WCAG 2.2, 1.4.4).
@MainActor
struct KioskTextScaleTests {
  private func rig(_ size: Size) throws -> KioskRig {
    var settings = KioskSettings()
    settings.languages = [.english, .german, .arabic]
    settings.stateFolder = NSTemporaryDirectory() + "kiosk-\(UUID().uuidString)"
    settings.service = KioskSettings.Service(pin: try #require(PINHash(of: "2718")))
    let page = #"{"title": "Opening hours", "root": {"view": "label", "text": "Open from nine to five"}}"#
    let rig = try KioskRig(
      3,
      playlist: """
        {"duration": 60, "entries": [
          {"folder": ".", "caption": "Bread from the wood-fired oven in the market hall"},
          {"page": "hours.json", "caption": "Opening hours and directions"}]}
        """, size: size, settings: settings, prepare: { try $0.write(Data(page.utf8), to: "hours.json") })
    var theme = Theme.dark
    theme.textScale = 2
    rig.kiosk.ui.theme = theme
    return rig
  }

  /// Expects that no text of the window is cut.
  private func check(_ rig: KioskRig, _ step: String) throws {
    #expect(rig.kiosk.ui.cutTexts == [], "\(step)")
    try rig.picture("text2-\(Int(rig.kiosk.ui.contentView.size.width))-\(step)")
  }

  @Test(
    "With text of twice the size, no text of the show, of a visit, of the panel and of a page is cut",
    arguments: [Size(width: 640, height: 480), Size(width: 480, height: 800), Size(width: 1280, height: 800)])
  func visit(size: Size) async throws {
    let rig = try rig(size)
    try await rig.settle()
    try check(rig, "show")
    try await rig.session.tap(at: Point(x: size.width / 2, y: size.height / 2))
    try await rig.settle()
    #expect(rig.kiosk.phase == .visit)
    try check(rig, "visit")
    try await rig.session.tap(at: Point(x: size.width - 14, y: size.height / 2))
    try await rig.settle()
    try check(rig, "panel")
    try await rig.press("Opening hours and directions")
    try await rig.wait("the page") { rig.kiosk.isPageOpen }
    try await rig.settle()
    try check(rig, "page")
  }

  @Test(
    "With text of twice the size, the buttons of the service are whole and can be reached",
    arguments: [Size(width: 640, height: 480), Size(width: 480, height: 800), Size(width: 1280, height: 800)])
  func service(size: Size) async throws {
    let rig = try rig(size)
    try await rig.settle()
    rig.compositor.seat.touch.down(at: (20, 20))
    try await rig.run(seconds: 4.2)
    rig.compositor.seat.touch.up()
    try await rig.settle()
    #expect(rig.kiosk.isServiceOpen)
    try check(rig, "pin")
    for digit in ["2", "7", "1", "8", "OK"] { try await rig.press(digit) }
    try await rig.wait("the page") { (try? rig.kiosk.ui.find(.button, "Leave")) != nil }
    try await rig.settle()
    try check(rig, "service")
    var left = false
    rig.kiosk.onLeave = { _ in left = true }
    try await rig.press("Leave")
    try check(rig, "service-end")
    #expect(left)
  }
}
