import CarouselUI
import Foundation
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
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    } catch {
      throw VisitFailure(
        code: .cannotWrite, description: "the folder \(folder) cannot be made: \(error.localizedDescription)")
    }
    recorder = try TourRecorder(
      screenWidth: session.compositor.output.width, screenHeight: session.compositor.output.height)
    session.onFrame = { [recorder, session] in try recorder.add(session.capture()) }
  }

  func run() async throws {
    try await session.rest()
    try picture("start")
    try await session.drag(from: middle, to: Point(x: middle.x - size.width * 0.18, y: middle.y), frames: 18)
    try picture("drag")
    try await session.letGo()
    try await session.rest()
    try await session.flick(
      from: Point(x: size.width * 0.7, y: middle.y), to: Point(x: size.width * 0.3, y: middle.y), frames: 6)
    try await session.frames(8)
    try picture("flick")
    try await session.rest()
    try picture("flick-settled")
    try await session.tap(at: neighbour)
    try await session.frames(10)
    try picture("tap-to-centre")
    try await session.rest()
    try picture("tap-settled")
    try await vertical()
    for type in Keys.types { try await show(type) }
    let movie = folder + "/tour.webp"
    try recorder.write(to: movie)
    print("\(number) pictures and tour.webp in \(folder)")
  }

  private func vertical() async throws {
    if let key = HeadlessCompositor.Key("v") { try await session.press(key) }
    try await session.rest()
    try await session.flick(
      from: Point(x: middle.x, y: size.height * 0.7), to: Point(x: middle.x, y: size.height * 0.4), frames: 6)
    try await session.frames(8)
    try picture("vertical-flick")
    try await session.rest()
    try picture("vertical")
    if let key = HeadlessCompositor.Key("v") { try await session.press(key) }
  }

  private func show(_ type: CarouselType) async throws {
    session.browser.show(type)
    try await session.rest()
    try await session.press(.right)
    try await session.rest()
    try picture(type.rawValue)
  }

  /// A point on the picture to the right of the current one.
  private var neighbour: Point {
    let carousel = session.browser.carousel
    let frame = carousel.frame()
    let next = frame.items.first { $0.index == carousel.currentItemIndex + 1 }
    let spot = next.flatMap { item in
      // Near its outer edge, which nothing covers.
      item.homography.project(Point(x: item.size.width * 0.85, y: item.size.height / 2))
    }
    return spot ?? Point(x: size.width * 0.8, y: middle.y)
  }

  private func picture(_ name: String) throws {
    number += 1
    let path = String(format: "%@/%02d-%@.png", folder, number, name)
    try session.capture().writePNG(to: path)
    print("\(name): \(path)")
  }
}
