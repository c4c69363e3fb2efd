import Foundation
import Glibc
import TestBitmaps
import TestSupport

/// A headless KWin with one output and a separate session bus.
struct KWin: UserSession {
  let process: ChildProcess
  let folder: TemporaryFolder
  let environment: [String: String]
  let input: UserInput
  private let injector: ChildProcess
  private let bus: ChildProcess
  private let screenshotTool: String

  /// Starts KWin.
  ///
  /// - Parameters:
  ///   - width: The width of the output, in pixels; a multiple of `scale`.
  ///   - height: The height of the output, in pixels; a multiple of `scale`.
  ///   - scale: The number of pixels per point.
  init(width: Int, height: Int, scale: Double) throws {
    folder = try TemporaryFolder.forSession()
    do {
      let runtime = try folder.makeRuntimeFolder(ownedByNobody: false)
      screenshotTool = try NativeTool.kwinScreenshot.install(into: folder)
      let program = try Self.copyProgram(into: folder)

      let address = "unix:path=\(runtime)/bus"
      bus = try ChildProcess(
        "dbus-daemon", ["--session", "--address=\(address)", "--nofork", "--nopidfile", "--print-address"])
      try bus.output.first("the address of the bus") { $0.hasPrefix("unix:") }

      // Where a decoration plugin is installed, as on most desktops, KWin draws window frames. The tests expect none.
      try folder.write(
        "[General]\ncount=1\nrules=1\n[1]\nDescription=No frames\nnoborder=true\nnoborderrule=2\n",
        to: "configuration/kwinrulesrc")
      environment = [
        "HOME": runtime, "XDG_RUNTIME_DIR": runtime, "WAYLAND_DISPLAY": "wayland-1",
        "XDG_CONFIG_HOME": folder("configuration"), "XDG_CONFIG_DIRS": folder("configuration"),
        "DBUS_SESSION_BUS_ADDRESS": address,
      ]
      var variables = environment
      variables["WAYLAND_DISPLAY"] = nil
      // By default KWin trusts only programs with an installed desktop file.
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
      let fifo = try folder.makeFifo("input")
      input = try UserInput(fifo: fifo, width: width, height: height)
      // KWin creates its socket before it is reachable on the session bus.
      try Self.waitForScreenshots(process, tool: screenshotTool, folder: folder, environment: environment)
      injector = try ChildProcess(
        NativeTool.kwinInjector.install(into: folder),
        [fifo, "\(Int(Double(width) / scale))", "\(Int(Double(height) / scale))"], environment: environment)
      try injector.errors.first("the ready message of the injector") { $0.contains("injector: ready") }
    } catch {
      folder.remove()
      throw error
    }
  }

  /// Copies the program without its file capability, which a container may not grant.
  static func copyProgram(into folder: TemporaryFolder) throws -> String {
    let installed = try ChildProcess.run("which", ["kwin_wayland"])
    let copy = folder("kwin_wayland")
    try FileManager.default.copyItem(atPath: installed, toPath: copy)
    return copy
  }

  func screenshot() throws -> Bitmap {
    try Self.screenshot(tool: screenshotTool, folder: folder, environment: environment)
  }

  private static func screenshot(
    tool: String, folder: TemporaryFolder, environment: [String: String]
  ) throws -> Bitmap {
    let path = folder("screenshot-\(UInt32.random(in: 0 ... .max)).raw")
    let answer = try ChildProcess.run(tool, [path], environment: environment)
    let numbers = answer.split(separator: " ").compactMap { Int($0) }
    // The formats RGB32, ARGB32 and ARGB32_Premultiplied of QImage.
    guard numbers.count == 4, (4...6).contains(numbers[3]) else {
      throw RigError("kwin-screenshot returned an unknown pixel format", [answer])
    }
    let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
    return try Bitmap(bgra: bytes, width: numbers[0], height: numbers[1], stride: numbers[2])
  }

  func end() {
    injector.stop()
    process.stop()
    bus.stop()
    input.close()
    folder.remove()
  }

  /// Takes screenshots until one succeeds, because KWin registers on the bus some time after its start.
  private static func waitForScreenshots(
    _ process: ChildProcess, tool: String, folder: TemporaryFolder, environment: [String: String]
  ) throws {
    let deadline = Date(timeIntervalSinceNow: LineLog.timeout)
    while true {
      do {
        _ = try screenshot(tool: tool, folder: folder, environment: environment)
        return
      } catch {
        guard process.isRunning, Date() < deadline else { throw error }
      }
    }
  }

  // MARK: Changes

  func changeWindow(_ change: WindowChange) throws {
    switch change {
    case .resize(let width, let height, let rect):
      try runScript(
        "window.frameGeometry = {x: \(rect.x), y: \(rect.y), width: \(width), height: \(height)};")
    case .maximize(let isMaximized): try runScript("window.setMaximize(\(isMaximized), \(isMaximized));")
    case .hide: try runScript("window.minimized = true;")
    case .show: try runScript("window.minimized = false; workspace.activeClient = window;")
    case .close: try runScript("window.closeWindow();")
    }
  }

  func changeOutput(_ change: OutputChange) throws {
    let start = injector.output.lines.count
    switch change {
    case .scale(let scale): input.send(line: "output scale \(scale)")
    case .turned(let isTurned): input.send(line: "output transform \(isTurned ? 1 : 0)")
    case .unplug, .plug: throw RigError("KWin's virtual backend keeps its outputs")
    }
    try injector.output.first(from: start, "the change of the output") { $0 == "output: applied" }
  }

  /// Runs statements of KWin's script language for the window of the photo browser, which is named `window`.
  private func runScript(_ statements: String) throws {
    let name = "script-\(UInt32.random(in: 0 ... .max))"
    try folder.write(
      """
      workspace.clientList().forEach(function (window) {
        if (window.resourceClass == "carousel-photos") { \(statements) }
      });
      """, to: name)
    for method in [["loadScript", folder(name), name], ["start"]] {
      _ = try ChildProcess.run(
        "gdbus",
        ["call", "--session", "--dest", "org.kde.KWin", "--object-path", "/Scripting", "--method"]
          + ["org.kde.kwin.Scripting." + method[0]] + method.dropFirst(), environment: environment)
    }
  }
}
