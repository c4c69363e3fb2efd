import Foundation
import Testing

/// What a test needs of the machine. Without it the test is skipped and says why; Tests/expected-skips.txt lists which
/// tests may be.
enum Requirement: String, CaseIterable {
  case sway
  case weston
  case kwin

  /// Why it is not met; nil when it is. Looked up once in a run.
  var missing: String? { Self.findings[self] ?? nil }

  private static let findings: [Requirement: String?] = Dictionary(
    uniqueKeysWithValues: allCases.map { ($0, $0.lookUp()) })

  private func lookUp() -> String? {
    switch self {
    case .sway:
      Self.unmet("sway 1.7", ["sway", "--version"], "sway version 1.7")
        ?? Self.unmet("wlroots 0.15 to build with", ["pkg-config", "--modversion", "wlroots"], "0.15.")
        ?? Self.unmet("swaymsg", ["swaymsg", "--version"], "swaymsg")
        ?? Self.unmet("grim", ["grim", "-h"], "Usage")
        ?? Self.unmet("gcc", ["gcc", "-dumpversion"], "")
    case .weston:
      Self.unmet("weston 10", ["weston", "--version"], "weston 10.")
        ?? Self.unmet("libweston 10 to build with", ["pkg-config", "--modversion", "libweston-10"], "10.")
        ?? Self.unmet("gcc", ["gcc", "-dumpversion"], "")
    case .kwin:
      Self.unmetKWin
        ?? Self.unmet("GIO to build with", ["pkg-config", "--modversion", "gio-unix-2.0"], "2.")
        ?? Self.unmet("dbus-daemon", ["dbus-daemon", "--version"], "D-Bus")
        ?? Self.unmet("gcc", ["gcc", "-dumpversion"], "")
    }
  }

  private static var unmetKWin: String? {
    do {
      return try withTemporaryFolder { folder in
        let environment = ["XDG_RUNTIME_DIR": try folder.makeRuntimeFolder(ownedByNobody: false)]
        return unmet(
          "KWin 5.27", [try KWin.copyProgram(into: folder), "--version"], "kwin 5.27",
          environment: environment)
      }
    } catch { return "needs KWin 5.27, which is not installed" }
  }

  /// Says what is missing when `command` does not run or prints something else.
  private static func unmet(
    _ name: String, _ command: [String], _ answer: String, environment: [String: String] = [:]
  ) -> String? {
    let arguments = Array(command.dropFirst())
    guard let found = try? ChildProcess.run(command[0], arguments, environment: environment) else {
      return "needs \(name), which is not installed"
    }
    return found.hasPrefix(answer) ? nil : "needs \(name), this machine has \(found)"
  }
}

extension Trait where Self == ConditionTrait {
  /// Skips the test on a machine without what it needs.
  static func needs(_ requirement: Requirement) -> Self {
    .disabled(if: requirement.missing != nil, Comment(rawValue: requirement.missing ?? ""))
  }
}
