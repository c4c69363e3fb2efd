import Glibc

/// An exit code of a program, as in sysexits(3), or the status of a program that it has started.
package nonisolated struct ExitCode: RawRepresentable, Hashable, Sendable {
  package let rawValue: Int32

  package init(rawValue: Int32) { self.rawValue = rawValue }

  package static let success = ExitCode(rawValue: 0)
  /// A request failed, or a client of a test broke the protocol.
  package static let failed = ExitCode(rawValue: 1)
  /// The command line is invalid.
  package static let usage = ExitCode(rawValue: 64)
  /// A playlist, a configuration or a recording has mistakes, or a replay differs from its recording.
  package static let badData = ExitCode(rawValue: 65)
  /// A file or folder cannot be read, or has no photo, and no window shows the reason.
  package static let noInput = ExitCode(rawValue: 66)
  /// No Wayland display can be reached, the compositor lacks an interface that a window needs, or nothing listens for requests.
  package static let unavailable = ExitCode(rawValue: 69)
  /// A file cannot be written.
  package static let cannotWrite = ExitCode(rawValue: 74)
  /// The service has asked for a restart.
  package static let restart = ExitCode(rawValue: 75)
  /// The compositor closed the connection or reported a protocol error.
  package static let connectionLost = ExitCode(rawValue: 76)
  /// A time limit is over, as of timeout(1).
  package static let timeout = ExitCode(rawValue: 124)
  /// The user interrupted the program with Ctrl-C.
  package static let interrupted = ExitCode(rawValue: 130)
}

/// The log of this process. Its lines begin with the name under which the program was started, as those of error(3).
private nonisolated let programLog = ErrorLog(
  of: ArgumentText.ofProgram.first?.split(separator: "/").last.map { ArgumentText.shown(String($0)) }
    ?? "program")

/// Prints a message as one line on standard error, without blocking. Control characters are escaped.
package nonisolated func printError(_ message: String) { programLog.write(message) }

/// Waits until the messages are written, at most a second: the reader of standard error may hang.
package nonisolated func finishMessages() { programLog.flush(seconds: 1) }

/// Ends the program when its messages are written.
package nonisolated func endProgram(_ code: ExitCode) -> Never {
  finishMessages()
  exit(code.rawValue)
}

/// Prints a message as one line on standard error, and ends the program.
package nonisolated func quit(_ code: ExitCode, _ message: String) -> Never {
  printError(message)
  endProgram(code)
}
