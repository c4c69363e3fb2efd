internal import Glibc
internal import Threads

/// Runs commands of the configuration, one after another or only the newest one, without a shell.
@MainActor
package final class CommandRunner {
  private let worker = WorkerThreads(count: 1, maxWaitingCount: 8)
  private let report: @Sendable (String) -> Void
  /// Whether a new command ends those before.
  private let keepsNewestOnly: Bool
  /// A command that runs longer is killed, in seconds.
  private let timeLimit: Double
  /// The number of commands so far, and the number of those that have to end.
  private let counts = Monitor((all: 0, obsolete: 0))

  private nonisolated static let pollInterval: UInt32 = 20_000  // microseconds

  /// - Parameters:
  ///   - keepsNewestOnly: Whether a new command kills the one before.
  ///   - timeLimit: A command that runs longer is killed, in seconds.
  ///   - report: Reports a problem in a sentence, on any thread.
  package init(
    keepsNewestOnly: Bool = false, timeLimit: Double = 20, report: @escaping @Sendable (String) -> Void
  ) {
    (self.keepsNewestOnly, self.timeLimit, self.report) = (keepsNewestOnly, timeLimit, report)
  }

  /// Kills the commands that run or wait.
  package func stop() { counts.withLock { $0.obsolete = $0.all } }

  /// Runs a program with its arguments. It gets no input, and its output is that of this program.
  package func run(_ command: [String]) {
    if keepsNewestOnly { stop() }
    let number = counts.withLock { counts in
      counts.all += 1
      return counts.all
    }
    let isObsolete: @Sendable () -> Bool = { [counts] in counts.withLock { $0.obsolete } >= number }
    worker.run { [report, timeLimit] in
      if isObsolete() { return }
      if let problem = Self.perform(command, within: timeLimit, until: isObsolete) {
        report("“\(command.first ?? "")” \(problem)")
      }
    } onFailure: { [report] in
      report("“\(command.first ?? "")” was not run: too many commands wait")
    }
  }

  /// Returns the reason why the command has failed.
  private nonisolated static func perform(
    _ command: [String], within timeLimit: Double, until isObsolete: () -> Bool
  ) -> String? {
    var start = ProgramStart(command.map { Array($0.utf8) })
    start.descriptors = [(STDIN_FILENO, nil)]
    do throws(ProgramStart.Failure) {
      return wait(for: try start.start(), within: timeLimit, until: isObsolete)
    } catch {
      return "cannot be run: \(String(cString: strerror(error.code)))"
    }
  }

  private nonisolated static func wait(
    for process: pid_t, within timeLimit: Double, until isObsolete: () -> Bool
  ) -> String? {
    let end = MonotonicClock.now() + timeLimit
    var status: Int32 = 0
    while waitpid(process, &status, WNOHANG) == 0 {
      let isLate = MonotonicClock.now() >= end
      guard !isLate, !isObsolete() else {
        // The command has a group of its own, with the programs that it has started.
        kill(-process, SIGKILL)
        waitpid(process, &status, 0)
        return isLate ? "was killed after \(Int(timeLimit)) s" : nil
      }
      usleep(pollInterval)
    }
    return status == 0 ? nil : status & 0x7F == 0 ? "ended with \(status >> 8 & 0xFF)" : "ended by a signal"
  }
}
