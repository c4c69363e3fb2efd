import CSystem
import Dispatch
import Foundation
import Glibc
import Threads

/// The client of a test run, in a process group of its own.
final class ClientProcess {
  /// The exit status of the client, or 128 and the number of the signal that ended it; `nil` while it runs.
  private(set) var status: Int32?
  let processID: pid_t
  private let hasGroup: Bool
  /// Called when the client has ended.
  var onExit: (() -> Void)?
  private var source: (any DispatchSourceRead)?

  /// Starts a program that is searched in PATH.
  ///
  /// - Parameters:
  ///   - command: The program and its arguments.
  ///   - environment: The variables to set; an empty value removes one.
  ///   - isScripted: Whether the standard output of this program has only lines of TAP. The client then writes to the standard
  ///     error, reads nothing, and has a process group of its own.
  /// - Throws: `UsageError` if the program cannot be started.
  init(_ command: [String], environment: [String: String], isScripted: Bool) throws(UsageError) {
    csystem_adopt_orphans()

    for (name, value) in environment {
      if value.isEmpty { unsetenv(name) } else { setenv(name, value, 1) }
    }
    var start = ProgramStart(command.map { Array($0.utf8) })
    start.isSearched = true
    // Without a script, a person may use the terminal, which only its own process group can read.
    start.hasGroup = isScripted
    hasGroup = isScripted
    if isScripted { start.descriptors = [(STDOUT_FILENO, STDERR_FILENO), (STDIN_FILENO, nil)] }
    let id: pid_t
    do throws(ProgramStart.Failure) { id = try start.start() } catch {
      throw UsageError(
        "cannot start \(command.first ?? "the client"): \(String(cString: strerror(error.code)))")
    }
    processID = id
    let descriptor = csystem_pidfd(id)
    guard descriptor >= 0 else {
      kill(id, SIGKILL)
      throw UsageError("cannot watch the client: \(String(cString: strerror(errno)))")
    }
    let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: .main)
    source.setCancelHandler { @Sendable in close(descriptor) }
    source.setEventHandler { [weak self] in MainActor.assumeIsolated { self?.reap() } }
    self.source = source
    source.resume()
  }

  private func reap() {
    var result: Int32 = 0
    guard status == nil, waitpid(processID, &result, WNOHANG) == processID else { return }
    source?.cancel()
    let signal = result & 0x7F
    status = signal == 0 ? (result >> 8) & 0xFF : 128 + signal
    onExit?()
  }

  /// Sends a signal to the client and to the processes in its group, if it has one of its own.
  func send(_ signal: Int32) { kill(hasGroup ? -processID : processID, signal) }

  /// Kills the client and all processes that it has started, also those that have left its group: their parent is this program
  /// after the end of the client.
  func killAll() {
    send(SIGKILL)
    // Each round kills the children of the processes that the former round has killed.
    for _ in 0..<100 {
      let children = Self.children()
      if children.isEmpty { return }
      for child in children {
        kill(child, SIGKILL)
        waitpid(child, nil, 0)
      }
    }
  }

  private static func children() -> [pid_t] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    return names.compactMap { pid_t($0) }.filter { id in
      // The parent is the second value after the name of the program, which is in parentheses.
      guard let data = FileManager.default.contents(atPath: "/proc/\(id)/stat") else { return false }
      let text = String(decoding: data, as: UTF8.self)
      let fields = text[(text.lastIndex(of: ")") ?? text.startIndex)...].split(separator: " ")
      return fields.count > 2 && pid_t(fields[2]) == getpid()
    }
  }
}
