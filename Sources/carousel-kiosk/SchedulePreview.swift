import CarouselUI
import CommandLineText
import Dispatch
import Glibc
import HeadlessCompositor
import HeadlessSession
import Kiosk
import KioskUI
import PhotoBrowserUI
import Photos
import Threads

/// The task `--preview`: prints the schedule of some hours, plays it in an embedded compositor, and writes a contact sheet.
final class SchedulePreview {
  /// A part of the time in which the entries stay the same.
  private struct Part {
    let start: Int
    let title: String
    let entries: String
  }

  private let schedule: Schedule
  private let parts: [Part]
  private let title: String

  /// Prints the schedule, and writes the sheet. The program continues on Dispatch's main queue, and ends.
  ///
  /// - Parameters:
  ///   - path: The path of a playlist or of a folder of pictures.
  ///   - settings: The configuration. The preview has one screen, which does not rest, and no service page.
  ///   - sheet: The path of the contact sheet.
  static func start(
    _ path: String, _ settings: KioskSettings, from start: LocalTime, hours: Int, sheet: String
  ) {
    var settings = settings
    (settings.outputs, settings.rest, settings.service) = (OutputSettings(), RestSettings(), nil)
    let source = KioskSource(path, copyName: nil)
    let playlist = isFolder(path) ? source.playlist : PlaylistCheck.playlist(path) { _ in true }
    let preview = SchedulePreview(playlist, from: start, hours: hours)
    for part in preview.parts { print("\(part.title): \(part.entries)") }
    Task {
      do {
        try await preview.play(source, settings, to: sheet)
        quit(.success, "the contact sheet is \(sheet)")
      } catch {
        quit(.cannotWrite, "the contact sheet cannot be written: \(error)")
      }
    }
  }

  private static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  private init(_ playlist: Playlist, from start: LocalTime, hours: Int) {
    schedule = Schedule(playlist, clock: .system)
    var parts: [Part] = []
    var time = schedule.time(start)
    let end = time + hours * 3600
    while time < end {
      let next = min(schedule.nextChange(after: time, within: hours / 24 + 1) ?? end, end)
      let names = schedule.entries(at: time).map { playlist.entries[$0].content.name }
      let entries =
        names.isEmpty
        ? playlist.fallback.map { "\($0.name) (fallback)" } ?? "(nothing)" : names.joined(separator: ", ")
      parts.append(
        Part(start: time, title: "\(schedule.local(time)) to \(schedule.local(next))", entries: entries))
      time = next
    }
    self.parts = parts
    title = "\(schedule.local(parts.first?.start ?? end)) to \(schedule.local(end))"
  }

  // MARK: The sheet

  /// The clock of the preview, which is set from part to part.
  private final class Clock: WallClock {
    private(set) var now: Int
    private var actions: [ObjectIdentifier: @MainActor () -> Void] = [:]

    init(_ now: Int) { self.now = now }

    func setAlarm(of owner: AnyObject, at time: Int, _ action: @escaping @MainActor () -> Void) {
      actions[ObjectIdentifier(owner)] = action
    }

    func set(_ time: Int) {
      now = time
      let due = actions.values
      actions = [:]
      for action in due { action() }
    }
  }

  /// The size of the screen of the preview in points, and of a picture of the sheet in parts of it.
  private static let (width, height, scale) = (1280.0, 720.0, 0.25)
  /// The largest number of pictures of a part, and of all parts.
  private static let (mostOfPart, mostPictures) = (6, 600)

  private func play(_ source: KioskSource, _ settings: KioskSettings, to path: String) async throws {
    let clock = Clock(parts.first?.start ?? 0)
    let pipeline = PhotoPipeline(thumbnails: .never, program: "carousel-kiosk") { printError($0) }
    let session = try EmbeddedSession(size: Size(width: Self.width, height: Self.height), scale: Self.scale) {
      try KioskWindow(source, settings, pipeline, in: $0, wallClock: clock)
    }
    var sheet = ContactSheet(title: title, beside: path)
    for part in parts {
      sheet.begin(part.title, part.entries)
      guard sheet.count < Self.mostPictures else { continue }
      clock.set(part.start)
      try await settle(session)
      let first = session.content.shownID
      for _ in 0..<Self.mostOfPart where sheet.count < Self.mostPictures {
        try sheet.add(session.capture(), name: session.content.shownID?.path ?? "")
        session.content.step(back: false)
        try await settle(session)
        if session.content.shownID == first { break }
      }
    }
    try sheet.write(to: path)
  }

  /// Runs frames until an item of the present time is shown, and its transition has ended.
  private func settle(_ session: EmbeddedSession<KioskWindow>) async throws {
    let kiosk = session.content
    let start = MonotonicClock.now()
    repeat {
      try await session.frames(1)
      try await Task.sleep(for: .milliseconds(2))  // pictures are decoded in real time
    } while (kiosk.isLoading || !kiosk.showsItemOfNow) && MonotonicClock.now() - start < Self.patience
    // A transition takes a second. Slides of a movement do not come to rest.
    try await session.frames(70)
  }

  /// The longest wait for a picture, in seconds.
  private static let patience = 5.0
}
