import CarouselUI
import HeadlessCompositor

/// A scripted visit: start, drag, flick, tap to centre, vertical, each type.
///
/// Leaves numbered pictures and the whole visit as `tour.webp` in a folder.
final class Tour {
  private let session: EmbeddedSession
  private let folder: String
  private let recorder: TourRecorder
  private var number = 0

  private var size: Size { session.browser.ui.window.size }
  private var middle: Point { Point(x: size.width / 2, y: size.height / 2) }

  /// - Throws: `VisitFailure` when the folder cannot be made.
  init(_ session: EmbeddedSession, folder: String) throws {
    self.session = session
    self.folder = folder
    do {
      try OutputFile.makeFolder(folder)
    } catch {
      throw VisitFailure(
        code: .cannotWrite, description: "the folder \(folder) cannot be made: \(error)")
    }
    recorder = try TourRecorder(
      screenWidth: session.compositor.output.width, screenHeight: session.compositor.output.height)
    session.onFrame = { [recorder, session] in try recorder.add(session.capture()) }
  }

  func run() async throws {
    try await session.rest()
    try picture("start")
    try await session.drag(from: middle, to: along(-0.18), frames: 18)
    try picture("drag")
    try await session.letGo()
    try await session.rest()
    try await session.flick(from: along(0.1), to: along(-0.1), frames: 8)
    try await session.frames(8)
    try picture("flick")
    try await session.rest()
    try picture("flick-settled")
    try await session.tap(at: neighbour)
    try await session.frames(10)
    try picture("tap-to-centre")
    try await session.rest()
    try picture("tap-settled")
    try await otherAxis()
    for type in Keys.types { try await show(type) }
    let movie = folder + "/tour.webp"
    try recorder.write(to: movie)
    print("\(number) pictures and tour.webp in \(folder)")
  }

  /// Shows what the carousel looks like along the other axis: the vertical one, unless the visit began so.
  private func otherAxis() async throws {
    if let key = HeadlessCompositor.Key("v") { try await session.press(key) }
    try await session.rest()
    let name = session.browser.carousel.isVertical ? "vertical" : "horizontal"
    try await session.flick(from: along(0.1), to: along(-0.05), frames: 8)
    try await session.frames(8)
    try picture("\(name)-flick")
    try await session.rest()
    try picture(name)
    if let key = HeadlessCompositor.Key("v") { try await session.press(key) }
  }

  private func show(_ type: CarouselType) async throws {
    session.browser.show(type)
    try await session.rest()
    try await session.press(.right)
    try await session.rest()
    try picture(type.rawValue)
  }

  /// A point beside the middle, along the carousel's axis; `part` of the window's size away.
  private func along(_ part: Double) -> Point {
    session.browser.carousel.isVertical
      ? Point(x: middle.x, y: middle.y + size.height * part)
      : Point(x: middle.x + size.width * part, y: middle.y)
  }

  /// A point on the picture to the right of the current one, or below it.
  private var neighbour: Point {
    let carousel = session.browser.carousel
    let frame = carousel.frame()
    let next = frame.items.first { $0.index == carousel.currentItemIndex + 1 }
    let spot = next.flatMap { item in
      // Near its outer edge, which nothing covers.
      item.homography.project(
        carousel.isVertical
          ? Point(x: item.size.width / 2, y: item.size.height * 0.85)
          : Point(x: item.size.width * 0.85, y: item.size.height / 2))
    }
    return spot ?? along(0.3)
  }

  private func picture(_ name: String) throws {
    number += 1
    let path = "\(folder)/\(number < 10 ? "0" : "")\(number)-\(name).png"
    try session.capture().writePNG(to: path)
    print("\(name): \(path)")
  }
}
