import Foundation
import Glibc
import TestBitmaps
import TestSupport

/// A headless mutter with one output and a separate session bus.
struct Mutter: UserSession {
  let process: ChildProcess
  let folder: TemporaryFolder
  let input: UserInput
  let environment: [String: String]
  private let bus: ChildProcess

  init(width: Int, height: Int) throws {
    folder = try TemporaryFolder.forSession()
    var started: [ChildProcess] = []
    do {
      let runtime = try folder.makeRuntimeFolder(ownedByNobody: false)
      let fifo = try folder.makeFifo("input")
      let injector = try NativeTool.mutterInjector.install(into: folder)
      let address = "unix:path=\(runtime)/bus"
      bus = try ChildProcess(
        "dbus-daemon", ["--session", "--address=\(address)", "--nofork", "--nopidfile", "--print-address"])
      started.append(bus)
      try bus.output.first("the address of the bus") { $0.hasPrefix("unix:") }
      environment = ["XDG_RUNTIME_DIR": runtime, "WAYLAND_DISPLAY": "wayland-1"]
      process = try ChildProcess(
        "mutter",
        [
          "--headless", "--wayland", "--no-x11", "--wayland-display", "wayland-1", "--virtual-monitor",
          "\(width)x\(height)", "--mutter-plugin=\(injector)",
        ],
        environment: [
          "HOME": runtime, "XDG_RUNTIME_DIR": runtime, "DBUS_SESSION_BUS_ADDRESS": address,
          "DBUS_SYSTEM_BUS_ADDRESS": address, "GSETTINGS_BACKEND": "memory", "LIBGL_ALWAYS_SOFTWARE": "1",
          "INJECTOR_FIFO": fifo,
        ], folder: "/")
      started.append(process)
      input = try UserInput(fifo: fifo, width: width, height: height)
      try process.errors.first("the ready message of the injector") { $0.contains("injector: ready") }
    } catch {
      for process in started { process.stop() }
      folder.remove()
      throw error
    }
  }

  func screenshot() throws -> Bitmap {
    let path = folder("screenshot-\(UInt32.random(in: 0 ... .max)).raw")
    input.send(line: "screenshot \(path)")
    try process.output.first("the screenshot") { $0 == "screenshot \(path)" }
    let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
    guard bytes.count > 8 else { throw RigError("mutter wrote no picture", process.errors.lines) }
    let size = bytes.prefix(8).withUnsafeBytes {
      [$0.load(as: UInt32.self), $0.load(fromByteOffset: 4, as: UInt32.self)]
    }
    return try Bitmap(
      bgra: bytes.dropFirst(8), width: Int(size[0]), height: Int(size[1]), stride: Int(size[0]) * 4)
  }

  func end() {
    process.stop()
    bus.stop()
    input.close()
    folder.remove()
  }

  func changeWindow(_ change: WindowChange) throws {
    throw RigError("the plugin for mutter changes no windows")
  }
  func changeOutput(_ change: OutputChange) throws {
    throw RigError("the plugin for mutter changes no output")
  }
}
