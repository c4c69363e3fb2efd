/// Selects the problems of photos that are written as lines: the first ones each, the others as a number.
nonisolated struct ProblemReport {
  private var reported = 0
  private var suppressed = 0

  /// The number of problems that have a line of their own.
  static let lineCount = 20

  /// Returns the line for a problem; `nil` if it is only counted.
  mutating func line(for problem: String) -> String? {
    guard reported < Self.lineCount else {
      suppressed += 1
      return nil
    }
    reported += 1
    return problem
  }

  /// Returns a line with the number of problems that were only counted since the last summary; `nil` without any.
  mutating func summary() -> String? {
    guard suppressed > 0 else { return nil }
    defer { suppressed = 0 }
    return suppressed == 1
      ? "1 more photo cannot be shown completely" : "\(suppressed) more photos cannot be shown completely"
  }
}
