import Foundation
import TestSupport
import Testing

/// A program that a test needs on the machine. If it is missing, the test is skipped with the reason.
/// Tests/expected-skips.txt lists the tests that may be skipped.
enum Requirement: String, CaseIterable {
  case sway
  case weston
  case kwin
  case cage
  case mutter

  /// The reason why the program is missing; `nil` if it is installed. It is determined once per test run.
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
    case .cage:
      Self.unmet("cage 0.1", ["cage", "-v"], "Cage version 0.1.")
        ?? Self.unmet("wlroots 0.15 to build with", ["pkg-config", "--modversion", "wlroots"], "0.15.")
        ?? Self.unmet("gcc", ["gcc", "-dumpversion"], "")
    case .mutter:
      Self.unmet("mutter 43", ["mutter", "--version"], "mutter 43.")
        ?? Self.unmet("libmutter 11 to build with", ["pkg-config", "--modversion", "libmutter-11"], "43.")
        ?? Self.unmet("dbus-daemon", ["dbus-daemon", "--version"], "D-Bus")
        ?? Self.unmet("gcc", ["gcc", "-dumpversion"], "")
    case .weston:
      Self.unmet("weston 10", ["weston", "--version"], "weston 10.")
        ?? Self.unmet("libweston 10 to build with", ["pkg-config", "--modversion", "libweston-10"], "10.")
        ?? Self.unmet("gcc", ["gcc", "-dumpversion"], "")
    case .kwin:
      Self.unmetKWin
        ?? Self.unmet("plasma-wayland-protocols", ["ls", "/usr/share/plasma-wayland-protocols"], "")
        ?? Self.unmet("wayland-scanner", ["which", "wayland-scanner"], "/")
        ?? Self.unmet("gdbus", ["which", "gdbus"], "/")
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

  /// Returns a reason if `command` cannot run or its output does not begin with `answer`; `nil` otherwise.
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
  /// Skips the test on a machine that does not meet the requirement.
  static func needs(_ requirement: Requirement) -> Self {
    .disabled(if: requirement.missing != nil, Comment(rawValue: requirement.missing ?? ""))
  }
}
