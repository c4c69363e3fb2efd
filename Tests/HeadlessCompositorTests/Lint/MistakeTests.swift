import Foundation
import TestSupport
import Testing

/// Mistakes of clients in public issue threads (Examples/ClientMistakes/README.md): a small client makes each of them, and a run of a
/// script names it.
@Suite("Common mistakes of clients", .timeLimit(.minutes(10)))
struct MistakeTests {
  /// A mistake, the requests with which it happens, and a part of the output that names it.
  struct Mistake: Sendable, CustomTestStringConvertible {
    let name: String
    let script: String
    let message: String
    var testDescription: String { name }
  }

  private static let click = "pointer.click x=20 y=20\nadvance frames=3\n"
  private static let animation = "keyboard.tap keys=a\nadvance frames=70\n"
  // The lint gives a client half a second of real time, which also passes while the compositor stalls.
  private static let resize =
    "window.resize width=300 height=160\nadvance frames=40\nstall milliseconds=600\nadvance frames=2\n"
  private static let stalled = "clipboard.set text=hello stalled=true\nkeyboard.tap keys=v\n"

  static let mistakes = [
    Mistake(name: "held-buffer", script: click + click, message: "lint: held-buffer:"),
    Mistake(name: "unconfigured-buffer", script: "", message: "xdg_surface.unconfigured_buffer"),
    Mistake(name: "late-ack", script: resize, message: "lint: late-ack:"),
    Mistake(name: "ignored-size", script: resize, message: "lint: ignored-configure:"),
    Mistake(
      name: "maximized-size", script: "window.maximize\nadvance frames=40\n", message: "lint: geometry:"),
    Mistake(name: "wrong-serial", script: resize, message: "xdg_surface.invalid_serial"),
    Mistake(name: "odd-size", script: click, message: "wl_surface.invalid_size"),
    Mistake(
      name: "truncated-size", script: "output.set scale=1.5\n" + animation, message: "lint: buffer-scale:"),
    Mistake(name: "large-geometry", script: click, message: "lint: geometry:"),
    Mistake(name: "missed-damage", script: click + click, message: "lint: missed-damage:"),
    Mistake(name: "unchanged-content", script: animation, message: "lint: unchanged-content:"),
    Mistake(name: "idle-callbacks", script: click + "advance frames=70\n", message: "lint: empty-commit:"),
    Mistake(name: "unthrottled", script: click, message: "lint: frame-storm:"),
    Mistake(
      name: "waits-for-frame", script: "frames.hold\npointer.click x=20 y=20\nsettle within=1\n",
      message: "has not answered a ping"),
    Mistake(name: "leaked-buffers", script: animation, message: "lint: leaked-objects:"),
    Mistake(
      name: "leaked-keymaps", script: String(repeating: "keyboard.type text=é\n", count: 6) + "settle\n",
      message: "lint: leaked-descriptors:"),
    Mistake(name: "blocking-pipe", script: stalled + "settle within=1\n", message: "lint: blocking-pipe:"),
    Mistake(
      name: "open-pipe", script: "clipboard.set text=hello\nkeyboard.tap keys=v\nadvance frames=40\n",
      message: "lint: leaked-descriptors:"),
    Mistake(
      name: "popup-order", script: click + "keyboard.tap keys=p\nsettle\n",
      message: "xdg_wm_base.not_the_topmost_popup"),
    Mistake(
      name: "decoration-order", script: "keyboard.tap keys=q\nexpect.exit\n",
      message: "zxdg_toplevel_decoration_v1.orphaned"),
    Mistake(
      name: "second-decoration", script: "", message: "zxdg_toplevel_decoration_v1.already_constructed"),
    Mistake(
      name: "surface-order", script: "keyboard.tap keys=q\nexpect.exit\n",
      message: "xdg_surface.defunct_role_object"),
    Mistake(name: "attach-offset", script: click, message: "wl_surface.invalid_offset"),
    Mistake(
      name: "missing-output", script: "output.remove\nkeyboard.tap keys=q\nexpect.exit\n",
      message: "the exit status 134, not 0"),
  ]

  /// The folder with the program.
  private static let programs = Result {
    let folder = try TemporaryFolder()
    let sources = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../../Examples/ClientMistakes").standardized.path
    _ = try ChildProcess.run("make", ["--silent", "-C", sources, "OUT=\(folder.path)"])
    return folder
  }

  private func play(_ script: String, _ client: String) throws -> (status: Int32, output: String) {
    let folder = try TemporaryFolder()
    let path = folder("script")
    try Data(("expect.window\nadvance frames=3\n" + script).utf8).write(to: URL(fileURLWithPath: path))
    let run = try ProgramRun([
      "run", "--size", "800x600", "--virtual-time", "--lint", "--script", path, "--",
      try Self.programs.get()("mistakes"), client,
    ])
    return (try run.waitForExit(), run.process.output.text)
  }

  @Test("The mistake is named, and a client without it passes the same script", arguments: mistakes)
  func mistake(_ mistake: Mistake) throws {
    let faulty = try play(mistake.script, mistake.name)
    #expect(faulty.status == 1, "\(faulty.output)")
    #expect(faulty.output.contains(mistake.message), "\(faulty.output)")
    let correct = try play(mistake.script, "none")
    #expect(correct.status == 0, "\(correct.output)")
    #expect(!correct.output.contains("lint:"), "\(correct.output)")
  }
}
