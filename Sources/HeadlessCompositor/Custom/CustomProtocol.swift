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
    var memory: [String: UnsafeMutablePointer<wl_interface>] = [:]
    // Messages can refer to interfaces that follow.
    for interface in described { memory[interface.name] = .allocate(capacity: 1) }
    for interface in described {
      guard let table = memory[interface.name] else { continue }
      table.initialize(
        to: wl_interface(
          name: Self.immortal(interface.name), version: interface.version,
          method_count: Int32(interface.requests.count), methods: Self.messages(interface.requests, memory),
          event_count: Int32(interface.events.count), events: Self.messages(interface.events, memory)))
      interfaces[interface.name] = CustomInterface(interface, UnsafePointer(table))
    }
    for interface in interfaces.values { interface.tables = self }
    // The tables are never freed, and neither are the descriptions that objects of clients use.
    _ = Unmanaged.passRetained(self)
  }

  private static func messages(
    _ described: [CustomMessage], _ memory: [String: UnsafeMutablePointer<wl_interface>]
  ) -> UnsafePointer<wl_message>? {
    guard !described.isEmpty else { return nil }
    let messages = UnsafeMutablePointer<wl_message>.allocate(capacity: described.count)
    for (opcode, message) in described.enumerated() {
      let arguments = message.arguments
      let types = UnsafeMutablePointer<UnsafePointer<wl_interface>?>.allocate(
        capacity: max(1, arguments.count))
      for (index, argument) in arguments.enumerated() {
        let known = argument.interface.flatMap { name in
          memory[name].map { UnsafePointer($0) } ?? Interfaces[name]
        }
        (types + index).initialize(to: known)
      }
      (messages + opcode).initialize(
        to: wl_message(
          name: immortal(message.name), signature: immortal(message.signature), types: types))
    }
    return UnsafePointer(messages)
  }

  private static func immortal(_ text: String) -> UnsafePointer<CChar> {
    let bytes = text.utf8CString
    let copy = UnsafeMutablePointer<CChar>.allocate(capacity: bytes.count)
    for (index, byte) in bytes.enumerated() { (copy + index).initialize(to: byte) }
    return UnsafePointer(copy)
  }
}
