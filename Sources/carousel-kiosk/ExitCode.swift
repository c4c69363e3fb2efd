import Glibc
import PhotoLibrary

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
  /// The service has asked for a restart.
  case restart = 75
}

/// Prints a message as one line on standard error. Control characters are escaped, so that a file name cannot look like a message.
nonisolated func printError(_ message: String) {
  let line = Array("carousel-kiosk: \(DisplayText.escaped(message))\n".utf8)
  _ = line.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
}

/// Prints a message as one line on standard error, and ends the program.
nonisolated func quit(_ code: ExitCode, _ message: String) -> Never {
  printError(message)
  exit(code.rawValue)
}
