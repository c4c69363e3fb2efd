import CarouselUI
import HeadlessCompositor
import HeadlessSession
import PhotoBrowserTools
import PhotoBrowserUI

/// The task `--tour`: a scripted user drags, flicks, taps, changes the axis, shows each carousel type and looks at a photo closely.
///
/// It writes numbered screenshots and an animation of all frames, `tour.webp`, to a folder.
final class Tour {
  private let session: BrowserSession
  private let folder: String
  private let recorder: TourRecorder
  private var number = 0

  private var size: Size { session.browser.ui.window.size }
  private var middle: Point { Point(x: size.width / 2, y: size.height / 2) }

  /// Creates a tour and its folder.
  ///
  /// - Throws: `ProgramError` if the folder cannot be created.
  init(_ session: BrowserSession, folder: String) throws {
    self.session = session
    self.folder = folder
    do {
      try OutputFile.createFolder(folder)
    } catch {
      throw ProgramError(
        code: .cannotWrite, description: "cannot create the folder \(folder): \(error)")
    }
    recorder = try TourRecorder(
      screenWidth: session.compositor.output.width, screenHeight: session.compositor.output.height)
    session.onFrame = { [recorder, session] in try recorder.add(session.capture()) }
  }

  /// Runs the tour.
  ///
  /// - Throws: `ProgramError` if photos do not load or a file cannot be written.
  func run() async throws {
    try await session.settle()
    try saveScreenshot("start")
    try await session.drag(from: middle, to: along(-0.18), frames: 18)
    try saveScreenshot("drag")
    try await session.holdAndRelease()
    try await session.settle()
    try await session.flick(from: along(0.1), to: along(-0.1), frames: 8)
    try await session.frames(8)
    try saveScreenshot("flick")
    try await session.settle()
    try saveScreenshot("flick-settled")
    try await session.tap(at: nextPhoto)
    try await session.frames(10)
    try saveScreenshot("tap-to-center")
    try await session.settle()
    try saveScreenshot("tap-settled")
    try await showOtherAxis()
    for (type, _) in PhotoCommands.types { try await show(type) }
    try await lookClosely()
    try recorder.write(to: folder + "/tour.webp")
    print("\(number) screenshots and tour.webp in \(folder)")
  }

  /// Shows the carousel along the other axis: the vertical axis, or the horizontal one with `--vertical`.
  private func showOtherAxis() async throws {
    if let key = HeadlessCompositor.Key("v") { try await session.press(key) }
    try await session.settle()
    let name = session.browser.carousel.isVertical ? "vertical" : "horizontal"
    try await session.flick(from: along(0.1), to: along(-0.05), frames: 8)
    try await session.frames(8)
    try saveScreenshot("\(name)-flick")
    try await session.settle()
    try saveScreenshot(name)
    if let key = HeadlessCompositor.Key("v") { try await session.press(key) }
  }

  /// Opens a photo, zooms it with keys, swipes to the next one, and closes it by a drag.
  private func lookClosely() async throws {
    session.browser.show(.coverFlow2)
    try await session.settle()
    try await session.press(.enter)
    try await session.frames(8)
    try saveScreenshot("opening")
    try await session.settle()
    try saveScreenshot("single")
    try await press("1")
    try saveScreenshot("actual-pixels")
    for _ in 0..<8 { try await press("=", settles: false) }
    try await session.settle()
    try saveScreenshot("enlarged-pixels")
    try await press("2")
    try saveScreenshot("filled")
    try await press("0")
    try await session.drag(from: along(0.35), to: along(-0.15), frames: 12)
    try saveScreenshot("swipe")
    try await session.holdAndRelease()
    try await session.settle()
    try await session.drag(from: middle, to: Point(x: middle.x, y: middle.y + size.height * 0.3), frames: 12)
    try saveScreenshot("drag-back")
    try await session.holdAndRelease()
    try await session.settle()
    try saveScreenshot("closed")
  }

  private func press(_ character: Character, settles: Bool = true) async throws {
    if let key = HeadlessCompositor.Key(character) { try await session.press(key) }
    if settles { try await session.settle() }
  }

  private func show(_ type: CarouselType) async throws {
    session.browser.show(type)
    try await session.settle()
    try await session.press(.right)
    try await session.settle()
    try saveScreenshot(type.rawValue)
  }

  /// Returns a point on the carousel's axis. Its distance from the middle is `part` times the size of the
  /// window.
  private func along(_ part: Double) -> Point {
    session.browser.carousel.isVertical
      ? Point(x: middle.x, y: middle.y + size.height * part)
      : Point(x: middle.x + size.width * part, y: middle.y)
  }

  /// A point on the photo to the right of the current one, or below it.
  private var nextPhoto: Point {
    let carousel = session.browser.carousel
    let frame = carousel.frame()
    let next = frame.items.first { $0.index == carousel.currentItemIndex + 1 }
    let point = next.flatMap { item in
      // The point is near the outer edge of the photo, which no other item covers.
      item.homography.project(
        carousel.isVertical
          ? Point(x: item.size.width / 2, y: item.size.height * 0.85)
          : Point(x: item.size.width * 0.85, y: item.size.height / 2))
    }
    return point ?? along(0.3)
  }

  private func saveScreenshot(_ name: String) throws {
    number += 1
    let path = "\(folder)/\(number < 10 ? "0" : "")\(number)-\(name).png"
    try session.capture().writePNG(to: path)
    print("\(name): \(path)")
  }
}
