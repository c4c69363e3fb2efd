import Foundation
import FoundationXML

/// Reads one protocol file into a `ProtocolDocument`.
final class ProtocolParser: NSObject, XMLParserDelegate {
  private let path: String
  private var document: ProtocolDocument
  private var interface: Interface?
  private var message: (message: Message, isRequest: Bool)?
  private var enumeration: Enumeration?
  private var failure: ScanError?
  private var openElements = 0
  private var hasRoot = false

  private init(path: String) {
    self.path = path
    document = ProtocolDocument(
      name: URL(fileURLWithPath: path).deletingPathExtension().lastPathComponent)
  }

  /// Parses the file at `path`.
  ///
  /// - Throws: `ScanError` if the file cannot be read or is not XML, or if an attribute is missing or invalid.
  static func parse(path: String) throws -> ProtocolDocument {
    guard let content = FileManager.default.contents(atPath: path) else {
      throw ScanError(file: path, line: 1, reason: "the file cannot be read")
    }
    let parser = XMLParser(data: content)
    let reader = ProtocolParser(path: path)
    parser.delegate = reader
    let isComplete = parser.parse()
    if let failure = reader.failure { throw failure }
    // Check that the file is complete: XMLParser reports success even for a file that ends in the middle of a tag.
    guard isComplete, reader.openElements == 0, reader.hasRoot else {
      let reason = parser.parserError.map { "\($0)" } ?? "the file is truncated or has no <protocol> element"
      throw ScanError(file: path, line: parser.lineNumber, reason: reason)
    }
    return reader.document
  }

  func parser(
    _ parser: XMLParser, didStartElement element: String, namespaceURI: String?,
    qualifiedName: String?, attributes: [String: String] = [:]
  ) {
    openElements += 1
    hasRoot = hasRoot || element == "protocol"
    do {
      let attributes = Attributes(values: attributes, element: element, file: path, line: parser.lineNumber)
      try begin(element, attributes)
    } catch {
      failure = failure ?? error
      parser.abortParsing()
    }
  }

  func parser(
    _ parser: XMLParser, didEndElement element: String, namespaceURI: String?, qualifiedName: String?
  ) {
    openElements -= 1
    switch element {
    case "interface":
      if let interface { document.interfaces.append(interface) }
      interface = nil
    case "request", "event":
      if let (message, isRequest) = message {
        if isRequest { interface?.requests.append(message) } else { interface?.events.append(message) }
      }
      message = nil
    case "enum":
      if let enumeration { interface?.enumerations.append(enumeration) }
      enumeration = nil
    default: break
    }
  }

  private func begin(_ element: String, _ attributes: Attributes) throws(ScanError) {
    switch element {
    case "interface":
      interface = Interface(name: try attributes.string("name"), version: try attributes.int("version"))
    case "request", "event":
      message = (
        Message(
          name: try attributes.string("name"), since: try attributes.int("since", default: 1),
          isDestructor: attributes.values["type"] == "destructor"),
        element == "request"
      )
    case "arg": message?.message.arguments.append(try argument(attributes))
    case "enum":
      enumeration = Enumeration(
        name: try attributes.string("name"), isBitfield: attributes.values["bitfield"] == "true")
    case "entry":
      enumeration?.entries.append(
        .init(
          name: try attributes.string("name"), value: try attributes.string("value"),
          summary: attributes.values["summary"] ?? ""))
    case "description": describe(attributes.values["summary"] ?? "")
    default: break
    }
  }

  private func argument(_ attributes: Attributes) throws(ScanError) -> Argument {
    let type = try attributes.string("type")
    guard let kind = Argument.Kind(rawValue: type) else {
      throw attributes.error("the argument type \"\(type)\" is unknown")
    }
    return Argument(
      name: try attributes.string("name"), kind: kind, interface: attributes.values["interface"],
      enumeration: attributes.values["enum"], isNullable: attributes.values["allow-null"] == "true")
  }

  private func describe(_ summary: String) {
    if message != nil {
      message?.message.summary = summary
    } else if enumeration != nil {
      enumeration?.summary = summary
    } else {
      interface?.summary = summary
    }
  }
}

/// The attributes of one XML element. Errors state the element's file and line.
private struct Attributes {
  var values: [String: String]
  var element: String
  var file: String
  var line: Int

  func error(_ reason: String) -> ScanError { ScanError(file: file, line: line, reason: reason) }

  func string(_ name: String) throws(ScanError) -> String {
    guard let value = values[name] else { throw error("<\(element)> has no attribute \"\(name)\"") }
    return value
  }

  func int(_ name: String, default fallback: Int? = nil) throws(ScanError) -> Int {
    if values[name] == nil, let fallback { return fallback }
    let text = try string(name)
    guard let value = Int(text) else { throw error("\(name)=\"\(text)\" is not an integer") }
    return value
  }
}
