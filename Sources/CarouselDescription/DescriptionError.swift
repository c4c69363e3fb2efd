/// The first mistake in a description.
public struct DescriptionError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The line of the mistake, from 1.
  public let line: Int
  /// The place in the line, in characters from 1.
  public let column: Int
  /// A sentence that says what is wrong and what would be right.
  public let message: String

  init(_ position: TextPosition, _ message: String) {
    (line, column) = (position.line, position.column)
    self.message = message
  }

  /// The place and the message.
  public var description: String { "line \(line), column \(column): \(message)" }
}

/// A place in a text.
struct TextPosition: Hashable, Sendable {
  /// From 1.
  var line = 1
  /// In Unicode scalars from 1.
  var column = 1
}
