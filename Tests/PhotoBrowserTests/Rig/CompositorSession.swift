import Foundation
import Glibc
import TestBitmaps
import TestSupport

/// A real compositor with a headless output.
protocol CompositorSession {
  var process: ChildProcess { get }
  var folder: TemporaryFolder { get }
  /// The environment variables for a client of the compositor.
  var environment: [String: String] { get }
  /// Returns the current content of the output, including the mouse cursor. Call `UserInput.parkPointer()`
  /// before.
  func screenshot() throws -> Bitmap
  /// Ends the compositor even if it has clients, and removes its folder.
  func end()
}

/// A compositor with simulated user input.
protocol UserSession: CompositorSession {
  var input: UserInput { get }
  /// Changes the only window by the means that the compositor offers to users.
  ///
  /// - Throws: `RigError` if the compositor has no such means, see `Stage.obstacle(to:)`.
  func changeWindow(_ change: WindowChange) throws
  /// Changes the output while clients run.
  ///
  /// - Throws: `RigError` if the compositor cannot change it.
  func changeOutput(_ change: OutputChange) throws
}

/// A change of a window by the user.
enum WindowChange {
  /// Changes the size, in logical pixels. `from` is the rectangle of the window before, in pixels of the
  /// screenshot.
  case resize(width: Int, height: Int, from: PixelRect)
  case maximize(Bool)
  case hide
  case show
  case close
}

/// A change of an output.
enum OutputChange {
  case scale(Double)
  /// Turns the output counterclockwise by 90°, or back.
  case turned(Bool)
  case unplug
  case plug
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

/// Runs `body` with a headless sway, and ends it.
///
/// - Parameters:
///   - width: The width of the first output, in pixels.
///   - height: The height of the first output, in pixels.
///   - outputs: The number of outputs. `configuration` places the others.
///   - configuration: Lines to append to sway's configuration.
///   - body: The test.
func withSway<Result>(
  width: Int = 1024, height: Int = 768, outputs: Int = 1, configuration: [String] = ["default_border none"],
  _ body: (Sway) throws -> Result
) throws -> Result {
  let sway = try Sway(width: width, height: height, outputs: outputs, configuration: configuration)
  defer { sway.end() }
  do { return try body(sway) } catch {
    throw RigError("\(error)", ["output of sway:"] + sway.process.errors.lines.suffix(20))
  }
}

/// Runs `body` with a headless weston, and ends it.
func withWeston<Result>(
  width: Int = 1024, height: Int = 768, shell: Weston.Shell = .desktop, options: [String] = [],
  _ body: (Weston) throws -> Result
) throws -> Result {
  let weston = try Weston(width: width, height: height, shell: shell, options: options)
  defer { weston.end() }
  do { return try body(weston) } catch {
    throw RigError("\(error)", ["output of weston:"] + weston.process.errors.lines.suffix(20))
  }
}

/// Runs `body` with the headless compositor of this package, and ends it.
func withHeadless<Result>(
  width: Int = 1024, height: Int = 768, scale: Double = 1, options: [String] = [],
  _ body: (Headless) throws -> Result
) throws -> Result {
  let headless = try Headless(width: width, height: height, scale: scale, options: options)
  defer { headless.end() }
  do { return try body(headless) } catch {
    throw RigError("\(error)", ["output of headless-compositor:"] + headless.process.errors.lines.suffix(20))
  }
}

/// Runs `body` with a headless KWin, and ends it.
///
/// - Parameters:
///   - width: The width of the output, in pixels; a multiple of `scale`.
///   - height: The height of the output, in pixels; a multiple of `scale`.
///   - scale: The number of pixels per point.
///   - body: The test.
func withKWin<Result>(
  width: Int = 1024, height: Int = 768, scale: Double = 1, _ body: (KWin) throws -> Result
) throws -> Result {
  let kwin = try KWin(width: width, height: height, scale: scale)
  defer { kwin.end() }
  do { return try body(kwin) } catch {
    throw RigError("\(error)", ["output of KWin:"] + kwin.process.errors.lines.suffix(20))
  }
}
