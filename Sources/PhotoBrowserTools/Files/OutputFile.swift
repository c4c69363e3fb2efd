import Glibc

/// Functions that create files and folders.
package nonisolated enum OutputFile {
  /// A failed system call, described by the system's message.
  package struct Failure: Error, CustomStringConvertible {
    private let code: Int32

    /// - Parameter code: The number of the error, `errno`.
    package init(code: Int32) { self.code = code }

    package var description: String { String(cString: strerror(code)) }
  }

  /// Creates a folder and its missing parents. An existing folder is not an error.
  package static func createFolder(_ path: String) throws(Failure) {
    if mkdir(path, 0o777) == 0 { return }
    let code = errno
    if code == EEXIST, isFolder(path) { return }
    guard code == ENOENT, let parent = folder(of: path) else { throw Failure(code: code) }
    try createFolder(parent)
    guard mkdir(path, 0o777) == 0 || errno == EEXIST else { throw Failure(code: errno) }
  }

  /// Writes a file. An existing file is overwritten.
  package static func write(_ bytes: UnsafeRawBufferPointer, to path: String) throws(Failure) {
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

/// The reason why a file cannot be written, as a message for the user.
package nonisolated struct OutputError: Error, CustomStringConvertible {
  package let description: String
}
