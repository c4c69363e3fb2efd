import CommandLineText
import Glibc

/// The exit codes of the program, which follow sysexits(3).
nonisolated enum ExitCode: Int32 {
  case success = 0
  /// A request of `msg` failed.
  case failed = 1
  /// The command line is invalid.
  case usage = 64
  /// A playlist or a configuration has mistakes.
  case badData = 65
  /// A file cannot be read.
  case noInput = 66
  /// No Wayland display can be reached, or the compositor lacks an interface that a window needs.
  case unavailable = 69
  /// A file cannot be written.
  case cannotWrite = 74
  /// The service has asked for a restart.
  case restart = 75
}

private nonisolated let errorLog = ErrorLog(of: "carousel-kiosk")

/// Prints `message` as one line on standard error, without blocking. Control characters are escaped.
nonisolated func printError(_ message: String) { errorLog.write(message) }

/// Prints a message as one line on standard error, and ends the program.
nonisolated func quit(_ code: ExitCode, _ message: String) -> Never {
  printError(message)
  endProgram(code)
}

/// Ends the program when its messages are written, at the latest after a second: the reader of standard error may hang.
nonisolated func endProgram(_ code: ExitCode) -> Never {
  errorLog.flush(seconds: 1)
  exit(code.rawValue)
}
