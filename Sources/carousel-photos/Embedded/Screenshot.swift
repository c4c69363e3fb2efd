import CarouselUI
import CommandLineText
import FoundationEssentials
import HeadlessCompositor
import HeadlessSession
import PhotoBrowserTools
import PhotoBrowserUI

/// The task `--screenshot`.
enum Screenshot {
  /// Writes the first settled frame to a PNG file.
  static func take(_ session: BrowserSession, to path: String) async throws {
    try await session.settle()
    try OutputFile.create(path) { try session.capture().writePNG(to: $0) }
    try writeOutlines(of: session.browser.ui)
  }

  /// Writes the outlines of the items to the file that the environment variable `CAROUSEL_PHOTOS_OUTLINES`
  /// names. The file is an array of the items from back to front; each item is an array of `[x, y]` corners
  /// in pixels.
  private static func writeOutlines(of ui: CarouselWindow) throws {
    guard let path = ProcessInfo.processInfo.environment["CAROUSEL_PHOTOS_OUTLINES"] else { return }
    let corners = ui.outlines.map { $0.map { [$0.x, $0.y] } }
    do {
      try JSONEncoder().encode(corners).withUnsafeBytes { try OutputFile.write($0, to: path) }
    } catch {
      throw ProgramError(
        code: .cannotWrite,
        description: "cannot write the outlines to \(path): \(error)")
    }
  }
}
