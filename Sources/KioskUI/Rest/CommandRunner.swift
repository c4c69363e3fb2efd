internal import Glibc
internal import Threads

/// Runs commands of the configuration, one after another, without a shell.
@MainActor
final class CommandRunner {
  private let worker = WorkerThreads(count: 1, maxWaitingCount: 8)
  private let report: @Sendable (String) -> Void

  /// A command that runs longer is killed, in seconds.
  private nonisolated static let timeLimit = 20.0
  private nonisolated static let pollInterval: UInt32 = 20_000  // microseconds

  /// - Parameter report: Reports a problem in a sentence, on any thread.
  init(report: @escaping @Sendable (String) -> Void) { self.report = report }

  /// Runs a program with its arguments. It gets no input, and its output is that of this program.
  func run(_ command: [String]) {
    worker.run { [report] in
      if let problem = Self.perform(command) { report("“\(command.first ?? "")” \(problem)") }
    } onFailure: { [report] in
      report("“\(command.first ?? "")” was not run: too many commands wait")
    }
  }

  /// Returns the reason why the command has failed.
  private nonisolated static func perform(_ command: [String]) -> String? {
    var start = ProgramStart(command.map { Array($0.utf8) })
    start.descriptors = [(STDIN_FILENO, nil)]
    do throws(ProgramStart.Failure) { return wait(for: try start.start()) } catch {
      return "cannot be run: \(String(cString: strerror(error.code)))"
    }
  }

  private nonisolated static func wait(for process: pid_t) -> String? {
    let end = MonotonicClock.now() + timeLimit
    var status: Int32 = 0
    while waitpid(process, &status, WNOHANG) == 0 {
      guard MonotonicClock.now() < end else {
        // The command has a group of its own, with the programs that it has started.
        kill(-process, SIGKILL)
        waitpid(process, &status, 0)
        return "was killed after \(Int(timeLimit)) s"
      }
      usleep(pollInterval)
    }
    return status == 0 ? nil : status & 0x7F == 0 ? "ended with \(status >> 8 & 0xFF)" : "ended by a signal"
  }
}
