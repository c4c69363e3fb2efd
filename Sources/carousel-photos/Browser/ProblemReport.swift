/// Limits the messages about photos: the first problems get a line each, and the others are only counted.
nonisolated struct ProblemReport {
  private var reported = 0
  private var suppressed = 0

  /// The number of problems that get a line each.
  static let lineCount = 20

  /// Returns the line for a problem; `nil` if the problem is only counted.
  mutating func line(for problem: String) -> String? {
    guard reported < Self.lineCount else {
      suppressed += 1
      return nil
    }
    reported += 1
    return problem
  }

  /// Returns a line with the number of problems counted since the last summary; `nil` if there were none.
  mutating func summary() -> String? {
    guard suppressed > 0 else { return nil }
    defer { suppressed = 0 }
    return suppressed == 1
      ? "1 more photo cannot be shown completely" : "\(suppressed) more photos cannot be shown completely"
  }
}
