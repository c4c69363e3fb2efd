/// A method call that another program has sent to an object of this process.
package struct BusRequest: Hashable, Sendable {
  /// The unique name of the caller, such as `:1.42`.
  package let sender: String
  package let path: String
  /// The interface; empty if the caller named none.
  package let interface: String
  package let method: String
  package let arguments: [BusValue]
}

/// An error that is sent as the reply to a call.
package struct BusFault: Error, Hashable, Sendable {
  /// The name, such as `org.freedesktop.DBus.Error.InvalidArgs`.
  package let name: String
  /// A sentence for developers.
  package let message: String

  package init(name: String, message: String) { (self.name, self.message) = (name, message) }

  /// The arguments have other types than the method requires, or are out of range.
  package static func invalidArguments(_ message: String) -> BusFault {
    BusFault(name: "org.freedesktop.DBus.Error.InvalidArgs", message: message)
  }

  /// The process does not answer because it has too many unanswered calls.
  static let tooManyCalls = BusFault(
    name: "org.freedesktop.DBus.Error.LimitsExceeded", message: "There are too many unanswered calls.")
}
