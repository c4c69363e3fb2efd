import Glibc

/// Functions that create files and folders.
nonisolated enum OutputFile {
  /// A failed system call, described by the system's message.
  struct Failure: Error, CustomStringConvertible {
    let code: Int32

    var description: String { String(cString: strerror(code)) }
  }

  /// Creates a folder and its missing parents. An existing folder is not an error.
  static func createFolder(_ path: String) throws(Failure) {
    if mkdir(path, 0o777) == 0 { return }
    let code = errno
    if code == EEXIST, isFolder(path) { return }
    guard code == ENOENT, let parent = folder(of: path) else { throw Failure(code: code) }
    try createFolder(parent)
    guard mkdir(path, 0o777) == 0 || errno == EEXIST else { throw Failure(code: errno) }
  }

  /// Creates a file whose path need not be UTF-8, and calls `body` with another path that leads to the file
  /// and is UTF-8.
  ///
  /// - Parameter path: The path in the form of a command-line argument, see ``ArgumentText``.
  static func create(_ path: String, _ body: (String) throws -> Void) throws {
    let bytes = ArgumentText.bytes(path)
    guard String(validating: bytes, as: UTF8.self) == nil else { return try body(path) }
    let descriptor = (bytes + [0]).withUnsafeBytes { bytes in
      bytes.baseAddress.map {
        open($0.assumingMemoryBound(to: CChar.self), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
      } ?? -1
    }
    guard descriptor >= 0 else {
      throw ProgramError(
        code: .cannotWrite,
        description: "cannot write \(ArgumentText.shown(path)): \(Failure(code: errno))")
    }
    defer { close(descriptor) }
    try body("/proc/self/fd/\(descriptor)")
  }

  /// Writes a file. An existing file is overwritten.
  static func write(_ bytes: UnsafeRawBufferPointer, to path: String) throws(Failure) {
    guard let file = fopen(path, "wbe") else { throw Failure(code: errno) }
    errno = 0
    let isWritten = fwrite(bytes.baseAddress, 1, bytes.count, file) == bytes.count
    let code = errno
    // A full disk may be reported only when the file is closed.
    let isClosed = fclose(file) == 0
    if !isWritten || !isClosed { throw Failure(code: isWritten ? errno : code) }
  }

  private static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  /// Returns the parent folder of `path`; `nil` for the root and for a path without a slash.
  private static func folder(of path: String) -> String? {
    var path = path[...]
    while path.last == "/" { path.removeLast() }
    guard let slash = path.lastIndex(of: "/") else { return nil }
    path = path[..<slash]
    while path.last == "/" { path.removeLast() }
    return path.isEmpty ? nil : String(path)
  }
}
