import Foundation
import TestSupport
import Testing

/// Clients of other projects, whose rows in Documentation/TestKit.md must not become worse. `scripts/test --full` runs all of them.
@Suite("Clients of other projects", .timeLimit(.minutes(10)))
struct ClientProgramTests {
  private static let clients = [
    "foot", "weston-clickdot", "weston-flower", "gtk4-widget-factory", "QTextEdit-6",
  ]
  /// Whether the programs are in PATH. The client of Qt is a program of Python.
  private static let areInstalled =
    clients.dropLast().allSatisfy { client in
      (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").contains {
        FileManager.default.isExecutableFile(atPath: "\($0)/\(client)")
      }
    } && FileManager.default.fileExists(atPath: "/usr/lib/python3/dist-packages/PyQt6")

  @Test(
    "A terminal, clients of GTK and Qt, and two of weston start and react as before",
    .enabled(if: areInstalled, "needs the programs foot, weston, gtk-4-examples and python3-pyqt6"))
  func table() throws {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../../..")
    let process = try ChildProcess(
      root.appendingPathComponent("scripts/client-table").standardized.path, ["--check"] + Self.clients,
      environment: ["HEADLESS_COMPOSITOR": ProgramRun.program], folder: root.standardized.path)
    let exit = try process.waitForExit()
    let output = process.output.text
    #expect(exit == .code(0), "\(output)\(process.errors.text)")
    #expect(output.split(separator: "\n").count == Self.clients.count, "\(output)")
  }
}
