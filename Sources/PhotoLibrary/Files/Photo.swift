import CommandLineText

/// The path and the name of an image file. The file is not opened and need not exist.
package struct Photo: Hashable, Sendable {
  /// The path of the folder as bytes, ending in `/`, or empty. All photos of a folder share the storage.
  package let folderBytes: [UInt8]
  /// The name of the file as bytes; on Linux it need not be UTF-8.
  package let nameBytes: [UInt8]

  /// Creates a photo for the file at `path`.
  package init(path: String) {
    self.init(pathBytes: Array(path.utf8))
  }

  /// Creates a photo for the file at a path that need not be UTF-8.
  package init(pathBytes: [UInt8]) {
    let nameStart = (pathBytes.lastIndex(of: UInt8(ascii: "/")) ?? -1) + 1
    self.init(folderBytes: Array(pathBytes[..<nameStart]), nameBytes: Array(pathBytes[nameStart...]))
  }

  /// Creates a photo for a file in a folder.
  ///
  /// - Precondition: `folderBytes` is empty or ends in `/`.
  package init(folderBytes: [UInt8], nameBytes: [UInt8]) {
    self.folderBytes = folderBytes
    self.nameBytes = nameBytes
  }

  /// The path as bytes.
  package var pathBytes: [UInt8] { folderBytes + nameBytes }

  /// The path, for display. Bytes that are not UTF-8 are replaced by `�`.
  package var path: String { String(decoding: folderBytes + nameBytes, as: UTF8.self) }

  /// The name of the file with its extension, for display.
  package var name: String { String(decoding: nameBytes, as: UTF8.self) }

  /// The name of the file without its extension, to show below the photo. Control characters, line ends and characters
  /// that change the direction of the text are replaced by `�`.
  package var caption: String {
    guard let dot = nameBytes.lastIndex(of: UInt8(ascii: ".")), dot > 0 else {
      return DisplayText.printable(name)
    }
    return DisplayText.printable(String(decoding: nameBytes[..<dot], as: UTF8.self))
  }

  /// Calls `body` with the path as a C string of the original bytes, for system calls.
  package func withCPath<Result>(_ body: (UnsafePointer<CChar>) throws -> Result) rethrows -> Result {
    let terminated = folderBytes + nameBytes + [0]
    return try terminated.withUnsafeBytes { try body($0.assumingMemoryBound(to: CChar.self).baseAddress!) }
  }
}
