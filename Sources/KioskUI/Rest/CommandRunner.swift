internal import Glibc
internal import Threads

/// Runs commands of the configuration, one after another or only the newest one, without a shell.
@MainActor
final class CommandRunner {
  private let worker = WorkerThreads(count: 1, maxWaitingCount: 8)
  private let report: @Sendable (String) -> Void
  /// Whether a new command ends those before.
  private let runsNewestOnly: Bool
  /// The number of commands so far.
  private let count = Monitor(0)

  /// A command that runs longer is killed, in seconds.
  private nonisolated static let timeLimit = 20.0
  private nonisolated static let pollInterval: UInt32 = 20_000  // microseconds

  /// - Parameters:
  ///   - runsNewestOnly: Whether a new command kills the one before.
  ///   - report: Reports a problem in a sentence, on any thread.
  init(runsNewestOnly: Bool = false, report: @escaping @Sendable (String) -> Void) {
    (self.runsNewestOnly, self.report) = (runsNewestOnly, report)
  }

  /// Runs a program with its arguments. It gets no input, and its output is that of this program.
  func run(_ command: [String]) {
    let number = count.withLock { count in
      count += 1
      return count
    }
    let isObsolete: @Sendable () -> Bool = { [count, runsNewestOnly] in
      runsNewestOnly && count.withLock { $0 } > number
    }
    worker.run { [report] in
      if isObsolete() { return }
      if let problem = Self.perform(command, until: isObsolete) {
        report("“\(command.first ?? "")” \(problem)")
      }
    } onFailure: { [report] in
      report("“\(command.first ?? "")” was not run: too many commands wait")
    }
  }

  /// Returns the reason why the command has failed.
  private nonisolated static func perform(_ command: [String], until isObsolete: () -> Bool) -> String? {
    var start = ProgramStart(command.map { Array($0.utf8) })
    start.descriptors = [(STDIN_FILENO, nil)]
    do throws(ProgramStart.Failure) { return wait(for: try start.start(), until: isObsolete) } catch {
      return "cannot be run: \(String(cString: strerror(error.code)))"
    }
  }

  private nonisolated static func wait(for process: pid_t, until isObsolete: () -> Bool) -> String? {
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
