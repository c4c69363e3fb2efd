package import FoundationEssentials

/// The result of a file dialog.
package enum FileChoice: Hashable, Sendable {
  /// The chosen files, at least one. All are `file:` URLs with absolute paths.
  case chosen([URL])
  /// The user closed the dialog, or the task was canceled. `Task.isCancelled` states whether the task was canceled.
  case canceled
}

extension FileChoice {
  /// Reads the option `uris` of a response.
  ///
  /// - Throws: ``BusError/malformed(_:)`` if it contains no file, or an element that is not a local file.
  static func urls(in results: [String: BusValue]) throws(BusError) -> [URL] {
    guard let value = results["uris"] else { throw .malformed("no uris") }
    guard let texts = value.strings else { throw .malformed("uris of the type \(value.type)") }
    guard !texts.isEmpty else { throw .malformed("an empty list of uris") }
    var urls: [URL] = []
    for text in texts {
      guard let url = URL(string: text), url.localPath != nil else {
        throw .malformed("a URI that is not a local file")
      }
      urls.append(url)
    }
    return urls
  }
}

extension URL {
  /// The bytes of the absolute path in a `file:` URL. `nil` for other URLs, for URLs of other hosts and for paths with
  /// a NUL byte.
  var localPath: [UInt8]? {
    guard scheme?.lowercased() == "file", host() == nil || host() == "" || host() == "localhost" else {
      return nil
    }
    var bytes: [UInt8] = []
    var rest = path(percentEncoded: true).utf8[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      guard let high = rest.popFirst().flatMap(Self.digit), let low = rest.popFirst().flatMap(Self.digit)
      else {
        return nil
      }
      bytes.append(high << 4 | low)
    }
    return bytes.first == UInt8(ascii: "/") && !bytes.contains(0) ? bytes : nil
  }

  /// The value of a hexadecimal digit.
  private static func digit(_ character: UInt8) -> UInt8? {
    Character(UnicodeScalar(character)).hexDigitValue.map(UInt8.init)
  }
}
