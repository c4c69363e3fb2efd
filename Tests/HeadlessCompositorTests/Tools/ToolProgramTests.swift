import Foundation
import Glibc
import HeadlessCompositor
import TestSupport
import Testing

/// The programs for which the protocols exist: each runs on the compositor and does what it is for.
@MainActor @Suite("Programs of the desktop", .timeLimit(.minutes(10)))
struct ToolProgramTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Returns whether programs are in PATH.
  nonisolated private static func has(_ programs: String...) -> Bool {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    return programs.allSatisfy { program in
      folders.contains { FileManager.default.isExecutableFile(atPath: "\($0)/\(program)") }
    }
  }

  /// Runs a shell as the client of `headless-compositor run`, in the folder of the test.
  ///
  /// - Returns: Its output.
  private func run(_ options: [String] = [], _ commands: String) throws -> String {
    let run = try ProgramRun(
      ["run", "--size", "200x100", "--timeout", "60"] + options
        + ["--", "sh", "-c", "cd '\(folder.path)'; \(commands)"])
    let status = try run.waitForExit()
    let (output, errors) = (run.process.output.text, run.process.errors.text)
    #expect(status == 0, "\(output)\(errors)")
    return output
  }

  /// Waits in a shell until a command succeeds.
  private func until(_ command: String) -> String {
    "for i in $(seq 400); do \(command) && break; sleep 0.02; done; "
  }

  /// Sends a request from a shell.
  private func expect(_ request: String) -> String {
    "'\(ProgramRun.program)' msg \"$HEADLESS_COMPOSITOR_CONTROL\" \(request.replacingOccurrences(of: "#", with: "\\#")) within=20 >/dev/null; "
  }

  private func picture(_ name: String) throws -> Capture { try Capture(contentsOfPNG: folder(name)) }

  @Test(
    "grim writes a picture of the output with the wallpaper of swaybg",
    .enabled(if: has("grim", "swaybg"), "needs the programs grim, swaybg"))
  func screenshot() throws {
    _ = try run(
      [],
      "swaybg -c '#204060' & " + expect("expect.pixel x=5 y=5 color=#204060")
        + "grim a.png; grim -g '10,20 30x40' part.png; kill $!")
    let whole = try picture("a.png")
    #expect((whole.width, whole.height) == (200, 100))
    #expect(whole.pixels.allSatisfy { $0 == 0xff20_4060 })
    #expect(try picture("part.png").pixels == Array(repeating: 0xff20_4060, count: 30 * 40))
  }

  @Test(
    "wl-copy sets the clipboard, and wl-paste reads and watches it, without a window",
    .enabled(if: has("wl-copy", "wl-paste"), "needs the programs wl-copy, wl-paste"))
  func clipboard() throws {
    let output = try run(
      [],
      "wl-paste --watch sh -c 'cat >>all; echo >>all' & " + "echo one | wl-copy; wl-paste -n; "
        + until("grep -qs one all") + "echo two | wl-copy; " + until("grep -qs two all")
        + "echo three | wl-copy -p; wl-paste -pn; kill $!; cat all")
    #expect(output.split(separator: "\n") == ["one", "three", "one", "two"])
  }

  @Test(
    "wlr-randr lists the output and changes its mode, scale and transform",
    .enabled(if: has("wlr-randr"), "needs the programs wlr-randr"))
  func outputs() throws {
    let output = try run(
      [],
      "wlr-randr --output HEADLESS-1 --custom-mode 300x400 --scale 2 --transform 90; wlr-randr; "
        + "! wlr-randr --output HEADLESS-1 --off 2>/dev/null")
    #expect(output.contains("300x400 px, 60.000000 Hz (preferred, current)"))
    #expect(output.contains("Transform: 90") && output.contains("Scale: 2.0"))
  }

  @Test(
    "wayland-info prints the globals of a model with their versions",
    .enabled(if: has("wayland-info"), "needs the programs wayland-info"))
  func info() throws {
    let model = Compositor.Configuration.Model.sway17
    let output = try run(["--like", model.rawValue], "wayland-info")
    for (name, version) in model.globals {
      #expect(
        output.split(separator: "\n").contains {
          $0.hasPrefix("interface: '\(name)',") && $0.contains("version: \(String(version)),")
            || $0.hasPrefix("interface: '\(name)',") && $0.contains("version:  \(String(version)),")
        }, "\(name) \(version)")
    }
  }

  @Test(
    "swaylock covers the windows until it unlocks the session",
    .enabled(if: has("swaylock", "grim", "weston-simple-damage"), "needs the programs swaylock, grim, weston")
  )
  func lock() throws {
    _ = try run(
      ["--size", "320x220"],
      "weston-simple-damage >/dev/null 2>&1 & w=$!; " + expect("expect.pixel x=2 y=2 color=#ffffff")
        + "swaylock -c 112233 2>/dev/null & " + expect("expect.pixel x=2 y=2 color=#112233")
        + "grim lock.png; kill -USR1 $!; wait $!; grim unlocked.png; kill $w")
    let locked = try picture("lock.png")
    #expect(locked.pixels.allSatisfy { $0 == 0xff11_2233 })
    #expect(try picture("unlocked.png")[2, 2] == 0xffff_ffff, "the frame of the window")
  }

  @Test(
    "wtype types characters that the keymap of the seat does not have, into weston-editor",
    .enabled(if: has("wtype", "weston-editor"), "needs the programs wtype, weston-editor"))
  func typing() throws {
    let script = """
      expect.window window="Text Editor"
      capture path=\(folder("empty.png")) window="Text Editor" cursor=false
      pointer.click x=200 y=110
      wait milliseconds=100
      keyboard.type text="1"
      wait milliseconds=200
      capture path=\(folder("key.png")) window="Text Editor"
      expect.exit within=20
      """
    try Data(script.utf8).write(to: URL(fileURLWithPath: folder("script")))
    _ = try run(
      ["--size", "500x400", "--script", folder("script")],
      "weston-editor & " + until("[ -f key.png ]")
        + "grim a.png; wtype '≠ä'; " + until("grim b.png; ! cmp -s a.png b.png") + "kill $!; exit 0")
    let (before, after) = (try picture("a.png"), try picture("b.png"))
    let difference = try #require(CaptureDifference(before, after))
    #expect(difference.count > 40)
    #expect(try picture("empty.png").pixels != picture("key.png").pixels)
  }
}
