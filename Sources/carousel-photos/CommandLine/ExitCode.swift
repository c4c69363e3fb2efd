import Glibc

/// How the program ends; the numbers are those of sysexits(3), so that scripts can tell the cases apart.
nonisolated enum ExitCode: Int32 {
  case success = 0
  /// The command line makes no sense.
  case usage = 64
  /// A journal that cannot be read, or whose replay differs from it.
  case badJournal = 65
  /// No such file or folder, or no picture in it.
  case noInput = 66
  /// No Wayland display, or a compositor without what a window needs.
  case unavailable = 69
  /// A picture or a journal could not be written.
  case cannotWrite = 74
  /// The compositor went away or refused a request.
  case connectionLost = 76
}

/// Prints `message` as one line on standard error.
nonisolated func complain(_ message: String) {
  // Not FileHandle, which traps when standard error is closed or full.
  let sentence = Array("carousel-photos: \(message)\n".utf8)
  _ = write(STDERR_FILENO, sentence, sentence.count)
}

/// Prints `message` as one line on standard error and ends the program.
nonisolated func quit(_ code: ExitCode, _ message: String) -> Never {
  complain(message)
  exit(code.rawValue)
}
