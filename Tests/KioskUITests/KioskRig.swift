import CarouselUI
import Foundation
import HeadlessCompositor
import HeadlessSession
import Kiosk
import KioskUI
import PhotoBrowserUI
import Photos
import TestBitmaps
import TestSupport
import Threads
import WindowFixtures

/// A kiosk on an embedded compositor, on virtual time, with pictures that each have a single color.
@MainActor
final class KioskRig {
  let session: EmbeddedSession<KioskWindow>
  let folder: TemporaryFolder
  private let timers: FrameTimers
  /// The times until the timers that wait fire, in seconds.
  var timerDelays: [Double] { timers.delays }
  private let messages = Monitor<[String]>([])
  /// The items that the show has shown, by the names of their files, with the times in seconds of virtual time.
  private(set) var shown: [(name: String, time: Double)] = []
  /// The calendar time, on virtual time.
  let clock: TestClock

  /// A clock that a test sets.
  @MainActor
  final class TestClock: WallClock {
    private var alarms: [ObjectIdentifier: (time: Int, action: @MainActor () -> Void)] = [:]
    /// The difference between this clock and virtual time, in seconds. A change sets the clock.
    var offset: Int {
      didSet {
        fire()
      }
    }
    private var virtualTime = 0.0

    init(_ offset: Int) { self.offset = offset }

    var now: Int { offset + Int(virtualTime) }

    func setAlarm(of owner: AnyObject, at time: Int, _ action: @escaping @MainActor () -> Void) {
      alarms[ObjectIdentifier(owner)] = (time, action)
    }

    private func fire() {
      let due = alarms.values
      alarms = [:]
      for alarm in due { alarm.action() }
    }

    func advance(to time: Double) {
      virtualTime = time
      if alarms.values.contains(where: { now >= $0.time }) { fire() }
    }
  }

  /// The number of items that the show has shown.
  private(set) var shownCount = 0
  /// Called when an item begins to appear.
  var onShown: ((KioskItemID, Double, String) -> Void)?
  /// Called when no item of the show is seen any more.
  var onHidden: (() -> Void)?
  /// A longer history is forgotten, so that the rig itself needs no more memory after days.
  private static let longestHistory = 1000
  /// The commands that were run.
  private(set) var commands: [[String]] = []
  /// The times at which no item of the show was seen any more.
  private(set) var hidden: [Double] = []
  /// Runs the commands, which exist before the rig does.
  @MainActor
  private final class Runner { var run: (([String]) -> Void)? }

  /// The reasons for which the items were shown.
  private(set) var reasons: [String] = []

  var kiosk: KioskWindow { session.content }
  var compositor: Compositor { session.compositor }
  /// The problems that were reported.
  var reports: [String] { messages.withLock { $0 } }

  /// Opens a kiosk with pictures named `0.png`, `1.png` and so on.
  ///
  /// - Parameters:
  ///   - count: The number of pictures.
  ///   - playlist: The text of the playlist; `nil` for the folder of the pictures.
  ///   - wall: The time on the wall at the start, in seconds since 1970-01-01 00:00 UTC.
  ///   - interface: A global that the compositor does not have.
  ///   - prepare: Writes further files.
  init(
    _ count: Int, playlist: String? = nil, size: Size = Size(width: 640, height: 480),
    settings: KioskSettings = KioskSettings(), wall: Int = 1_800_000_000,
    resumed: ((TemporaryFolder) -> Resumption)? = nil, without interface: String? = nil,
    prepare: (TemporaryFolder) throws -> Void = { _ in }
  ) throws {
    let folder = try TemporaryFolder()
    self.folder = folder
    for number in 0..<count { Self.write(number, in: folder) }
    try prepare(folder)
    if let playlist { try Data(playlist.utf8).write(to: URL(filePath: folder("playlist.json"))) }
    let (messages, clock, timers) = (messages, TestClock(wall), FrameTimers())
    self.clock = clock
    self.timers = timers
    let pipeline = PhotoPipeline(thumbnails: .never, program: "test") { message in
      messages.withLock { $0.append(message) }
    }
    let source = KioskSource(
      playlist == nil ? folder.path : folder("playlist.json"),
      stateFolder: settings.stateFolder ?? folder("state"))
    // The texts do not depend on the language of the system.
    var settings = settings
    if settings.languages.isEmpty { settings.languages = [.english] }
    let runner = Runner()
    session = try EmbeddedSession(size: size, scale: 1) { [settings] system in
      system.scheduler = timers
      return try KioskWindow(
        source, settings, pipeline, in: system, wallClock: clock,
        resumed: resumed?(folder),
        speech: settings.speech.map {
          KioskSpeech(
            $0, stateFolder: settings.stateFolder, run: { runner.run?($0) },
            stop: { runner.run?(["stop"]) })
        }, runCommand: { runner.run?($0) })
    }
    // The connection has not read the globals yet.
    if let interface { session.compositor.removeGlobal(interface) }
    runner.run = { [weak self] in self?.commands.append($0) }
    session.onFrame = { [compositor = session.compositor] in
      let time = Double(compositor.now) / 1e9
      timers.fire(at: time)
      clock.advance(to: time)
    }
    session.timeLimit = waitLimit / .seconds(1)
    kiosk.onHide = { [weak self] in
      guard let self else { return }
      hidden = hidden.suffix(Self.longestHistory) + [now]
      onHidden?()
    }
    kiosk.onShow = { [weak self] id, duration, reason in
      guard let self else { return }
      shown = shown.suffix(Self.longestHistory) + [((id.path as NSString).lastPathComponent, now)]
      reasons = reasons.suffix(Self.longestHistory) + [reason]
      shownCount += 1
      onShown?(id, duration, reason)
    }
  }

  /// Virtual time in seconds.
  var now: Double { Double(compositor.now) / 1e9 }

  // MARK: Files

  nonisolated static func color(_ number: Int) -> Bitmap.Pixel {
    Bitmap.Pixel(UInt8(40 + number * 53 % 200), UInt8(40 + number * 91 % 200), UInt8(40 + number * 137 % 200))
  }

  /// The brightness of a picture, in `0...1`.
  static func luma(of number: Int) -> Double {
    color(number).luma
  }

  static func write(
    _ number: Int, in folder: TemporaryFolder, as name: String? = nil, width: Int = 640, height: Int = 480
  ) {
    let part = folder("\(name ?? "\(number)").part")
    Bitmap(width: width, height: height, filledWith: color(number)).write(png: part)
    rename(part, folder("\(name ?? "\(number)").png"))
  }

  // MARK: Time

  /// Runs frames until nothing moves and all pictures are loaded.
  func settle() async throws {
    try await awaitList()
    try await session.settle(
      kiosk.ui, isMoving: { kiosk.isMoving }, isLoading: { kiosk.isLoading })
  }

  /// Lets virtual time pass.
  func run(seconds: Double) async throws {
    try await awaitList()
    for _ in 0..<Int(seconds * 60) {
      try await session.frames(1)
      try await awaitPictures()
    }
  }

  /// Waits until the files are listed for the first time, which takes real time. Otherwise the show could begin with another item.
  private func awaitList() async throws {
    let start = MonotonicClock.now()
    while !hasListed {
      hasListed = !kiosk.isListing || MonotonicClock.now() - start > Self.longestList
      try await Task.sleep(for: .milliseconds(1))
    }
  }
  private var hasListed = false
  /// In seconds of real time.
  private static let longestList = 20.0

  /// Waits until the pictures are decoded and painted, which takes real time. Virtual time does not pass meanwhile.
  private func awaitPictures() async throws {
    let start = MonotonicClock.now()
    while kiosk.isLoading || kiosk.ui.textures.isPrepainting {
      guard !isStalled else { return }
      // Such a picture waits for something else, for example for the next frame. It is not waited for again.
      isStalled = MonotonicClock.now() - start > Self.longestLoad
      try await Task.sleep(for: .milliseconds(1))
    }
    isStalled = false
  }
  private var isStalled = false
  /// In seconds of real time.
  private static let longestLoad = 3.0

  /// Runs frames, and returns the number of those that were committed.
  func commits(seconds: Double) async throws -> Int {
    try await awaitPictures()
    try await session.frames(2)
    var count = 0
    kiosk.ui.onFrame = { if $0.isCommitted { count += 1 } }
    defer { kiosk.ui.onFrame = nil }
    try await run(seconds: seconds)
    return count
  }

  /// Runs frames until a condition is met.
  func wait(_ what: String, until condition: () -> Bool) async throws {
    try await awaitList()
    let start = MonotonicClock.now()
    while !condition() {
      try await session.frames(1)
      try await Task.sleep(for: .milliseconds(1))  // the main queue delivers changes of files
      try await awaitPictures()
      guard MonotonicClock.now() - start < waitLimit / .seconds(1) else {
        throw RigError("waited too long: \(what)", reports)
      }
    }
  }

  // MARK: The screen

  func pixel(_ x: Double, _ y: Double, on output: HeadlessCompositor.Output? = nil) -> Bitmap.Pixel {
    let capture = compositor.capture(output)
    let bgra = capture[Int(x * Double(capture.width - 1)), Int(y * Double(capture.height - 1))]
    return Bitmap.Pixel(UInt8(bgra >> 16 & 255), UInt8(bgra >> 8 & 255), UInt8(bgra & 255))
  }

  /// The number of the picture whose color the middle of the window has; `nil` for another color.
  var middle: Int? { number(0.5, 0.5) }

  /// The number of the picture whose color a place has; `nil` for another color.
  func number(_ x: Double, _ y: Double) -> Int? {
    let color = pixel(x, y)
    return (0..<20).first { Self.color($0) == color }
  }

  /// Whether a text is seen.
  func hasLabel(_ text: String) -> Bool { (try? kiosk.ui.find(.label, text)) != nil }

  /// Taps a button with a finger, after it has been scrolled into sight, and waits for rest.
  func tap(_ title: String) async throws {
    try await press(title)
    try await settle()
  }

  /// Taps a button with a finger, after it has been scrolled into sight.
  func press(_ title: String) async throws {
    let (button, height) = (try kiosk.ui.find(.button, title), kiosk.ui.contentView.size.height)
    for _ in 0..<8 {
      let center = try button.node().frame.center
      let isBelow = center.y > height - 60
      guard isBelow || center.y < 30 else { break }
      try await session.flick(
        from: Point(x: center.x, y: height * (isBelow ? 0.7 : 0.4)),
        to: Point(x: center.x, y: height * (isBelow ? 0.4 : 0.7)), frames: 12)
      try await settle()
    }
    try await session.tap(at: try button.node().frame.center)
    try await session.frames(2)
  }

  /// The mean brightness of the screen, in `0...1`.
  var luma: Double {
    let capture = session.capture()
    var sum = 0
    for y in stride(from: 2, to: capture.height, by: 16) {
      for x in stride(from: 2, to: capture.width, by: 16) {
        let bgra = capture[x, y]
        sum += Int(bgra >> 16 & 255) * 299 + Int(bgra >> 8 & 255) * 587 + Int(bgra & 255) * 114
      }
    }
    let count = (capture.width - 2 + 15) / 16 * ((capture.height - 2 + 15) / 16)
    return Double(sum) / Double(count) / 255_000
  }

  /// Writes the screen to the folder that `CAROUSEL_KIOSK_PICTURES` names, for people.
  func picture(_ name: String) throws {
    guard let folder = ProcessInfo.processInfo.environment["CAROUSEL_KIOSK_PICTURES"] else { return }
    try session.capture().writePNG(to: folder + "/" + name + ".png")
  }
}
