import Foundation
import Glibc

/// A real compositor that runs without a screen.
protocol CompositorSession {
  var process: ChildProcess { get }
  var folder: TemporaryFolder { get }
  /// What a client needs to find the compositor.
  var environment: [String: String] { get }
  /// The whole output as it shows now, with the mouse cursor: park it first.
  func screenshot() throws -> Picture
  /// Ends the compositor with all its clients gone or not, and removes what it left.
  func end()
}

/// A compositor with a user whom the test plays.
protocol UserSession: CompositorSession {
  var input: UserInput { get }
}

extension CompositorSession {
  /// Takes screenshots until one is as wanted, as a person would look until something shows.
  func screenshot(
    _ what: String, within seconds: Double = LineLog.patience, where isWanted: (Picture) -> Bool
  ) throws -> Picture {
    let deadline = Date(timeIntervalSinceNow: seconds)
    while true {
      let picture = try screenshot()
      if isWanted(picture) { return picture }
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

/// Runs a test's story on a headless sway.
///
/// - Parameter configuration: Lines for sway's configuration, after those that set up the output.
func withSway<Result>(
  width: Int = 1024, height: Int = 768, configuration: [String] = ["default_border none"],
  _ body: (Sway) throws -> Result
) throws -> Result {
  let sway = try Sway(width: width, height: height, configuration: configuration)
  defer { sway.end() }
  do { return try body(sway) } catch {
    throw RigError("\(error)", ["sway said:"] + sway.process.errors.lines.suffix(20))
  }
}

/// Runs a test's story on a headless weston.
func withWeston<Result>(
  width: Int = 1024, height: Int = 768, shell: Weston.Shell = .desktop, _ body: (Weston) throws -> Result
) throws -> Result {
  let weston = try Weston(width: width, height: height, shell: shell)
  defer { weston.end() }
  do { return try body(weston) } catch {
    throw RigError("\(error)", ["weston said:"] + weston.process.errors.lines.suffix(20))
  }
}

/// Runs a test's story on a headless KWin.
///
/// - Parameters:
///   - width: Of the output, in pixels; a multiple of `scale`.
///   - height: Of the output, in pixels; a multiple of `scale`.
func withKWin<Result>(
  width: Int, height: Int, scale: Double, _ body: (KWin) throws -> Result
) throws -> Result {
  let kwin = try KWin(width: width, height: height, scale: scale)
  defer { kwin.end() }
  do { return try body(kwin) } catch {
    throw RigError("\(error)", ["KWin said:"] + kwin.process.errors.lines.suffix(20))
  }
}
