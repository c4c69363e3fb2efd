import TestSupport
import Testing

/// A compositor on which the stories of the kiosk are run.
enum KioskStage: String, CaseIterable, CustomTestStringConvertible {
  case weston
  case sway
  case cage
  case mutter

  /// The size of the output, in pixels. cage has no other one.
  static let size = (width: 1280, height: 720)

  var testDescription: String { rawValue }

  private var missing: String? {
    switch self {
    case .weston: Requirement.weston.missing
    case .sway: Requirement.sway.missing
    case .cage: Requirement.cage.missing
    case .mutter: Requirement.mutter.missing
    }
  }

  /// Runs a story with a kiosk on the compositor.
  func play(_ story: String, _ body: (Kiosk) throws -> Void) throws {
    if let missing {
      print("➜ Test \"\(story), on \(rawValue)\" skipped: \"\(missing)\"")
      try Test.cancel(Comment(rawValue: missing))
    }
    let (width, height) = Self.size
    switch self {
    case .weston:
      try withWeston(width: width, height: height, shell: .kiosk) { try Self.perform(body, on: $0) }
    case .sway: try withSway(width: width, height: height) { try Self.perform(body, on: $0) }
    case .mutter:
      let mutter = try Mutter(width: width, height: height)
      defer { mutter.end() }
      do { try Self.perform(body, on: mutter) } catch {
        throw RigError("\(error)", ["output of mutter:"] + mutter.process.errors.lines.suffix(20))
      }
    case .cage:
      let cage = try Cage(Kiosk.commandLine, variables: Kiosk.variables)
      defer { cage.end() }
      do {
        cage.input.parkPointer()
        try body(Kiosk(on: cage))
      } catch { throw RigError("\(error)", ["output of cage:"] + cage.process.errors.lines.suffix(20)) }
    }
  }

  /// Starts a kiosk, and runs the body with it. On cage, the compositor itself starts it.
  static func perform(_ body: (Kiosk) throws -> Void, on session: some UserSession) throws {
    session.input.parkPointer()
    let command = try Kiosk.commandLine(in: session.folder)
    let process = try ChildProcess(
      command[0], Array(command.dropFirst()),
      environment: session.environment.merging(Kiosk.variables(in: session.folder)) { own, _ in own })
    defer { process.stop() }
    do { try body(Kiosk(on: session)) } catch {
      throw RigError("\(error)", ["output of carousel-kiosk:"] + process.errors.lines)
    }
    #expect(process.isRunning && process.errors.lines.isEmpty, "\(process.errors.lines)")
  }
}
