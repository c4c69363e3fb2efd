import Foundation
import Glibc
import TestBitmaps
import TestSupport

/// A cage, which shows one program on a screen of 1280 × 720 pixels, and ends with it. Both run as an unprivileged user, because cage
/// refuses to run as root.
///
/// The screen is a window of a headless compositor, which takes the screenshots. cage 0.1.4 hands the buffers of a program that fills the
/// screen to the screen as they are. A client that then copies the screen, such as grim, gets a picture that cage has composed long
/// before, or black.
struct Cage: UserSession {
  let process: ChildProcess
  let folder: TemporaryFolder
  let input: UserInput
  let environment: [String: String]
  private let host: Headless

  /// Starts cage.
  ///
  /// - Parameters:
  ///   - program: Returns the command line of the program, for the folder of the session.
  ///   - variables: Returns the environment variables of the program.
  init(
    _ program: (TemporaryFolder) throws -> [String], variables: (TemporaryFolder) -> [String: String]
  ) throws {
    let (width, height) = KioskStage.size
    host = try Headless(width: width, height: height, scale: 1)
    do { folder = try TemporaryFolder.forSession() } catch {
      host.end()
      throw error
    }
    var started: ChildProcess?
    do {
      let runtime = try folder.makeRuntimeFolder(ownedByNobody: true)
      let fifo = try folder.makeFifo("input")
      let injector = try NativeTool.wlrootsInjector.install(into: folder)
      let own = [
        "HOME": runtime, "XDG_RUNTIME_DIR": runtime, "WAYLAND_DISPLAY": host.displayForNobody(),
        // The headless backend has the input devices only.
        "WLR_BACKENDS": "wayland,headless", "WLR_WL_OUTPUTS": "1", "WLR_HEADLESS_OUTPUTS": "0",
        "WLR_RENDERER": "pixman", "WLR_LIBINPUT_NO_DEVICES": "1", "LD_PRELOAD": injector,
        "INJECTOR_FIFO": fifo,
      ]
      process = try ChildProcess(
        "cage", ["-d", "--"] + (try program(folder)),
        environment: own.merging(variables(folder)) { own, _ in own }, folder: "/", asNobody: true)
      started = process
      input = try UserInput(fifo: fifo, width: width, height: height)
      environment = ["XDG_RUNTIME_DIR": runtime, "WAYLAND_DISPLAY": "wayland-0"]
      try process.errors.first("the ready message of the injector") { $0.contains("injector: ready") }
    } catch {
      started?.stop()
      folder.remove()
      host.end()
      throw error
    }
  }

  func screenshot() throws -> Bitmap { try host.screenshot() }

  func end() {
    process.stop()
    input.close()
    folder.remove()
    host.end()
  }

  func changeWindow(_ change: WindowChange) throws { throw RigError("cage shows all windows in full screen") }
  func changeOutput(_ change: OutputChange) throws { throw RigError("cage 0.1 cannot change its output") }
}
