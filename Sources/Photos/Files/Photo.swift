/// A picture file: where it is and what to call it. Nothing is known of its content yet.
public struct Photo: Hashable, Sendable {
  /// The folder's path as bytes ending in `/`, or empty; shared by all photos of one folder.
  private let folderBytes: [UInt8]
  /// The file's own name as bytes: a file name on Linux need not be UTF-8.
  let nameBytes: [UInt8]

  /// Names the file at a path; nothing is opened.
  public init(path: String) {
    self.init(pathBytes: Array(path.utf8))
  }

  init(pathBytes: [UInt8]) {
    let nameStart = (pathBytes.lastIndex(of: UInt8(ascii: "/")) ?? -1) + 1
    self.init(folderBytes: Array(pathBytes[..<nameStart]), nameBytes: Array(pathBytes[nameStart...]))
  }

  /// - Precondition: `folderBytes` is empty or ends in `/`.
  init(folderBytes: [UInt8], nameBytes: [UInt8]) {
    self.folderBytes = folderBytes
    self.nameBytes = nameBytes
  }

  /// The path for people to read; bytes that are not UTF-8 show as `�`.
  public var path: String { String(decoding: folderBytes + nameBytes, as: UTF8.self) }

  /// The file's name with its extension.
  public var name: String { String(decoding: nameBytes, as: UTF8.self) }

  /// What to write under the picture: the name without its extension.
  public var caption: String {
    guard let dot = nameBytes.lastIndex(of: UInt8(ascii: ".")), dot > 0 else { return name }
    return String(decoding: nameBytes[..<dot], as: UTF8.self)
  }

  /// Calls `body` with the exact path, for system calls.
  func withCPath<Result>(_ body: (UnsafePointer<CChar>) throws -> Result) rethrows -> Result {
    let terminated = folderBytes + nameBytes + [0]
    return try terminated.withUnsafeBytes { try body($0.assumingMemoryBound(to: CChar.self).baseAddress!) }
  }
}
