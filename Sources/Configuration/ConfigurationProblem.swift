package import JSON

/// A mistake in a configuration.
package struct ConfigurationProblem: Hashable, Sendable, CustomStringConvertible {
  package let position: TextPosition
  /// The path of the value, such as `entries[2].duration`; empty for the whole text.
  package let path: String
  /// A sentence that describes the mistake, and a sentence that states what is allowed.
  package let message: String
  /// The names that are allowed in place of an unknown one; empty for other mistakes.
  package let allowed: [String]

  /// The position, the path and the message.
  package var description: String {
    "line \(position.line), column \(position.column): \(path.isEmpty ? "" : path + ": ")\(message)"
  }
}

/// The mistakes in a configuration, in the order of the text.
package struct ConfigurationError: Error, Hashable, Sendable {
  package let problems: [ConfigurationProblem]
  /// The number of further mistakes.
  package let omittedCount: Int

  /// The first mistake, and the number of the others.
  package var summary: String {
    let others = problems.count - 1 + omittedCount
    let first = problems.first.map { "\($0)" } ?? ""
    return others <= 0 ? first : first + (others == 1 ? " (and 1 more)" : " (and \(others) more)")
  }
}

/// Collects the problems of a text.
final class ProblemList {
  /// A damaged file may have millions of mistakes; a person reads the first ones.
  private static let limit = 100

  private var problems: [ConfigurationProblem] = []
  private var omittedCount = 0

  func add(_ position: TextPosition, _ path: String, _ message: String, allowed: [String] = []) {
    guard problems.count < Self.limit else {
      omittedCount += 1
      return
    }
    problems.append(
      ConfigurationProblem(position: position, path: path, message: message, allowed: allowed))
  }

  /// All problems; `nil` without any.
  var error: ConfigurationError? {
    guard !problems.isEmpty else { return nil }
    let sorted = problems.sorted {
      ($0.position.line, $0.position.column) < ($1.position.line, $1.position.column)
    }
    return ConfigurationError(problems: sorted, omittedCount: omittedCount)
  }
}
