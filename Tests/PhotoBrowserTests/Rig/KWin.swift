import Foundation
import Glibc

/// A headless KWin with one output and its own session bus, without input devices.
struct KWin: CompositorSession {
  let process: ChildProcess
  let folder: TemporaryFolder
  let environment: [String: String]
  private let bus: ChildProcess
  private let screenshotTool: String

  /// Starts KWin.
  ///
  /// - Parameters:
  ///   - width: The width of the output, in pixels; a multiple of `scale`.
  ///   - height: The height of the output, in pixels; a multiple of `scale`.
  ///   - scale: The number of pixels per point.
  init(width: Int, height: Int, scale: Double) throws {
    folder = try TemporaryFolder()
    do {
      let runtime = try folder.makeRuntimeFolder(ownedByNobody: false)
      screenshotTool = try NativeTool.kwinScreenshot.install(into: folder)
      let program = try Self.copyProgram(into: folder)

      let address = "unix:path=\(runtime)/bus"
      bus = try ChildProcess(
        "dbus-daemon", ["--session", "--address=\(address)", "--nofork", "--nopidfile", "--print-address"])
      try bus.output.first("the address of the bus") { $0.hasPrefix("unix:") }

      environment = [
        "HOME": runtime, "XDG_RUNTIME_DIR": runtime, "WAYLAND_DISPLAY": "wayland-1",
        "DBUS_SESSION_BUS_ADDRESS": address,
      ]
      var variables = environment
      variables["WAYLAND_DISPLAY"] = nil
      // KWin trusts only programs with an installed desktop file.
      variables["KWIN_WAYLAND_NO_PERMISSION_CHECKS"] = "1"
      variables["KWIN_SCREENSHOT_NO_PERMISSION_CHECKS"] = "1"
      variables["KWIN_COMPOSE"] = "O2"  // KWin takes no screenshots without OpenGL
      variables["LIBGL_ALWAYS_SOFTWARE"] = "1"
      // KWin expects the size in logical pixels.
      process = try ChildProcess(
        program,
        [
          "--virtual", "--width", "\(Int(Double(width) / scale))", "--height",
          "\(Int(Double(height) / scale))",
          "--scale", "\(scale)", "--no-lockscreen", "--no-global-shortcuts", "--socket", "wayland-1",
        ], environment: variables, folder: "/")
      try waitForScreenshots()
    } catch {
      folder.remove()
      throw error
    }
  }

  /// Copies the program, because the installed file has a capability that a container may not grant.
  static func copyProgram(into folder: TemporaryFolder) throws -> String {
    let installed = try ChildProcess.run("which", ["kwin_wayland"])
    let copy = folder("kwin_wayland")
    try FileManager.default.copyItem(atPath: installed, toPath: copy)
    return copy
  }

  func screenshot() throws -> Bitmap {
    let path = folder("screenshot-\(UInt32.random(in: 0 ... .max)).raw")
    let answer = try ChildProcess.run(screenshotTool, [path], environment: environment)
    let numbers = answer.split(separator: " ").compactMap { Int($0) }
    // QImage's RGB32, ARGB32 and ARGB32_Premultiplied.
    guard numbers.count == 4, (4...6).contains(numbers[3]) else {
      throw RigError("kwin-screenshot returned an unknown pixel format", [answer])
    }
    let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
    return try Bitmap(bgra: bytes, width: numbers[0], height: numbers[1], stride: numbers[2])
  }

  func end() {
    process.stop()
    bus.stop()
    folder.remove()
  }

  /// Takes screenshots until one succeeds, because KWin registers at the bus some time after its start.
  private func waitForScreenshots() throws {
    let deadline = Date(timeIntervalSinceNow: LineLog.timeout)
    while true {
      do {
        _ = try screenshot()
        return
      } catch {
        guard process.isRunning, Date() < deadline else { throw error }
      }
    }
  }
}
