package import Desktop
internal import Foundation
internal import Glibc
internal import Synchronization

/// A session bus for one test. The only services on it are those that the test starts.
///
/// A shell between the test's process and the daemon ends the daemon when the test's process ends, even after a crash.
package final class PrivateBus: Sendable {
  package struct StartError: Error {
    let output: String
  }

  /// The folder with the socket `bus`.
  package let directory: String
  private let process: Process
  private let input: Mutex<FileHandle?>

  /// Starts `dbus-daemon` and returns when it accepts connections.
  @concurrent
  package nonisolated static func start() async throws -> PrivateBus {
    let folder = FileManager.default.temporaryDirectory.appending(path: "desktop-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let file = folder.appending(path: "bus.conf").path
    // With `--session`, the bus would read the machine's service folders and could start the machine's portal.
    let configuration = """
      <busconfig><type>session</type><listen>unix:path=\(folder.path)/bus</listen><auth>EXTERNAL</auth>
      <policy context="default"><allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/>
      <allow own="*"/></policy><limit name="max_replies_per_connection">50000</limit></busconfig>
      """
    try Data(configuration.utf8).write(to: URL(filePath: file))

    return try starting.withLock { _ in try PrivateBus(directory: folder.path, configuration: file) }
  }

  /// Held while a daemon is started. If a second daemon were started before the pipes of the first daemon are marked as
  /// close-on-exec, it would inherit them. Closing the pipes would then not end the first daemon.
  private static let starting = Mutex(())

  private init(directory: String, configuration: String) throws {
    let process = Process()
    let (input, output) = (Pipe(), Pipe())
    for pipe in [input, output] {
      _ = fcntl(pipe.fileHandleForReading.fileDescriptor, F_SETFD, FD_CLOEXEC)
      _ = fcntl(pipe.fileHandleForWriting.fileDescriptor, F_SETFD, FD_CLOEXEC)
    }
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = [
      "-c",
      "dbus-daemon --config-file=\"$0\" --print-address --nofork 2>/dev/null & read _; kill -9 $!; wait",
      configuration,
    ]
    process.standardInput = input
    process.standardOutput = output
    try withoutBlockedSignals { try process.run() }
    // The daemon prints the address after its socket has begun to listen.
    let address = output.fileHandleForReading.availableData
    guard address.starts(with: Array("unix:".utf8)) else {
      throw StartError(output: String(decoding: address, as: UTF8.self))
    }
    self.process = process
    self.directory = directory
    self.input = Mutex(input.fileHandleForWriting)
  }

  deinit {
    kill()
    try? FileManager.default.removeItem(atPath: directory)
  }

  /// Ends the daemon without an orderly shutdown.
  package func kill() {
    input.withLock { input in
      try? input?.close()
      input = nil
    }
  }

  /// The address of the bus, without the server's identifier.
  package var address: String { "unix:path=\(directory)/bus" }

  package var environment: DesktopEnvironment { DesktopEnvironment(sessionBusAddress: address) }
}

extension PrivateBus {
  /// Whether `dbus-daemon` is installed.
  package static let isInstalled =
    (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin").split(separator: ":")
    .contains { FileManager.default.isExecutableFile(atPath: $0 + "/dbus-daemon") }
}

/// Runs `body` on a thread without blocked signals. A process that `body` starts inherits the signal mask, and a shell
/// in which SIGCHLD is blocked would wait forever.
private func withoutBlockedSignals(_ body: () throws -> Void) rethrows {
  var (none, previous) = (sigset_t(), sigset_t())
  sigemptyset(&none)
  pthread_sigmask(SIG_SETMASK, &none, &previous)
  defer { pthread_sigmask(SIG_SETMASK, &previous, nil) }
  try body()
}
