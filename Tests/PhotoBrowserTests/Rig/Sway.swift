import Foundation
import Glibc
import TestBitmaps
import TestSupport

/// A headless sway with one or more outputs. It runs as an unprivileged user, because it refuses to run as root.
struct Sway: UserSession {
  let process: ChildProcess
  let folder: TemporaryFolder
  let input: UserInput
  let environment: [String: String]

  init(width: Int, height: Int, outputs: Int = 1, configuration: [String]) throws {
    folder = try TemporaryFolder.forSession()
    do {
      let runtime = try folder.makeRuntimeFolder(ownedByNobody: true)
      let fifo = try folder.makeFifo("input")
      let injector = try NativeTool.wlrootsInjector.install(into: folder)
      let lines = [
        "output HEADLESS-1 mode \(width)x\(height)@60Hz position 0 0",
        "seat seat0 fallback true",
        "seat seat0 keyboard_grouping none",
        "focus_follows_mouse no",
      ]
      try folder.write((lines + configuration).joined(separator: "\n") + "\n", to: "sway.conf")

      process = try ChildProcess(
        "sway", ["-c", folder("sway.conf")],
        environment: [
          "HOME": runtime, "XDG_RUNTIME_DIR": runtime, "SWAYSOCK": runtime + "/sway.sock",
          "WLR_BACKENDS": "headless", "WLR_HEADLESS_OUTPUTS": "\(outputs)", "WLR_RENDERER": "pixman",
          "WLR_LIBINPUT_NO_DEVICES": "1",
          "LD_PRELOAD": injector, "INJECTOR_FIFO": fifo,
        ], folder: "/", asNobody: true)
      input = try UserInput(fifo: fifo, width: width, height: height)
      environment = [
        "XDG_RUNTIME_DIR": runtime, "WAYLAND_DISPLAY": "wayland-1", "SWAYSOCK": runtime + "/sway.sock",
      ]
      try process.errors.first("the ready message of the injector") { $0.contains("injector: ready") }
    } catch {
      folder.remove()
      throw error
    }
  }

  /// Starts a sway whose screens are windows of another compositor. A screen is disconnected when its window is closed,
  /// and ``addOutput()`` connects one. The headless backend of sway 1.7 can turn no screen off.
  init(in host: Headless, outputs: Int, configuration: [String]) throws {
    folder = try TemporaryFolder.forSession()
    do {
      let runtime = try folder.makeRuntimeFolder(ownedByNobody: true)
      try folder.write(configuration.joined(separator: "\n") + "\n", to: "sway.conf")
      input = host.input
      environment = [
        "XDG_RUNTIME_DIR": runtime, "WAYLAND_DISPLAY": "wayland-1", "SWAYSOCK": runtime + "/sway.sock",
      ]
      process = try ChildProcess(
        "sway", ["-V", "-c", folder("sway.conf")],
        environment: [
          "HOME": runtime, "XDG_RUNTIME_DIR": runtime, "SWAYSOCK": runtime + "/sway.sock",
          "WLR_BACKENDS": "wayland", "WLR_WL_OUTPUTS": "\(outputs)", "WLR_RENDERER": "pixman",
          "WAYLAND_DISPLAY": host.displayForNobody(),
        ], folder: "/", asNobody: true)
      try process.errors.first("the name of the display") {
        $0.contains("Running compositor on wayland display")
      }
    } catch {
      folder.remove()
      throw error
    }
  }

  /// Connects another screen, if the screens are windows of another compositor.
  func addOutput() throws { try command("create_output") }

  func screenshot() throws -> Bitmap {
    let path = folder("screenshot-\(UInt32.random(in: 0 ... .max)).png")
    _ = try ChildProcess.run("grim", ["-l", "0", path], environment: environment)
    return try Bitmap(png: path)
  }

  func changeWindow(_ change: WindowChange) throws {
    switch change {
    case .resize(let width, let height, _):
      try command("[app_id=carousel-photos] resize set width \(width) px height \(height) px")
    case .maximize: throw RigError("sway has no maximized windows")
    case .hide: try command("workspace 2")
    case .show: try command("workspace 1")
    case .close: try command("[app_id=carousel-photos] kill")
    }
  }

  func changeOutput(_ change: OutputChange) throws {
    switch change {
    case .scale(let scale): try command("output HEADLESS-1 scale \(scale)")
    case .turned(let isTurned): try command("output HEADLESS-1 transform \(isTurned ? "90" : "normal")")
    case .unplug: try command("output HEADLESS-1 disable")
    case .plug: try command("output HEADLESS-1 enable")
    }
  }

  private func command(_ text: String) throws { _ = try swaymsg(["--", text]) }

  /// Runs swaymsg and returns its output.
  ///
  /// swaymsg waits for an answer for only 3 s, which is too short on a busy machine. It is then run again.
  private func swaymsg(_ arguments: [String]) throws -> String {
    var attempts = 0
    while true {
      let process = try ChildProcess("swaymsg", arguments, environment: environment)
      defer { process.stop() }
      let exit = try process.waitForExit()
      attempts += 1
      let isLate = process.errors.text.contains("Unable to receive IPC response")
      // A repeated command may have nothing left to do, such as to close a window.
      if exit == .code(0) || attempts > 1 && !isLate { return process.output.text }
      guard isLate, attempts < 20 else {
        throw RigError("swaymsg \(arguments.joined(separator: " ")) failed", process.errors.lines)
      }
    }
  }

  /// Returns the rectangle of the only window without its border, in pixels of the output.
  func windowContents() throws -> (x: Int, y: Int, width: Int, height: Int) {
    let text = try swaymsg(["-r", "-t", "get_tree"])
    guard let tree = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any],
      let window = Self.window(in: tree),
      let rect = window["rect"] as? [String: Int], let inner = window["window_rect"] as? [String: Int],
      let x = rect["x"], let y = rect["y"], let insideX = inner["x"], let insideY = inner["y"],
      let width = inner["width"], let height = inner["height"]
    else { throw RigError("sway shows no window", [text]) }
    return (x + insideX, y + insideY, width, height)
  }

  private static func window(in node: [String: Any]) -> [String: Any]? {
    if node["pid"] is Int { return node }
    for children in ["nodes", "floating_nodes"] {
      for child in node[children] as? [[String: Any]] ?? [] {
        if let window = window(in: child) { return window }
      }
    }
    return nil
  }
}
