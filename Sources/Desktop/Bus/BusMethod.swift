/// The address of a method: which service, object and interface.
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

/// Which signals a subscription receives; `nil` matches all.
package struct BusSignalPattern: Hashable, Sendable {
  package var sender: String
  package var path: String
  package var interface: String
  package var name: String
  /// The first argument, if it is a string.
  package var firstArgument: String?

  package init(
    sender: String, path: String, interface: String, name: String, firstArgument: String? = nil
  ) {
    self.sender = sender
    self.path = path
    self.interface = interface
    self.name = name
    self.firstArgument = firstArgument
  }
}
