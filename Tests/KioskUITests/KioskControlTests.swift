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

/// Requests of other programs, and the service page.
@MainActor
struct KioskControlTests {
  private let folderShow = #"{"duration": 60, "entries": [{"folder": "."}]}"#

  /// Calls a method, and runs frames until it has a result.
  private func call(_ rig: KioskRig, _ control: KioskControl, _ words: String...) async throws -> JSONNode {
    let request = try ControlWords(words)
    var isRunning = true
    let task = Task {
      defer { isRunning = false }
      return try await control.methods.perform(request.method, request.parameters)
    }
    while isRunning {
      try await rig.session.frames(1)
      try await Task.sleep(for: .milliseconds(1))
    }
    return try await task.value
  }

  @Test(
    "Next and previous are seen within 100 ms, and show shows an item by the end of its path", .proves("D090")
  )
  func steps() async throws {
    let rig = try KioskRig(5, playlist: folderShow)
    let control = KioskControl(of: rig.kiosk)
    try await rig.settle()
    try await rig.run(seconds: 2)
    func afterTenthOfSecond(_ words: String...) async throws -> Int? {
      let former = rig.pixel(0.5, 0.5)
      let request = try ControlWords(words)
      _ = try await control.methods.perform(request.method, request.parameters)
      // The item is decoded and painted in real time, which does not count.
      try await rig.run(seconds: 0.1)
      #expect(rig.pixel(0.5, 0.5) != former, "\(words)")
      try await rig.run(seconds: 2)
      return rig.middle
    }
    #expect(try await afterTenthOfSecond("next") == 1)
    #expect(try await afterTenthOfSecond("previous") == 0)
    _ = try await call(rig, control, "show", "entry=3.png")
    try await rig.wait("the item") { rig.shown.last?.name == "3.png" }
    let error = await #expect(throws: ControlError.self) {
      try await call(rig, control, "show", "entry=9.png")
    }
    #expect(error?.message == "The show has no item “9.png” now; “state” lists them.")
  }

  @Test("The state names the items, the events have numbers, and a picture of the window is written")
  func state() async throws {
    let rig = try KioskRig(3, playlist: folderShow)
    let control = KioskControl(of: rig.kiosk)
    try await rig.settle()
    let state = try await call(rig, control, "state")
    #expect(state["phase"]?.text == "attract" && state["entry"]?.text == rig.folder("0.png"))
    #expect(state["items"]?.elements?.compactMap(\.text) == (0..<3).map { rig.folder("\($0).png") })
    let path = rig.folder("picture.png")
    let size = try await call(rig, control, "screenshot", "path=\(path)")
    #expect(size["width"]?.number == 640 && size["height"]?.number == 480)
    let data = try Data(contentsOf: URL(filePath: path))
    #expect(data.starts(with: [0x89, 0x50, 0x4E, 0x47]) && data.count > 200)
    #expect(state["service"]?.text == "closed" && state["panel"]?.bool == false)
    try await rig.session.tap(at: Point(x: 320, y: 240))
    let settled = try await call(rig, control, "settle", "within=\(Int(waitLimit / .seconds(1)))")
    #expect(settled["phase"]?.text == "visit" && !rig.kiosk.isMoving && !rig.kiosk.isLoading)
    try await rig.settle()
    let events = try await call(rig, control, "events", "after=1", "within=1")
    #expect(events.elements?.first?["event"]?.text == "visit")
    let error = await #expect(throws: ControlError.self) { try await call(rig, control, "next") }
    #expect(error?.message == "A visitor uses the kiosk.")
    try rig.writePlaylist("{")
    let damaged = await #expect(throws: ControlError.self) { try await call(rig, control, "reload") }
    #expect(damaged?.message.contains("playlist.json: line 1") == true)
  }

  // MARK: The service

  private func serviceSettings(in folder: String) throws -> KioskSettings {
    var settings = KioskSettings()
    settings.idleTime = 30
    settings.stateFolder = folder
    settings.service = KioskSettings.Service(pin: try #require(PINHash(of: "2718")))
    return settings
  }

  private func serviceRig(
    in folder: String = NSTemporaryDirectory() + "kiosk-\(UUID().uuidString)",
    _ leave: @escaping (Bool) -> Void = { _ in }
  ) throws -> KioskRig {
    let rig = try KioskRig(4, playlist: folderShow, settings: serviceSettings(in: folder))
    rig.kiosk.onLeave = leave
    return rig
  }

  /// Holds a finger in the corner until the PIN pad opens.
  private func openPad(_ rig: KioskRig) async throws {
    rig.compositor.seat.touch.down(at: (20, 20))
    try await rig.run(seconds: 4.2)
    #expect(rig.kiosk.isServiceOpen)
    rig.compositor.seat.touch.up()
    try await rig.settle()
  }

  /// Types a PIN with a finger.
  private func type(_ pin: String, _ rig: KioskRig) async throws {
    for digit in pin.map({ "\($0)" }) + ["OK"] { try await rig.press(digit) }
  }

  @Test("A pointer that leaves when a finger touches the corner does not end the gesture", .proves("D097"))
  func leavingPointer() async throws {
    let rig = try serviceRig()
    try await rig.settle()
    rig.compositor.seat.pointer.move(to: (600, 400))
    try await rig.session.frames(2)
    rig.compositor.seat.touch.down(at: (20, 20))
    try await rig.session.frames(2)
    rig.compositor.seat.pointer.leave()
    try await rig.run(seconds: 4.2)
    #expect(rig.kiosk.isServiceOpen)
  }

  @Test(
    "A finger that rests in the corner opens the PIN pad, and the right PIN the service page", .proves("D097")
  )
  func service() async throws {
    var left: [Bool] = []
    let rig = try serviceRig { left.append($0) }
    try await rig.settle()
    // A tap in the corner, a finger elsewhere, and one that leaves the corner open nothing.
    try await rig.session.tap(at: Point(x: 20, y: 20))
    rig.compositor.seat.touch.down(at: (300, 200))
    try await rig.run(seconds: 5)
    rig.compositor.seat.touch.up()
    rig.compositor.seat.touch.down(at: (20, 20))
    try await rig.run(seconds: 2)
    rig.compositor.seat.touch.move(to: (200, 20))
    try await rig.run(seconds: 3)
    rig.compositor.seat.touch.up()
    try await rig.settle()
    #expect(!rig.kiosk.isServiceOpen)
    try await openPad(rig)
    try rig.picture("pin")
    try await type("1234", rig)
    try await rig.wait("the check") { (try? rig.kiosk.ui.find(.heading, "PIN")) != nil }
    #expect(throws: (any Error).self) { try rig.kiosk.ui.find(.button, "Leave") }
    try await type("2718", rig)
    try await rig.wait("the page") { (try? rig.kiosk.ui.find(.button, "Leave")) != nil }
    try await rig.settle()
    try rig.picture("service")
    // The screen is dimmed, but not the panel.
    let bright = rig.luma
    try await rig.press("Dim the screen")
    try await rig.settle()
    #expect(rig.luma < bright && rig.hasLabel("Content: 0.png, 1.png, 2.png, 3.png"))
    try await rig.press("Undim the screen")
    try await rig.settle()
    #expect(abs(rig.luma - bright) < 0.01)
    try await rig.press("Restart")
    try await rig.press("Leave")
    #expect(left == [true, false])
    try await rig.press("Back to the kiosk")
    #expect(!rig.kiosk.isServiceOpen)
  }

  @Test(
    "Wrong PINs must wait, also after a restart, and a pad that is left closes by itself", .proves("D097"))
  func wrong() async throws {
    let folder = NSTemporaryDirectory() + "kiosk-\(UUID().uuidString)"
    let rig = try serviceRig(in: folder)
    try await rig.settle()
    try await openPad(rig)
    for _ in 0..<3 {
      try await type("1111", rig)
      try await rig.wait("the check") { (try? rig.kiosk.ui.find(.heading, "…")) == nil }
    }
    // Virtual time goes on while the PIN is checked.
    #expect((1...15).contains { (try? rig.kiosk.ui.find(.heading, "Wait \($0) s")) != nil })
    try rig.picture("pin-wait")
    try await rig.run(seconds: 16)
    #expect(throws: Never.self) { try rig.kiosk.ui.find(.heading, "PIN") }
    try await rig.run(seconds: 32)
    #expect(!rig.kiosk.isServiceOpen)
    // After a restart, the pad still waits: the next wrong PIN begins a wait that is twice as long.
    let next = try KioskRig(
      4, playlist: folderShow, settings: try serviceSettings(in: folder), wall: rig.clock.now)
    try await next.settle()
    try await openPad(next)
    try await type("1111", next)
    try await next.wait("the check") { (try? next.kiosk.ui.find(.heading, "…")) == nil }
    #expect((16...30).contains { (try? next.kiosk.ui.find(.heading, "Wait \($0) s")) != nil })
  }
}
