import Foundation
import Glibc
import HeadlessCompositor
import JSON
import TestBitmaps
import TestSupport
import Testing
import Threads

/// The program `carousel-kiosk` on a machine whose file systems are read-only but for the state folder.
@MainActor
struct ReadOnlyRootTests {
  /// Whether this machine allows mounts in a namespace of the test.
  fileprivate nonisolated static let isAvailable =
    (try? ChildProcess.run("bwrap", ["--ro-bind", "/", "/", "--dev", "/dev", "--", "true"])) != nil

  @Test(
    "With a read-only root, the show runs without a message, and the state, the log and the copies are in the state folder",
    .proves("D099"),
    .enabled(
      if: ReadOnlyRootTests.isAvailable,
      "needs a private mount namespace, as root or as an ordinary user, by bwrap"))
  func readOnly() async throws {
    let folder = try TemporaryFolder()
    try folder.write(Data(), to: "p/note.txt")
    for number in 0..<3 { KioskRig.write(number, in: folder, as: "p/\(number)") }
    try folder.write(Data(#"{"duration": 1, "entries": [{"folder": "p"}]}"#.utf8), to: "show.json")
    try folder.write(Data(#"{"content": "show.json"}"#.utf8), to: "kiosk.json")
    let state = folder("state")
    try FileManager.default.createDirectory(atPath: state, withIntermediateDirectories: true)
    let compositor = try Compositor(Compositor.Configuration(width: 320, height: 240))
    try compositor.listen(atPath: folder("display"))
    defer { compositor.close() }
    let process = try ChildProcess(
      "bwrap",
      [
        "--ro-bind", "/", "/", "--dev", "/dev", "--bind", state, state, "--die-with-parent", "--",
        KioskProgramTests.program, "--config", folder("kiosk.json"), "--control", "none",
      ],
      environment: [
        "WAYLAND_DISPLAY": folder("display"), "XDG_RUNTIME_DIR": folder.path, "XDG_STATE_HOME": state,
        "HOME": folder("home"),
      ])
    defer { process.stop() }
    var seen: Set<Int> = []
    let end = MonotonicClock.now() + waitLimit / .seconds(1)
    while seen.count < 3 {
      compositor.run(frames: 1)
      try await Task.sleep(for: .milliseconds(4))  // the process runs in real time
      let pixel = compositor.capture()[160, 120]
      let color = Bitmap.Pixel(UInt8(pixel >> 16 & 255), UInt8(pixel >> 8 & 255), UInt8(pixel & 255))
      if let number = (0..<3).first(where: { KioskRig.color($0) == color }) { seen.insert(number) }
      guard MonotonicClock.now() < end, process.isRunning else {
        throw RigError("the pictures \(seen)", process.errors.lines)
      }
    }
    process.stop()
    #expect(process.errors.lines.isEmpty, "\(process.errors.lines)")
    let written = try FileManager.default.contentsOfDirectory(atPath: state + "/carousel-kiosk")
    #expect(Set(written) == ["shown.json", "playlist.json", "configuration.json", "play.jsonl"])
    #expect(try FileManager.default.contentsOfDirectory(atPath: state) == ["carousel-kiosk"])
  }
}
