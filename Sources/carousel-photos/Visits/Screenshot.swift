import CarouselUI
import FoundationEssentials
import HeadlessCompositor

/// Writes the first settled frame to a file.
enum Screenshot {
  static func take(_ session: EmbeddedSession, to path: String) async throws {
    try await session.rest()
    try session.capture().writePNG(to: path)
    try writeOutlines(of: session.browser.ui)
  }

  /// Writes where the pictures' edges fall to the file named by `CAROUSEL_PHOTOS_OUTLINES`: an array of the items, back to
  /// front, each an array of `[x, y]` corners in pixels.
  private static func writeOutlines(of ui: CarouselWindow) throws {
    guard let path = ProcessInfo.processInfo.environment["CAROUSEL_PHOTOS_OUTLINES"] else { return }
    let corners = ui.outlines.map { $0.map { [$0.x, $0.y] } }
    do {
      try JSONEncoder().encode(corners).withUnsafeBytes { try OutputFile.write($0, to: path) }
    } catch {
      throw VisitFailure(
        code: .cannotWrite,
        description: "the outlines cannot be written to \(path): \(error)")
    }
  }
}
