import Foundation
import Glibc
import TestSupport

/// The running program, with its own XDG_RUNTIME_DIR.
final class ProgramRun {
  let folder: TemporaryFolder
  let process: ChildProcess
  private var linesRead = 0

  /// - Parameter fifo: The name of a fifo for commands; `nil` for none.
  init(_ arguments: [String], hasRuntimeFolder: Bool = true, fifo: String? = nil) throws {
    folder = try TemporaryFolder()
    if let fifo { _ = try folder.makeFifo(fifo) }
    process = try ChildProcess(
      Self.program, arguments,
      environment: hasRuntimeFolder ? ["XDG_RUNTIME_DIR": folder.path] : [:], folder: folder.path)
  }

  deinit { process.stop() }

  /// The path of the program. It is in the folder of the test runner or of the test bundle.
  static let program: String = {
    let folder = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
    let beside = folder.appendingPathComponent("headless-compositor")
    if FileManager.default.isExecutableFile(atPath: beside.path) { return beside.path }
    return Bundle.main.bundleURL.appendingPathComponent("headless-compositor").path
  }()

  /// Writes commands to the fifo, one per line.
  func send(_ commands: [String]) {
    let fifo = open(folder("fifo"), O_WRONLY | O_CLOEXEC)
    let text = commands.joined(separator: "\n") + "\n"
    _ = text.withCString { write(fifo, $0, strlen($0)) }
    close(fifo)
  }

  /// Waits for the next line of output. The program prints the first line when clients can connect.
  func nextLine() throws -> String {
    defer { linesRead += 1 }
    return try process.output.first(from: linesRead, "a line of output") { _ in true }
  }

  /// Waits for the exit of the program and returns its status, or the negative number of the signal that ended it.
  func waitForExit() throws -> Int32 {
    switch try process.waitForExit() {
    case .code(let status): status
    case .signal(let signal): -signal
    }
  }

  /// Sends SIGTERM and returns the exit status.
  func end() throws -> Int32 {
    process.send(SIGTERM)
    return try waitForExit()
  }
}
