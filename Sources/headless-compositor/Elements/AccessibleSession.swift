import Foundation
import Glibc

/// A session bus on which only the services of assistive technologies can be started.
///
/// A shell between this program and the daemon ends the daemon when this program ends, even after a crash.
final class AccessibleSession {
  /// The address of the bus.
  let address: String
  private let folder: RuntimeFolder
  private let process = Process()
  private let input = Pipe()

  private static let service = "/usr/share/dbus-1/services/org.a11y.Bus.service"

  /// Starts the bus.
  ///
  /// - Throws: `UsageError` if dbus-daemon or at-spi2-core is not installed.
  init() throws(UsageError) {
    let folder = try RuntimeFolder()
    self.folder = folder
    let configuration = """
      <busconfig><type>session</type><listen>unix:path=\(folder.path)/bus</listen><auth>EXTERNAL</auth>
      <servicedir>\(folder.path)/services</servicedir><policy context="default">
      <allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/><allow own="*"/></policy></busconfig>
      """
    let output = Pipe()
    do {
      let files = FileManager.default
      try files.createDirectory(atPath: folder.path + "/services", withIntermediateDirectories: true)
      try files.copyItem(atPath: Self.service, toPath: folder.path + "/services/org.a11y.Bus.service")
      try Data(configuration.utf8).write(to: URL(filePath: folder.path + "/bus.conf"))
      for pipe in [input, output] {
        for handle in [pipe.fileHandleForReading, pipe.fileHandleForWriting] {
          _ = fcntl(handle.fileDescriptor, F_SETFD, FD_CLOEXEC)
        }
      }
      process.executableURL = URL(filePath: "/bin/sh")
      process.arguments = [
        "-c",
        "dbus-daemon --config-file=\"$0\" --print-address --nofork 2>/dev/null & read _; kill -9 $!; wait",
        folder.path + "/bus.conf",
      ]
      var environment = ProcessInfo.processInfo.environment
      for name in ["DISPLAY", "WAYLAND_DISPLAY", "AT_SPI_BUS_ADDRESS", "DBUS_SESSION_BUS_ADDRESS"] {
        environment[name] = nil
      }
      environment["XDG_RUNTIME_DIR"] = folder.path
      // The settings of the user stay as they are.
      environment["GSETTINGS_BACKEND"] = "memory"
      process.environment = environment
      process.standardInput = input
      process.standardOutput = output
      try process.run()
    } catch {
      throw UsageError("--accessibility needs the package at-spi2-core: \(error.localizedDescription)")
    }
    // The daemon prints the address after its socket has begun to listen.
    let text = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
    guard text.hasPrefix("unix:") else { throw UsageError("--accessibility needs dbus-daemon") }
    address = "unix:path=\(folder.path)/bus"
  }

  /// Ends the bus and its services.
  func end() {
    try? input.fileHandleForWriting.close()
    folder.remove()
  }
}
