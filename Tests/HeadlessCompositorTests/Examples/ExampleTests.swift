import Foundation
import TestSupport
import Testing

/// Examples/TestYourClient: each test of the example finds its mistake, and passes with the mended client.
@Suite("The example of a client with five mistakes", .timeLimit(.minutes(10)))
struct ExampleTests {
  /// A script of the example, and a part of the message with which it fails.
  static let scripts = [
    ("held-buffer", "the client has changed a buffer of 200 × 100"),
    ("resize", "No window has this size and state"),
    ("callbacks", "callbacks of wl_surface.frame wait at the same time"),
    ("damage", "The pixel is #ff2040c0, not #ffffffff."), ("clipboard", "has not answered a ping"),
  ]

  private static let example = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../../../Examples/TestYourClient").standardized.path

  /// The folder with the programs counter and counter-faulty.
  private static let programs = Result {
    let folder = try TemporaryFolder()
    _ = try ChildProcess.run("make", ["--silent", "-C", example, "OUT=\(folder.path)"])
    return folder
  }

  private static func client(isFaulty: Bool) throws -> String {
    try programs.get()(isFaulty ? "counter-faulty" : "counter")
  }

  private func play(_ script: String, isFaulty: Bool) throws -> (status: Int32, output: String) {
    let run = try ProgramRun([
      "run", "--size", "400x300", "--virtual-time", "--lint-warnings", "--script",
      "\(Self.example)/scripts/\(script).txt", "--", try Self.client(isFaulty: isFaulty),
    ])
    return (try run.waitForExit(), run.process.output.text)
  }

  @Test("A script finds a mistake, and passes with the mended client", arguments: scripts)
  func script(name: String, message: String) throws {
    let faulty = try play(name, isFaulty: true)
    #expect(faulty.status == 1)
    #expect(faulty.output.contains(message), "\(faulty.output)")
    let mended = try play(name, isFaulty: false)
    #expect(mended.status == 0, "\(mended.output)")
    #expect(!mended.output.contains("lint:"), "\(mended.output)")
  }

  @Test("Each test in Python finds its mistake, and passes with the mended client", arguments: [true, false])
  func python(isFaulty: Bool) throws {
    let process = try ChildProcess(
      "python3", ["-B", "-m", "unittest", "test_counter"],
      environment: [
        "HEADLESS_COMPOSITOR": ProgramRun.program, "COUNTER": try Self.client(isFaulty: isFaulty),
        "PYTHONPATH": "\(Self.example)/../../Python",
      ], folder: Self.example)
    let exit = try process.waitForExit()
    let text = process.errors.text
    if isFaulty {
      #expect(text.contains("FAILED (failures=2, errors=3)"), "\(text)")
    } else {
      #expect(exit == .code(0), "\(text)")
    }
  }

  @Test("Each test in Swift finds its mistake, and passes with the mended client", arguments: [true, false])
  func swift(isFaulty: Bool) throws {
    let process = try ChildProcess(
      CommandLine.arguments[0], ["--testing-library", "swift-testing", "--filter", "CounterTests"],
      environment: ["COUNTER": try Self.client(isFaulty: isFaulty)])
    let exit = try process.waitForExit()
    let text = process.output.text + process.errors.text
    if isFaulty {
      for title in [
        "release of a buffer", "drags it to", "one frame callback", "white again", "clipboard does not",
      ] {
        let line = text.split(separator: "\n").first { $0.contains(title) && $0.contains("failed after") }
        #expect(line != nil, "\(title): \(text)")
      }
    } else {
      #expect(exit == .code(0), "\(text)")
    }
  }
}
