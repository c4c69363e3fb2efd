internal import JSON

/// The first mistake in a description.
public struct DescriptionError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The line of the mistake, counted from 1.
  public let line: Int
  /// The position in the line, in characters, counted from 1.
  public let column: Int
  /// A sentence that describes the mistake and the correct form.
  public let message: String

  init(_ position: TextPosition, _ message: String) {
    (line, column) = (position.line, position.column)
    self.message = message
  }

  init(_ error: JSONError) { self.init(error.position, error.message) }

  /// The position and the message.
  public var description: String { "line \(line), column \(column): \(message)" }
}
