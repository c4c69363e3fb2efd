import Foundation
import Glibc
import TestBitmaps
import TestSupport

/// A session with the program `headless-compositor` of this package.
struct Headless: UserSession {
  let process: ChildProcess
  let folder: TemporaryFolder
  let input: UserInput
  let environment: [String: String]
  /// The size of the output in the form of the commands, such as `1024x768`.
  private let size: String
  private let scale: Double

  /// Starts the compositor.
  ///
  /// - Parameters:
  ///   - width: The width of the output, in pixels.
  ///   - height: The height of the output, in pixels.
  ///   - scale: The number of pixels per point.
  ///   - options: Further options of the program.
  init(width: Int, height: Int, scale: Double, options: [String] = []) throws {
    size = "\(width)x\(height)"
    self.scale = scale
    folder = try TemporaryFolder.forSession()
    do {
      let runtime = try folder.makeRuntimeFolder(ownedByNobody: false)
      let fifo = try folder.makeFifo("input")
      input = try UserInput(fifo: fifo, width: width, height: height)
      process = try ChildProcess(
        PhotoBrowser.products + "/headless-compositor",
        ["--size", size, "--scale", "\(scale)", "--commands", fifo] + options,
        environment: ["XDG_RUNTIME_DIR": runtime])
      let display = try process.output.first("the name of the display") { line in
        line.hasPrefix("WAYLAND_DISPLAY=") ? String(line.dropFirst(16)) : nil
      }
      environment = ["XDG_RUNTIME_DIR": runtime, "WAYLAND_DISPLAY": display]
    } catch {
      folder.remove()
      throw error
    }
  }

  /// Permits the unprivileged user to connect, and returns the path of the socket.
  func displayForNobody() -> String {
    let runtime = environment["XDG_RUNTIME_DIR"] ?? ""
    let socket = runtime + "/" + (environment["WAYLAND_DISPLAY"] ?? "")
    for path in [runtime, socket] { _ = chown(path, nobody, nobody) }
    return socket
  }

  func screenshot() throws -> Bitmap {
    let path = folder("screenshot-\(UInt32.random(in: 0 ... .max)).png")
    input.send(line: "screenshot \(path)")
    try process.output.first("the screenshot") { $0 == "screenshot \(path)" }
    return try Bitmap(png: path)
  }

  func changeWindow(_ change: WindowChange) throws {
    switch change {
    case .resize(let width, let height, _): input.send(line: "window resize \(width) \(height)")
    case .maximize(let isMaximized): input.send(line: "window maximize \(isMaximized ? 1 : 0)")
    case .hide: input.send(line: "window hide")
    case .show: input.send(line: "window show")
    case .close: input.send(line: "window close")
    }
  }

  func changeOutput(_ change: OutputChange) throws {
    switch change {
    case .scale(let scale): input.send(line: "output scale \(scale)")
    case .turned(let isTurned): input.send(line: "output transform \(isTurned ? 1 : 0)")
    case .unplug: input.send(line: "output remove HEADLESS-1")
    case .plug: input.send(line: "output add HEADLESS-1 \(size) \(scale)")
    }
  }
}
