import CWaylandServer
import WaylandProtocol

/// A request of a client, or an event that was sent to a client.
public struct WireMessage: Sendable, CustomStringConvertible {
  /// The sender of a message.
  public enum Direction: String, CaseIterable, Sendable {
    /// A client has sent it to the compositor.
    case request
    /// The compositor has sent it to a client.
    case event
  }

  /// The sender of the message.
  public let direction: Direction
  /// The time of the compositor's clock, in nanoseconds.
  public let time: UInt64
  /// The client's process.
  public let processID: Int32
  /// The interface of the object, such as `wl_surface`.
  public let interface: String
  /// The ID of the object.
  public let objectID: UInt32
  /// The name of the request or event, such as `commit`.
  public let name: String
  /// The arguments as text, such as `wl_buffer#15, 0, 0`.
  public let arguments: String

  public var description: String { "\(interface)#\(objectID).\(name)(\(arguments))" }

  /// Reads the message of a protocol logger; `nil` if it has no object.
  @MainActor init?(_ message: wl_protocol_logger_message, isRequest: Bool, time: UInt64, of client: Client?) {
    guard let resource = message.resource, let shape = message.message?.pointee, let name = shape.name,
      let type = wl_resource_get_class(resource)
    else { return nil }
    direction = isRequest ? .request : .event
    self.time = time
    processID = client?.processID ?? 0
    interface = String(cString: type)
    objectID = wl_resource_get_id(resource)
    self.name = String(cString: name)
    arguments = Self.text(
      shape, UnsafeBufferPointer(start: message.arguments, count: Int(message.arguments_count)))
  }

  /// The longest text of an argument, in characters.
  private static let longestText = 200

  private static func text(_ shape: wl_message, _ values: UnsafeBufferPointer<wl_argument>) -> String {
    let signature = shape.signature.map { String(cString: $0) } ?? ""
    // The other characters of a signature are the version and the mark of arguments that may be null.
    let kinds = signature.filter(\.isLetter)
    return zip(kinds, values).enumerated().map { index, argument in
      let type = shape.types?[index]?.pointee.name.map { String(cString: $0) }
      return text(of: argument.0, argument.1, type)
    }.joined(separator: ", ")
  }

  private static func text(of kind: Character, _ value: wl_argument, _ type: String?) -> String {
    switch kind {
    case "i": return String(value.i)
    case "u": return String(value.u)
    case "f": return String(Double(value.f) / 256)
    case "h": return "fd \(value.h)"
    case "n": return "new \(type ?? "object")#\(value.n)"
    case "s":
      guard let text = value.s.map({ String(cString: $0) }) else { return "null" }
      return "\"\(text.prefix(longestText))\(text.count > longestText ? "…" : "")\""
    case "o":
      guard let object = value.o else { return "null" }
      let name = wl_resource_get_class(object).map { String(cString: $0) }
      return "\(name ?? type ?? "object")#\(wl_resource_get_id(object))"
    case "a": return "array of \(value.a?.pointee.size ?? 0) bytes"
    default: return String(kind)
    }
  }
}

extension Compositor {
  /// The requests of all interfaces that this package describes, such as `wl_surface.commit`.
  package static let requestNames = Set(Interfaces.descriptions.flatMap { $0.names(of: $0.requests) })

  /// All interfaces that this package describes, their requests and their events.
  package static let messageNames = requestNames.union(
    Interfaces.descriptions.flatMap { [$0.name] + $0.names(of: $0.events) })
}

extension InterfaceDescription {
  fileprivate func names(of messages: [MessageDescription]) -> [String] {
    messages.map { "\(name).\($0.name)" }
  }
}
