internal import Glibc

/// Prints sentences about content that cannot be shown to standard error, each of them once.
struct ProblemLog {
  private var printed: Set<String> = []

  private static let lineCount = 20  // later problems are not printed

  mutating func print(_ problem: String) {
    guard printed.count < Self.lineCount, printed.insert(problem).inserted else { return }
    let line = Array("\(problem)\n".utf8)
    _ = write(STDERR_FILENO, line, line.count)
  }
}
