package import CWayland

/// libwayland's tables of every interface in `protocols/`, shared by client and server.
///
/// They are built once and never freed: libwayland keeps pointers to them until the process exits.
package enum Interfaces {
  /// The descriptions that the tables are built from, in the order of the files.
  package static var descriptions: [InterfaceDescription] { describedInterfaces }

  /// Returns the table of the interface called `name`; nil when `protocols/` does not describe it.
  ///
  /// Wayland: `wl_interface`.
  package static subscript(name: String) -> UnsafePointer<wl_interface>? {
    tables[name].map { UnsafePointer($0) }
  }

  /// Returns the name of an interface's error code, such as `invalid_serial`; nil when `protocols/` does not name it.
  package static func errorName(interface: String, code: UInt32) -> String? { errorNames[interface]?[code] }

  private static let errorNames = Dictionary(
    uniqueKeysWithValues: describedInterfaces.map {
      ($0.name, Dictionary($0.errors.map { ($0.code, $0.name) }, uniquingKeysWith: { first, _ in first }))
    })

  // Written only by the initializer.
  nonisolated(unsafe) private static let tables = makeTables(of: describedInterfaces) { _ in nil }

  /// Makes libwayland's tables of interfaces, by their names. They are never freed.
  ///
  /// - Parameter known: Returns the table of an interface that the descriptions refer to, but do not contain.
  package static func makeTables(
    of descriptions: [InterfaceDescription], known: (String) -> UnsafePointer<wl_interface>?
  ) -> [String: UnsafeMutablePointer<wl_interface>] {
    var tables: [String: UnsafeMutablePointer<wl_interface>] = [:]
    // Allocate all tables first: messages can refer to interfaces that follow.
    for description in descriptions { tables[description.name] = .allocate(capacity: 1) }
    func table(_ name: String) -> UnsafePointer<wl_interface>? {
      tables[name].map { UnsafePointer($0) } ?? known(name)
    }
    for description in descriptions {
      tables[description.name]?.initialize(
        to: wl_interface(
          name: immortal(description.name), version: description.version,
          method_count: Int32(description.requests.count), methods: messages(description.requests, table),
          event_count: Int32(description.events.count), events: messages(description.events, table)))
    }
    return tables
  }

  private static func messages(
    _ descriptions: [MessageDescription], _ table: (String) -> UnsafePointer<wl_interface>?
  ) -> UnsafePointer<wl_message>? {
    guard !descriptions.isEmpty else { return nil }
    let messages = UnsafeMutablePointer<wl_message>.allocate(capacity: descriptions.count)
    for (opcode, description) in descriptions.enumerated() {
      let types = UnsafeMutablePointer<UnsafePointer<wl_interface>?>.allocate(
        capacity: max(1, description.types.count))
      for (index, name) in description.types.enumerated() {
        (types + index).initialize(to: name.flatMap(table))
      }
      (messages + opcode).initialize(
        to: wl_message(
          name: immortal(description.name), signature: immortal(description.signature), types: types))
    }
    return UnsafePointer(messages)
  }

  /// Returns a C string that is never freed.
  private static func immortal(_ text: String) -> UnsafePointer<CChar> {
    let bytes = text.utf8CString
    let copy = UnsafeMutablePointer<CChar>.allocate(capacity: bytes.count)
    for (index, byte) in bytes.enumerated() { (copy + index).initialize(to: byte) }
    return UnsafePointer(copy)
  }
}

/// One interface, as the generated code or a protocol file describes it.
package struct InterfaceDescription: Sendable {
  /// The interface's name, such as `wl_surface`.
  package let name: String
  /// The newest version that `protocols/` describes.
  package let version: Int32
  /// In the order of their opcodes.
  package let requests: [MessageDescription]
  /// In the order of their opcodes.
  package let events: [MessageDescription]
  /// The entries of the enumeration `error`.
  package let errors: [ErrorDescription]

  package init(
    name: String, version: Int32, requests: [MessageDescription], events: [MessageDescription],
    errors: [ErrorDescription]
  ) {
    (self.name, self.version, self.requests) = (name, version, requests)
    (self.events, self.errors) = (events, errors)
  }
}

/// One code of an interface's protocol errors.
package struct ErrorDescription: Sendable {
  /// The number in `wl_display.error`.
  package let code: UInt32
  /// The code's name, such as `invalid_serial`.
  package let name: String
}

/// One request or event; its opcode is its index in `requests` or `events`.
package struct MessageDescription: Sendable {
  /// The message's name, such as `attach`.
  package let name: String
  /// As in `wl_message.signature`.
  package let signature: String
  /// The interface of each argument; nil for an argument without one.
  package let types: [String?]

  package init(name: String, signature: String, types: [String?]) {
    (self.name, self.signature, self.types) = (name, signature, types)
  }
}
