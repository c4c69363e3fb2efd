import Foundation
import Glibc
import TestBitmaps
import TestSupport

/// A headless weston with one output.
struct Weston: UserSession {
  /// The shell, which places the windows.
  enum Shell: String {
    /// Windows float; there is no panel.
    case desktop
    /// Every window fills the output.
    case kiosk
  }

  let process: ChildProcess
  let folder: TemporaryFolder
  let input: UserInput
  let environment: [String: String]
  private let isTurned: Bool

  init(width: Int, height: Int, shell: Shell, options: [String] = []) throws {
    isTurned = options.contains("--transform=rotate-90")
    folder = try TemporaryFolder.forSession()
    do {
      let runtime = try folder.makeRuntimeFolder(ownedByNobody: false)
      let fifo = try folder.makeFifo("input")
      let injector = try NativeTool.westonInjector.install(into: folder)
      let configuration = """
        [shell]
        panel-position=none
        animation=none
        startup-animation=none
        locking=false
        num-workspaces=2
        """
      try folder.write(configuration + "\n", to: "weston.ini")

      process = try ChildProcess(
        "weston",
        [
          "--backend=headless-backend.so", "--use-pixman", "--width=\(width)", "--height=\(height)",
          "--socket=wayland-1", "--shell=\(shell.rawValue)-shell.so", "--idle-time=0",
          "--config=\(folder("weston.ini"))", "--modules=\(injector)",
          "--debug",  // allows weston-screenshooter to connect
        ] + options, environment: ["HOME": runtime, "XDG_RUNTIME_DIR": runtime, "INJECTOR_FIFO": fifo],
        folder: "/")
      input = try UserInput(fifo: fifo, width: width, height: height)
      environment = ["XDG_RUNTIME_DIR": runtime, "WAYLAND_DISPLAY": "wayland-1"]
      try process.errors.first("the ready message of the injector") { $0.contains("injector: ready") }
    } catch {
      folder.remove()
      throw error
    }
  }

  func screenshot() throws -> Bitmap {
    // weston-screenshooter chooses a file name in its current folder.
    let album = folder("screenshot-\(UInt32.random(in: 0 ... .max))")
    try FileManager.default.createDirectory(atPath: album, withIntermediateDirectories: true)
    _ = try ChildProcess.run("weston-screenshooter", environment: environment, folder: album)
    guard let name = try FileManager.default.contentsOfDirectory(atPath: album).first else {
      throw RigError("weston-screenshooter wrote nothing")
    }
    let screen = try Bitmap(png: album + "/" + name)
    // weston-screenshooter writes the pixels as the output shows them. A turned output needs turning to match
    // the other tools.
    return isTurned ? screen.turnedClockwise : screen
  }

  /// Uses the key and button bindings of the desktop shell (weston-bindings(7)).
  func changeWindow(_ change: WindowChange) throws {
    switch change {
    case .resize(let width, let height, let rect):
      // The binding resizes the window by the edges nearest to the pointer.
      let corner = ScreenPoint(Double(rect.x + rect.width - 20), Double(rect.y + rect.height - 20))
      let end = ScreenPoint(corner.x + Double(width - rect.width), corner.y + Double(height - rect.height))
      input.dragRight(from: corner, to: end, holding: .logo)
      input.parkPointer()
    case .maximize: input.tap(.m, holding: .logo, .shift)
    case .hide: input.tap(.f2, holding: .logo)
    case .show: input.tap(.f1, holding: .logo)
    case .close: throw RigError("weston has no binding that closes a window")
    }
  }

  func changeOutput(_ change: OutputChange) throws {
    throw RigError("weston's headless output cannot be changed")
  }
}
