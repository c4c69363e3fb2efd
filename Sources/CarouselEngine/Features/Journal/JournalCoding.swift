internal import FoundationEssentials
internal import Geometry

/// Converts journal entries to text and back. The text is JSON, one entry per line.
package enum JournalCoding {
  /// The layouts, physics and effects that a journal contains only by name.
  struct Named: Sendable {
    var layouts: [String: any CarouselLayout] = [:]
    var physics: [String: any ScrollPhysics] = [:]
    var effects: [String: ItemEffect] = [:]
  }

  static let named = CodingUserInfoKey(rawValue: "named")

  private static let encoder: JSONEncoder = {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    return encoder
  }()

  /// Returns the text line of an entry, without a line feed; `nil` if the entry cannot be encoded.
  package static func line(for entry: JournalEntry) -> String? {
    (try? encoder.encode(entry)).map { String(decoding: $0, as: UTF8.self) }
  }

  /// Returns the entry that a text line contains.
  ///
  /// - Parameter number: The number of the line, for error messages.
  static func entry(of line: some StringProtocol, number: Int, _ supplies: Named) throws(JournalError)
    -> JournalEntry
  {
    let decoder = JSONDecoder()
    decoder.nonConformingFloatDecodingStrategy = .convertFromString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    if let named { decoder.userInfo[named] = supplies }
    do {
      return try decoder.decode(JournalEntry.self, from: Data(line.utf8))
    } catch let unknown as UnknownName {
      throw unknown.error(number)
    } catch let error as DecodingError {
      throw .unreadable(line: number, reason: error.reason)
    } catch {
      throw .unreadable(line: number, reason: "\(error)")
    }
  }

  /// An entry contains a name for which no layout, physics or effect was supplied.
  fileprivate struct UnknownName: Error {
    /// Returns the error for the number of the entry's line.
    let error: @Sendable (_ line: Int) -> JournalError
  }
}

extension DecodingError {
  /// A description of the error and of its position in the line.
  fileprivate var reason: String {
    let context: Context
    switch self {
    case .typeMismatch(_, let found), .valueNotFound(_, let found), .keyNotFound(_, let found),
      .dataCorrupted(let found):
      context = found
    @unknown default: return "\(self)"
    }
    let path = context.codingPath.map(\.stringValue).joined(separator: ".")
    return path.isEmpty ? context.debugDescription : "\(path): \(context.debugDescription)"
  }
}

extension NamedLayout: Codable {
  private enum Key: CodingKey { case stack, name }

  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    if let stack = try container.decodeIfPresent(SwipeStackLayout.self, forKey: .stack) {
      self.init(layout: stack)
      return
    }
    let name = try container.decode(String.self, forKey: .name)
    let supplies = JournalCoding.named.flatMap { decoder.userInfo[$0] as? JournalCoding.Named }
    guard let layout = supplies?.layouts[name] else {
      throw JournalCoding.UnknownName { .unknownLayout(line: $0, name: name) }
    }
    self.init(layout: layout)
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    if let stack = layout as? SwipeStackLayout {
      try container.encode(stack, forKey: .stack)
    } else {
      try container.encode(name, forKey: .name)
    }
  }
}

extension NamedInput: Codable {
  /// The name of an input's type.
  private struct Name: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
    init(_ type: any FeatureInput.Type) { stringValue = String(describing: type) }
  }

  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Name.self)
    guard let type = Features.first({ $0.inputs.first { container.contains(Name($0)) } }) else {
      throw DecodingError.dataCorrupted(
        .init(codingPath: decoder.codingPath, debugDescription: "an input of no feature"))
    }
    input = try container.decode(type, forKey: Name(type))
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Name.self)
    try container.encode(input, forKey: Name(type(of: input)))
  }
}

extension NamedPhysics: Codable {
  package init(from decoder: any Decoder) throws {
    let name = try String(from: decoder)
    let supplies = JournalCoding.named.flatMap { decoder.userInfo[$0] as? JournalCoding.Named }
    switch MotionStyle(rawValue: name) {
    case .classic: self.init(ClassicPhysics())
    case .fluid: self.init(FluidPhysics())
    case .custom, nil:
      guard let physics = supplies?.physics[name] else {
        throw JournalCoding.UnknownName { .unknownPhysics(line: $0, name: name) }
      }
      self.init(physics)
    }
  }

  package func encode(to encoder: any Encoder) throws { try name.encode(to: encoder) }
}

extension NamedChange: Codable {
  init(from decoder: any Decoder) throws {
    let name = try String(from: decoder)
    let supplies = JournalCoding.named.flatMap { decoder.userInfo[$0] as? JournalCoding.Named }
    guard case .custom(let change)? = supplies?.effects[name]?.change else {
      throw JournalCoding.UnknownName { .unknownEffect(line: $0, name: name) }
    }
    self.init(name: name, apply: change.apply)
  }

  func encode(to encoder: any Encoder) throws { try name.encode(to: encoder) }
}

extension Timestamp: Codable {
  public init(from decoder: any Decoder) throws {
    self.init(seconds: try Double(from: decoder))
  }

  public func encode(to encoder: any Encoder) throws { try seconds.encode(to: encoder) }
}
