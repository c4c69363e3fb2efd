import CommandLineText
import Glibc

/// The exit codes of the program, which follow sysexits(3).
nonisolated enum ExitCode: Int32 {
  case success = 0
  /// A request of `msg` failed.
  case failed = 1
  /// The command line is invalid.
  case usage = 64
  /// A journal is damaged, or its replay differs from the recording.
  case badJournal = 65
  /// An input file or folder does not exist, or no photo was found, and no window shows the reason.
  case noInput = 66
  /// No Wayland display can be reached, or the compositor lacks an interface that a window needs.
  case unavailable = 69
  /// An output file or a thumbnail could not be written.
  case cannotWrite = 74
  /// The compositor closed the connection or reported a protocol error.
  case connectionLost = 76
  /// The user interrupted the program with Ctrl-C.
  case interrupted = 130
}

/// An error that ends the program, with its exit code and a message for the user.
struct ProgramError: Error, CustomStringConvertible {
  var code: ExitCode
  var description: String
  /// Whether a disk or a network folder does not answer.
  var isStall = false
}

private nonisolated let errorLog = ErrorLog(of: "carousel-photos")

/// Prints `message` as one line on standard error, without blocking. Control characters are escaped.
nonisolated func printError(_ message: String) { errorLog.write(message) }

/// Prints `message` as one line on standard error and ends the program.
nonisolated func quit(_ code: ExitCode, _ message: String) -> Never {
  printError(message)
  endProgram(code)
}

/// Ends the program when its messages are written, at the latest after a second: the reader of standard error
/// may hang.
nonisolated func endProgram(_ code: ExitCode) -> Never {
  errorLog.flush(seconds: 1)
  exit(code.rawValue)
}
