import CommandLineText
import Glibc

/// The exit statuses of the program, as in sysexits(3).
enum ExitCode {
  static let success: Int32 = 0
  /// A request failed, or a client broke the protocol.
  static let failed: Int32 = 1
  static let wrongArguments: Int32 = 64
  static let noCompositor: Int32 = 69
  static let noScreenshot: Int32 = 74
  static let timeout: Int32 = 124
}

private nonisolated let errorLog = ErrorLog(of: "headless-compositor")

/// Prints `message` as one line on standard error, without blocking the compositor. Control characters are escaped.
nonisolated func printError(_ message: String) { errorLog.write(message) }

/// Waits until the messages are written, at most a second: the reader of standard error may hang.
nonisolated func finishMessages() { errorLog.flush(seconds: 1) }

/// Ends the program when its messages are written.
nonisolated func endProgram(_ status: Int32) -> Never {
  finishMessages()
  exit(status)
}
