import BusFixtures
import Foundation
import TestSupport
import Testing

/// Whether the registry of assistive technologies and its client library are installed.
private let hasAssistiveServices =
  PrivateBus.isInstalled && FileManager.default.isExecutableFile(atPath: "/usr/libexec/at-spi-bus-launcher")
  && (try? ChildProcess.run("/usr/bin/python3", ["-c", "import pyatspi"])) != nil

/// Tests with the registry of at-spi2-core and the client library pyatspi. The programs run in a headless compositor.
@Suite(
  "Programs read by pyatspi",
  .enabled(if: hasAssistiveServices, "needs pyatspi of the package python3-pyatspi"),
  .timeLimit(.minutes(10)))
struct ProgramTests {
  private let scripts = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../Scripts")
    .standardized

  /// Runs a script of the folder Scripts, and returns the lines that it prints.
  private func run(_ script: String, _ arguments: [String] = [], within seconds: Double = 240) async throws
    -> [String]
  {
    let programs = Bundle.main.executableURL?.deletingLastPathComponent().path ?? "."
    let process = try ChildProcess(
      "/usr/bin/python3", ["-B", scripts.appending(path: script).path, programs] + arguments)
    defer { process.stop() }
    // Other tests need the threads of tasks meanwhile.
    let exit = try await withCheckedThrowingContinuation {
      (continuation: CheckedContinuation<ChildProcess.Exit, any Error>) in
      Thread { continuation.resume(with: Result { try process.waitForExit(within: seconds) }) }.start()
    }
    let lines = process.output.lines
    #expect(
      exit == .code(0) && lines.last == "end", "\((process.errors.lines + lines).joined(separator: "\n"))")
    return lines
  }

  /// Checks that the pages that a script prints, with their objects, are the stored ones, and that each follows the rules.
  ///
  /// After a change of a page, `python3 Scripts/photos.py .build/release | grep '^page \|^  ' >Scripts/trees/photos.txt`
  /// stores its objects.
  private func expectStoredPages(_ lines: [String], _ file: String) throws {
    let stored = try String(contentsOf: scripts.appending(path: "trees/\(file).txt"), encoding: .utf8)
      .split(separator: "\n").map { String($0) }
    let pages = lines.filter { $0.hasPrefix("page ") || $0.hasPrefix("  ") }
    let changes = pages.difference(from: stored).map { change in
      switch change {
      case .insert(let line, let text, _): "+ \(line + 1): \(text)"
      case .remove(let line, let text, _): "- \(line + 1): \(text)"
      }
    }
    #expect(changes.isEmpty, "\(file):\n\(changes.joined(separator: "\n"))\n\(lines.joined(separator: "\n"))")
    #expect(stored.filter { $0.hasPrefix("page ") }.allSatisfy { $0.hasSuffix(" 0 violations") })
  }

  @Test(
    "pyatspi walks all pages of the gallery: each object follows the rules, and a click on its bounds hits it",
    .proves("D035", "D048"))
  func gallery() async throws {
    try expectStoredPages(try await run("gallery.py"), "gallery")
  }

  @Test(
    "pyatspi walks the pages of the photo browser, and visits it by actions alone: next, open, zoom, rotate, slideshow, quit"
  )
  func photos() async throws { try expectStoredPages(try await run("photos.py"), "photos") }

  @Test(
    "The photo browser is visited by keys alone: find, open, zoom, rotate, slideshow, quit. A photo is described by its day and caption"
  )
  func keys() async throws {
    let lines = try await run("photos_keys.py")
    #expect(lines.contains("description: 1 of 12, taken on 3 May 2026, Two boats"))
    // The carousel behind the photo is not read.
    #expect(lines.contains("lists: ['Photo']"), "\(lines.joined(separator: "\n"))")
    // Each button and the carousel is one stop.
    #expect(lines.contains { $0.hasPrefix("stops:") && $0.contains("list Photos") })
  }

  @Test(
    "pyatspi walks the show, the carousel, the panel, a page, a card, the PIN pad and the service page of the kiosk: each target is at least 44 points wide and high"
  )
  func kiosk() async throws { try expectStoredPages(try await run("kiosk.py"), "kiosk") }
}
