/// A mistake in a JSON text.
package struct JSONError: Error, Hashable, Sendable, CustomStringConvertible {
  package let position: TextPosition
  /// A sentence that describes the mistake and the correct form.
  package let message: String

  package init(_ position: TextPosition, _ message: String) {
    (self.position, self.message) = (position, message)
  }

  /// The position and the message.
  package var description: String { "line \(position.line), column \(position.column): \(message)" }
}

/// A position in a text.
package struct TextPosition: Hashable, Sendable {
  /// The line, counted from 1.
  package var line = 1
  /// The position in the line, in Unicode scalars, counted from 1.
  package var column = 1

  package init() {}
}
