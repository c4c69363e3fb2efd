/// Data that the program offers to other programs, in one or more MIME types.
///
/// The bytes of a type are created when another program requests them, at once or later.
///
///     var content = ContentProvider.text("Stage")
///     content.add("image/png") { picture.pngBytes() }
///     system.clipboard?.set(content)
///
/// Wayland: `wl_data_source`.
@MainActor
public struct ContentProvider {
  /// The MIME types, the preferred one first.
  ///
  /// Wayland: `wl_data_source.offer`.
  public private(set) var types: [String] = []
  private var loaders: [String: @MainActor (_ deliver: @escaping @MainActor ([UInt8]) -> Void) -> Void] = [:]

  /// Creates a provider without types.
  public init() {}

  /// Adds a type, or replaces the bytes of a type that was added before.
  ///
  /// - Parameters:
  ///   - type: The MIME type. It is ignored if it is empty, contains NUL or is longer than 1024 bytes of UTF-8,
  ///     because no event can carry it.
  ///   - bytes: Returns the data; called on the main actor for each request of another program.
  ///
  /// Wayland: `wl_data_source.offer`.
  public mutating func add(_ type: String, bytes: @escaping @MainActor () -> [UInt8]) {
    add(type) { deliver in deliver(bytes()) }
  }

  /// Adds a type whose bytes take time to create, or replaces the bytes of a type that was added before.
  ///
  ///     content.add("image/png") { deliver in
  ///       Task { deliver(await picture.encoded()) }
  ///     }
  ///
  /// - Parameters:
  ///   - type: The MIME type. It is ignored if it is empty, contains NUL or is longer than 1024 bytes of UTF-8,
  ///     because no event can carry it.
  ///   - load: Creates the data without blocking; called on the main actor for each request of another program. It
  ///     calls `deliver` once, on the main actor. If `deliver` is released without a call, the other program gets no
  ///     data. At most 16 requests wait; a further one ends the oldest.
  ///
  /// Wayland: `wl_data_source.send`.
  public mutating func add(
    _ type: String, load: @escaping @MainActor (_ deliver: @escaping @MainActor ([UInt8]) -> Void) -> Void
  ) {
    guard (1...1024).contains(type.utf8.count), !type.utf8.contains(0) else { return }
    if loaders.updateValue(load, forKey: type) == nil { types.append(type) }
  }

  /// Adds text, in all the types with which programs request text.
  public mutating func addText(_ text: @escaping @MainActor () -> String) {
    for type in ContentType.plainTexts { add(type) { Array(text().utf8) } }
  }

  /// Returns a provider of text.
  public static func text(_ text: String) -> ContentProvider {
    var provider = ContentProvider()
    provider.addText { text }
    return provider
  }

  /// Returns a provider of files and links. It also offers the list's lines as text.
  ///
  /// - Parameter list: The files and links.
  ///
  /// MIME: `text/uri-list`.
  public static func uriList(_ list: URIList) -> ContentProvider {
    var provider = ContentProvider()
    provider.add(ContentType.uriList) { Array(list.text.utf8) }
    provider.addText { list.entries.map(\.description).joined(separator: "\n") }
    return provider
  }

  /// Creates the bytes of a type, and passes them to `deliver`. If the type is not offered, `deliver` is released.
  func load(_ type: String, deliver: @escaping @MainActor ([UInt8]) -> Void) { loaders[type]?(deliver) }
}

/// MIME types that programs exchange.
public enum ContentType {
  /// UTF-8 text.
  public static let text = "text/plain;charset=utf-8"
  /// Files and links, one per line (RFC 2483).
  public static let uriList = "text/uri-list"
  /// A PNG picture.
  public static let png = "image/png"

  /// The names that programs use for UTF-8 text, the preferred one first. X11 programs use the names without a slash.
  package static let plainTexts = [text, "text/plain;charset=UTF-8", "UTF8_STRING", "text/plain"]
}
