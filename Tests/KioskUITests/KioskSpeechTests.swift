import CarouselUI
import Foundation
import HeadlessCompositor
import HeadlessSession
import Kiosk
import KioskUI
import TestSupport
import Testing
import Threads
import Views

/// The talking mode, and the texts for screen readers.
@Suite("The talking mode", .timeLimit(.minutes(10)))
@MainActor
struct KioskSpeechTests {
  private let playlist = """
    { "duration": 5, "entries": [
      { "picture": "0.png", "caption": "Fresh bread" }, { "picture": "1.png", "caption": "--help" },
      { "picture": "2.png" }
    ] }
    """

  private func rig(isOn: Bool, in folder: String = NSTemporaryDirectory() + "kiosk-\(UUID().uuidString)")
    throws
    -> KioskRig
  {
    var settings = KioskSettings()
    (settings.idleTime, settings.stateFolder) = (30, folder)
    settings.speech = SpeechSettings(command: ["/bin/speak", "-v"])
    settings.speech?.isOn = isOn
    settings.service = KioskSettings.Service(pin: try #require(PINHash(of: "1")))
    return try KioskRig(3, playlist: playlist, settings: settings)
  }

  /// The texts that were spoken.
  private func texts(_ rig: KioskRig) -> [String] {
    rig.commands.filter { $0 != ["stop"] }.map { command in
      #expect(command.dropLast() == ["/bin/speak", "-v"])
      return command.last ?? ""
    }
  }

  @Test(
    "The show speaks its captions, and an invitation with the first one. A visit speaks the picture at which it stops"
  )
  func show() async throws {
    let rig = try rig(isOn: true)
    try await rig.run(seconds: 1)
    #expect(texts(rig) == ["Fresh bread. Touch the screen to look at the pictures."])
    // A text is never an option of the program.
    try await rig.run(seconds: 6)
    #expect(texts(rig).last == " --help")
    try await rig.session.tap(at: Point(x: 320, y: 240))
    try await rig.settle()
    #expect(rig.kiosk.phase == .visit)
    #expect(texts(rig).last == " --help. 2 of 3")
    // The text of the show ends when the visit begins.
    #expect(rig.commands.dropLast().last == ["stop"])
  }

  @Test("The service page begins and ends the talking mode, which lasts after a restart")
  func service() async throws {
    let folder = NSTemporaryDirectory() + "kiosk-\(UUID().uuidString)"
    let rig = try rig(isOn: false, in: folder)
    try await rig.settle()
    #expect(rig.commands.isEmpty)
    func tap(_ title: String) async throws {
      try await rig.wait(title) { (try? rig.kiosk.ui.find(.button, title)) != nil }
      try await rig.press(title)
    }
    rig.compositor.seat.touch.down(at: (20, 20))
    try await rig.run(seconds: 4.2)
    rig.compositor.seat.touch.up()
    try await rig.settle()
    func expectLargeTargets() {
      for button in rig.kiosk.ui.accessibilityTree().all where button.role == .button {
        #expect(button.frame.size.width >= 44 && button.frame.size.height >= 44, "\(button.name)")
      }
    }
    expectLargeTargets()
    try await tap("1")
    try await tap("OK")
    try await tap("Begin the talking mode")
    #expect(texts(rig).last == "Touch the screen to look at the pictures.")
    try rig.picture("talking")
    expectLargeTargets()
    try await rig.wait("the state is written") {
      (try? String(contentsOfFile: folder + "/speech", encoding: .utf8)) == "on"
    }
    let next = try self.rig(isOn: false, in: folder)
    try await next.settle()
    #expect(!next.commands.isEmpty)
    try await tap("End the talking mode")
    #expect(rig.commands.last == ["stop"])
    let count = rig.commands.count
    try await tap("Next item")
    try await rig.settle()
    #expect(rig.commands.count == count)
  }

  @Test("While the screen rests, nothing is spoken; when it wakes, the item that is seen is")
  func resting() async throws {
    let folder = try TemporaryFolder()
    var settings = KioskSettings()
    settings.stateFolder = folder("state")
    settings.speech = SpeechSettings(command: ["/bin/speak", "-v"])
    settings.speech?.isOn = true
    var saver = RestSettings.Saver(.blank)
    saver.delay = 12
    settings.rest.saver = saver
    let rig = try KioskRig(3, playlist: playlist, settings: settings)
    try await rig.settle()
    try await rig.run(seconds: 14)
    #expect(rig.kiosk.screenState == .saver(.blank) && rig.commands.last == ["stop"])
    let count = rig.commands.count
    repeat {
      let shown = rig.kiosk.shownID
      rig.kiosk.step(back: false)
      try await rig.wait("the next item") { rig.kiosk.shownID != shown }
    } while rig.kiosk.shownID?.path.hasSuffix("0.png") != true
    try await rig.run(seconds: 2)
    #expect(rig.commands.count == count)
    try await rig.session.tap(at: Point(x: 320, y: 240))
    #expect(texts(rig).last?.hasPrefix("Fresh bread") == true, "\(rig.commands)")
  }

  @Test("The address of a QR code is spoken, and no other code")
  func codes() async throws {
    let folder = try TemporaryFolder()
    var settings = KioskSettings()
    settings.stateFolder = folder("state")
    settings.speech = SpeechSettings(command: ["/bin/speak", "-v"])
    settings.speech?.isOn = true
    let rig = try KioskRig(
      0,
      playlist: """
        { "duration": 5, "entries": [
          { "qr": "WIFI:T:WPA;S:Gallery;P:secret;;", "caption": "Network" },
          { "qr": "https://example.org/visit", "caption": "Visit" } ] }
        """, settings: settings)
    try await rig.settle()
    try await rig.run(seconds: 6)
    #expect(
      texts(rig).first?.hasPrefix("Network. Touch") == true
        && texts(rig).last == "Visit. https://example.org/visit")
  }

  @Test("A screen reader gets the captions of the show as announcements")
  func announcements() async throws {
    let rig = try rig(isOn: false)
    var spoken: [String] = []
    rig.kiosk.ui.contentView.tree?.accessibility.onEvents = { events in
      for case .announcement(let text) in events { spoken.append(text) }
    }
    try await rig.run(seconds: 1)
    #expect(spoken == ["Fresh bread"])
  }

  @Test(
    "An assistive technology opens the panel with the languages by its handle, whose target is large enough")
  func panel() async throws {
    var settings = KioskSettings()
    (settings.idleTime, settings.languages) = (30, [.english, .german])
    let rig = try KioskRig(3, playlist: playlist, settings: settings)
    try await rig.settle()
    try await rig.session.tap(at: Point(x: 320, y: 240))
    try await rig.settle()
    let handle = try rig.kiosk.ui.find(.button, "Language")
    #expect(try handle.node().frame.size.width >= 44)
    #expect(throws: (any Error).self) { try rig.kiosk.ui.find(.button, "Deutsch") }
    try handle.activate()
    try await rig.settle()
    #expect(try handle.node().states.contains(.expanded))
    try rig.kiosk.ui.find(.button, "Deutsch").activate()
    try await rig.settle()
    #expect(throws: Never.self) { try rig.kiosk.ui.find(.button, "Sprache") }
  }

  @Test("A new command kills the one before, and so does a stop; neither is a problem")
  func runner() async throws {
    let folder = try TemporaryFolder()
    let problems = Monitor<[String]>([])
    let runner = CommandRunner(keepsNewestOnly: true) { problem in problems.withLock { $0.append(problem) } }
    func script(_ text: String) -> [String] { ["/bin/sh", "-c", text] }
    func wait(for name: String) async throws {
      let end = ContinuousClock.now + waitLimit
      while !FileManager.default.fileExists(atPath: folder(name)), .now < end {
        try await Task.sleep(for: .milliseconds(5))
      }
      #expect(FileManager.default.fileExists(atPath: folder(name)), "\(name)")
    }
    runner.run(script("touch '\(folder("first"))'; sleep 1000"))
    try await wait(for: "first")
    runner.run(script("touch '\(folder("second"))'; sleep 1000"))
    try await wait(for: "second")
    runner.stop()
    runner.run(script("touch '\(folder("third"))'"))
    try await wait(for: "third")
    #expect(problems.withLock { $0 } == [])
  }
}
