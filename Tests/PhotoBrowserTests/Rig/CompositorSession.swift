import Foundation
import Glibc

/// A real compositor with a headless output.
protocol CompositorSession {
  var process: ChildProcess { get }
  var folder: TemporaryFolder { get }
  /// The environment variables for a client of the compositor.
  var environment: [String: String] { get }
  /// Returns the current content of the output, including the mouse cursor. Park the pointer before.
  func screenshot() throws -> Bitmap
  /// Ends the compositor, whether it has clients or not, and removes its folder.
  func end()
}

/// A compositor with simulated user input.
protocol UserSession: CompositorSession {
  var input: UserInput { get }
}

extension CompositorSession {
  /// Takes screenshots until `isWanted` accepts one.
  ///
  /// - Parameters:
  ///   - what: Describes the expected content for the error message.
  ///   - seconds: The timeout.
  ///   - isWanted: Returns whether a screenshot has the expected content.
  func screenshot(
    _ what: String, within seconds: Double = LineLog.timeout, where isWanted: (Bitmap) -> Bool
  ) throws -> Bitmap {
    let deadline = Date(timeIntervalSinceNow: seconds)
    while true {
      let bitmap = try screenshot()
      if isWanted(bitmap) { return bitmap }
      if Date() > deadline { throw RigError("the screen never showed \(what)") }
    }
  }
}

extension UserSession {
  func end() {
    process.stop()
    input.close()
    folder.remove()
  }
}

/// Runs `body` with a headless sway.
///
/// - Parameters:
///   - width: The width of the output, in pixels.
///   - height: The height of the output, in pixels.
///   - configuration: Lines to append to sway's configuration.
///   - body: The test.
func withSway<Result>(
  width: Int = 1024, height: Int = 768, configuration: [String] = ["default_border none"],
  _ body: (Sway) throws -> Result
) throws -> Result {
  let sway = try Sway(width: width, height: height, configuration: configuration)
  defer { sway.end() }
  do { return try body(sway) } catch {
    throw RigError("\(error)", ["output of sway:"] + sway.process.errors.lines.suffix(20))
  }
}

/// Runs `body` with a headless weston.
func withWeston<Result>(
  width: Int = 1024, height: Int = 768, shell: Weston.Shell = .desktop, _ body: (Weston) throws -> Result
) throws -> Result {
  let weston = try Weston(width: width, height: height, shell: shell)
  defer { weston.end() }
  do { return try body(weston) } catch {
    throw RigError("\(error)", ["output of weston:"] + weston.process.errors.lines.suffix(20))
  }
}

/// Runs `body` with a headless KWin.
///
/// - Parameters:
///   - width: The width of the output, in pixels; a multiple of `scale`.
///   - height: The height of the output, in pixels; a multiple of `scale`.
///   - scale: The number of pixels per point.
///   - body: The test.
func withKWin<Result>(
  width: Int, height: Int, scale: Double, _ body: (KWin) throws -> Result
) throws -> Result {
  let kwin = try KWin(width: width, height: height, scale: scale)
  defer { kwin.end() }
  do { return try body(kwin) } catch {
    throw RigError("\(error)", ["output of KWin:"] + kwin.process.errors.lines.suffix(20))
  }
}
