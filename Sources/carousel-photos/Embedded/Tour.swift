import CarouselUI
import CommandLineText
import HeadlessCompositor
import HeadlessSession
import PhotoBrowserTools
import PhotoBrowserUI
import PhotoBrowsing

/// The task `--tour`: a scripted user drags, flicks, looks at a photo closely, and opens each page, menu and part of the window.
///
/// It writes 24 numbered screenshots and an animation of the first motions, `tour.webp`, to a folder.
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
    try await moveCarousel()
    try await lookClosely()
    session.onFrame = nil
    try recorder.write(to: folder + "/tour.webp")
    try await openParts()
    try await showThemes()
    try await showSizes()
    try await showWelcome()
    print("\(number) screenshots and tour.webp in \(folder)")
  }

  // MARK: Motions

  private func moveCarousel() async throws {
    try await session.drag(from: middle, to: along(-0.18), frames: 18)
    try saveScreenshot("drag")
    try await session.holdAndRelease()
    try await session.settle()
    try await session.flick(from: along(0.1), to: along(-0.1), frames: 8)
    try await session.frames(8)
    try saveScreenshot("flick")
    try await session.settle()
    try await session.tap(at: nextPhoto)
    try await session.settle()
    for type in [CarouselType.rotary, .timeMachine] {
      session.browser.show(type)
      try await session.settle()
      try saveScreenshot(type.rawValue)
    }
    session.browser.show(.coverFlow2)
    try await session.settle()
  }

  /// Opens a photo, zooms it with keys, swipes to the next one, and closes it by a drag.
  private func lookClosely() async throws {
    try await session.press(.enter)
    try await session.frames(8)
    try saveScreenshot("opening")
    try await session.settle()
    // The name of the photo appears with the pointer.
    session.compositor.seat.pointer.move(to: (middle.x, middle.y))
    try await session.frames(12)
    try await session.settle()
    try saveScreenshot("single")
    try await press("1")
    try saveScreenshot("actual-pixels")
    for _ in 0..<8 { try await press("=", settles: false) }
    try await session.settle()
    try saveScreenshot("enlarged-pixels")
    try await press("0")
    try await session.drag(from: along(0.35), to: along(-0.15), frames: 12)
    try saveScreenshot("swipe")
    try await session.holdAndRelease()
    try await session.settle()
    try await session.drag(
      from: middle, to: Point(x: middle.x, y: middle.y + size.height * 0.3), frames: 12)
    try saveScreenshot("drag-back")
    try await session.holdAndRelease()
    try await session.settle()
  }

  // MARK: Parts of the window

  private func openParts() async throws {
    try await press("s")
    try saveScreenshot("strip")
    try await session.press(.enter)
    try await session.settle()
    try await press("i")
    try saveScreenshot("panel")
    try await press("s")
    session.compositor.seat.pointer.click(at: (middle.x, middle.y), .right)
    try await session.frames(12)
    try saveScreenshot("menu")
    try await session.press(.escape)
    try await press("i")
    try await session.press(.f1)
    try await session.settle()
    try saveScreenshot("keys")
    try await session.press(.f1)
    try await press("g")
    try saveScreenshot("grid")
    try await session.press(.f5)
    try await session.frames(90)
    try saveScreenshot("slideshow")
    try await session.press(.f5)
    try await session.settle()
    try await session.press(.enter)
    try await session.settle()
    try await press("f")
    for y in [200.0, 1] {
      session.compositor.seat.pointer.move(to: (middle.x, y))
      try await session.frames(20)
    }
    try saveScreenshot("full-screen")
    session.compositor.seat.pointer.move(to: (middle.x, middle.y))
    try await press("f")
  }

  private func showThemes() async throws {
    let ui = session.browser.ui
    try await press("i")
    ui.theme = .light
    try await session.frames(4)
    try await session.settle()
    try saveScreenshot("light")
    ui.theme = nil
    session.browser.layoutDirection = .rightToLeft
    try await session.frames(4)
    try await session.settle()
    try saveScreenshot("right-to-left")
    session.browser.layoutDirection = .leftToRight
    try await press("i")
  }

  private func showSizes() async throws {
    let (output, size, scale) = (session.compositor.output, size, session.compositor.output.scale)
    func show(_ size: Size, scale: Double) async throws {
      output.scale = scale
      output.setMode(width: Int(size.width * scale), height: Int(size.height * scale))
      try await session.frames(4)
      try await session.settle()
    }
    try await show(Size(width: 960, height: 540), scale: 1.5)
    try saveScreenshot("scale-1.5")
    try await show(Size(width: 360, height: 640), scale: 1)
    try saveScreenshot("phone")
    try await session.tap(at: try menuButton())
    try await session.frames(8)
    try saveScreenshot("phone-menu")
    try await session.press(.escape)
    try await show(size, scale: scale)
  }

  private func showWelcome() async throws {
    session.browser.recentFolders = [
      "/photos/Iceland", "/photos/2026/Garden", "/media/card/DCIM",
    ]
    .map { Array($0.utf8) }
    session.browser.emptyPage = .welcome
    try await session.settle()
    try saveScreenshot("welcome")
  }

  private func press(_ character: Character, settles: Bool = true) async throws {
    if let key = HeadlessCompositor.Key(character) { try await session.press(key) }
    if settles { try await session.settle() }
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
    return point.flatMap { session.browser.ui.carouselView.convert($0, to: nil) } ?? along(0.3)
  }

  /// The middle of the menu button of the header.
  private func menuButton() throws -> Point {
    let elements = session.browser.ui.accessibilityTree().all
    guard let button = elements.first(where: { $0.role == .button && $0.name == "Menu" }) else {
      throw ProgramError(code: .unavailable, description: "the header has no menu; use a larger --size")
    }
    return button.frame.center
  }

  private func saveScreenshot(_ name: String) throws {
    number += 1
    let path = "\(folder)/\(number < 10 ? "0" : "")\(number)-\(name).png"
    try session.capture().writePNG(to: path)
    print("\(name): \(path)")
  }
}
