import CWaylandServer
import WaylandProtocol

/// A protocol that a test describes with a file of XML, so that its global can be advertised and answered.
///
///     let custom = try CustomProtocol(xml: String(contentsOfFile: "my-protocol.xml", encoding: .utf8))
///     compositor.addGlobal("my_manager_v1", of: custom) { manager in
///       manager.onRequest = { request in
///         if request.name == "get_color" { manager.send("color", .unsigned(0xff00_ff00)) }
///       }
///     }
///
/// Wayland: the format of `wayland.xml`.
public struct CustomProtocol {
  /// The names of the interfaces, in the order of the file.
  public let interfaces: [String]
  private let tables: CustomTables

  /// Reads the text of a protocol file. Interfaces that it does not describe, such as `wl_surface`, are those of this package.
  ///
  /// The description stays in memory until the process ends, because libwayland keeps pointers to it.
  ///
  /// - Throws: `CustomProtocolError` with the line of the mistake.
  public init(xml text: String) throws(CustomProtocolError) {
    let described = try ProtocolReader.read(text)
    interfaces = described.map(\.name)
    tables = CustomTables(described)
  }

  /// Returns the description of an interface; `nil` if the file does not have it.
  func interface(_ name: String) -> CustomInterface? { tables[name] }
}

/// A mistake in a protocol file.
public struct CustomProtocolError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The line of the mistake, counted from 1.
  public let line: Int
  /// The mistake.
  public let reason: String

  public var description: String { "line \(line): \(reason)" }
}

/// An interface of a protocol file, with the table for libwayland.
final class CustomInterface {
  let name: String
  let version: Int32
  let requests: [CustomMessage]
  let events: [CustomMessage]
  /// The `wl_interface`. It is never freed.
  let table: UnsafePointer<wl_interface>
  /// The interfaces of the file, for new objects.
  fileprivate weak var tables: CustomTables?

  fileprivate init(_ described: DescribedInterface, _ table: UnsafePointer<wl_interface>) {
    (name, version, requests, events) = (
      described.name, described.version, described.requests, described.events
    )
    self.table = table
  }

  /// Returns an interface of the same file.
  func sibling(_ name: String?) -> CustomInterface? { name.flatMap { tables?[$0] } }
}

/// The interfaces of a protocol file by name.
final class CustomTables {
  private var interfaces: [String: CustomInterface] = [:]

  subscript(name: String) -> CustomInterface? { interfaces[name] }

  init(_ described: [DescribedInterface]) {
    let memory = Interfaces.makeTables(of: described.map(\.description)) { Interfaces[$0] }
    for interface in described {
      guard let table = memory[interface.name] else { continue }
      interfaces[interface.name] = CustomInterface(interface, UnsafePointer(table))
    }
    for interface in interfaces.values { interface.tables = self }
    // The tables are never freed, and neither are the descriptions that objects of clients use.
    _ = Unmanaged.passRetained(self)
  }
}

extension DescribedInterface {
  fileprivate var description: InterfaceDescription {
    func messages(_ described: [CustomMessage]) -> [MessageDescription] {
      described.map { message in
        MessageDescription(
          name: message.name, signature: message.signature, types: message.arguments.map(\.interface))
      }
    }
    return InterfaceDescription(
      name: name, version: version, requests: messages(requests), events: messages(events), errors: [])
  }
}
