import CommandLineText

/// An error that ends the program, with its exit code and a message for the user.
struct ProgramError: Error, CustomStringConvertible {
  var code: ExitCode
  var description: String
  /// Whether a disk or a network folder does not answer.
  var isStall = false
}
