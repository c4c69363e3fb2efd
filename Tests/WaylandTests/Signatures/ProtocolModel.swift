import Foundation

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// The parts of a protocol file that affect the wire format, and the names of messages without a summary.
struct ProtocolModel {
  struct Argument: Equatable, CustomStringConvertible {
    var name: String
    var type: String
    var interface: String?
    var allowsNull: Bool
    var enumeration: String?

    var description: String {
      "\(name): \(type)\(interface.map { "<\($0)>" } ?? "")\(allowsNull ? "?" : "")\(enumeration.map { " \($0)" } ?? "")"
    }
  }

  struct Message: Equatable, CustomStringConvertible {
    var name: String
    var since: Int
    var isDestructor: Bool
    var arguments: [Argument] = []

    var description: String {
      "\(name)(\(arguments.map(\.description).joined(separator: ", "))) since \(since)\(isDestructor ? " destructor" : "")"
    }
  }

  struct Entry: Equatable {
    var name: String
    var value: Int
    var since: Int
  }

  struct Enumeration: Equatable {
    var name: String
    var isBitfield: Bool
    var entries: [Entry] = []
  }

  struct Interface {
    var name: String
    var version: Int
    var summary: String?
    var requests: [Message] = []
    var events: [Message] = []
    var enumerations: [Enumeration] = []
  }

  var name = ""
  var interfaces: [Interface] = []
  /// The interfaces and messages without a summary, as `interface` or `interface.message`.
  var withoutSummary: [String] = []

  init(contentsOf url: URL) throws {
    let reader = ProtocolReader()
    let parser = XMLParser(data: try Data(contentsOf: url))
    parser.delegate = reader
    guard parser.parse() else { throw parser.parserError ?? CocoaError(.fileReadCorruptFile) }
    self = reader.model
  }

  fileprivate init() {}
}

private final class ProtocolReader: NSObject, XMLParserDelegate {
  var model = ProtocolModel()
  private var message: ProtocolModel.Message?
  private var enumeration: ProtocolModel.Enumeration?
  private var messageHasSummary = false

  func parser(
    _ parser: XMLParser, didStartElement element: String, namespaceURI: String?, qualifiedName: String?,
    attributes: [String: String] = [:]
  ) {
    let name = attributes["name"] ?? ""
    let since = attributes["since"].flatMap { Int($0) } ?? 1
    switch element {
    case "protocol":
      model.name = name
    case "interface":
      model.interfaces.append(.init(name: name, version: attributes["version"].flatMap { Int($0) } ?? 0))
    case "request", "event":
      // Later releases added type="destructor" to some events, such as wl_callback.done. The wire format did not
      // change, so only the types of requests are compared.
      let isDestructor = element == "request" && attributes["type"] == "destructor"
      message = .init(name: name, since: since, isDestructor: isDestructor)
      messageHasSummary = false
    case "arg":
      message?.arguments.append(
        .init(
          name: name, type: attributes["type"] ?? "", interface: attributes["interface"],
          allowsNull: attributes["allow-null"] == "true", enumeration: attributes["enum"]))
    case "enum":
      enumeration = .init(name: name, isBitfield: attributes["bitfield"] == "true")
    case "entry":
      enumeration?.entries.append(.init(name: name, value: number(attributes["value"]), since: since))
    case "description":
      let hasSummary = attributes["summary"]?.isEmpty == false
      if message != nil {
        messageHasSummary = hasSummary
      } else if enumeration == nil, hasSummary, !model.interfaces.isEmpty {
        model.interfaces[model.interfaces.count - 1].summary = attributes["summary"]
      }
    default: break
    }
  }

  func parser(
    _ parser: XMLParser, didEndElement element: String, namespaceURI: String?, qualifiedName: String?
  ) {
    let last = model.interfaces.count - 1
    guard last >= 0 else { return }
    switch element {
    case "request", "event":
      guard let message else { return }
      if !messageHasSummary { model.withoutSummary.append("\(model.interfaces[last].name).\(message.name)") }
      if element == "request" {
        model.interfaces[last].requests.append(message)
      } else {
        model.interfaces[last].events.append(message)
      }
      self.message = nil
    case "enum":
      if let enumeration { model.interfaces[last].enumerations.append(enumeration) }
      enumeration = nil
    case "interface":
      if model.interfaces[last].summary == nil { model.withoutSummary.append(model.interfaces[last].name) }
    default: break
    }
  }

  private func number(_ text: String?) -> Int {
    guard let text else { return -1 }
    return text.hasPrefix("0x") ? Int(text.dropFirst(2), radix: 16) ?? -1 : Int(text) ?? -1
  }
}
