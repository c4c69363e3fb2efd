/// The address of a method: its service, object path and interface, and its name.
package struct BusMethod: Hashable, Sendable {
  package var service: String
  package var path: String
  package var interface: String
  package var name: String

  package init(service: String, path: String, interface: String, name: String) {
    self.service = service
    self.path = path
    self.interface = interface
    self.name = name
  }
}

/// A pattern for the signals that a subscription receives. A property that is `nil` matches every value.
package struct BusSignalPattern: Hashable, Sendable {
  package var sender: String?
  package var path: String?
  package var interface: String
  package var name: String
  /// The required first argument, which is a string; `nil` matches every argument.
  package var firstArgument: String?

  package init(
    sender: String?, path: String?, interface: String, name: String, firstArgument: String? = nil
  ) {
    self.sender = sender
    self.path = path
    self.interface = interface
    self.name = name
    self.firstArgument = firstArgument
  }
}
