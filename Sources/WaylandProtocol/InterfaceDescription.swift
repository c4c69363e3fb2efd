/// One interface as the generated code describes it.
package struct InterfaceDescription: Sendable {
  package let name: String
  package let version: Int32
  package let requests: [MessageDescription]
  package let events: [MessageDescription]
}

/// One request or event; its opcode is its place in the list.
package struct MessageDescription: Sendable {
  package let name: String
  /// As in `wl_message.signature`.
  package let signature: String
  /// The interface of each argument, where it has one.
  package let types: [String?]
}
