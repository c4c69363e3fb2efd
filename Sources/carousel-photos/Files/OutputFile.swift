import Glibc

/// Files and folders that the program makes.
nonisolated enum OutputFile {
  /// Why one cannot be made, in the system's words.
  struct Failure: Error, CustomStringConvertible {
    let code: Int32

    var description: String { String(cString: strerror(code)) }
  }

  /// Makes a folder, and those it lies in; one that is there already will do.
  static func makeFolder(_ path: String) throws(Failure) {
    if mkdir(path, 0o777) == 0 { return }
    let code = errno
    if code == EEXIST, isFolder(path) { return }
    guard code == ENOENT, let parent = folder(of: path) else { throw Failure(code: code) }
    try makeFolder(parent)
    guard mkdir(path, 0o777) == 0 || errno == EEXIST else { throw Failure(code: errno) }
  }

  /// Writes a file, over one that is there.
  static func write(_ bytes: UnsafeRawBufferPointer, to path: String) throws(Failure) {
    guard let file = fopen(path, "wbe") else { throw Failure(code: errno) }
    errno = 0
    let isWritten = fwrite(bytes.baseAddress, 1, bytes.count, file) == bytes.count
    let code = errno
    // The last bytes may meet a full disk only here.
    let isClosed = fclose(file) == 0
    if !isWritten || !isClosed { throw Failure(code: isWritten ? errno : code) }
  }

  private static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  /// The folder that `path` lies in; `nil` at the root and for a single name.
  private static func folder(of path: String) -> String? {
    var path = path[...]
    while path.last == "/" { path.removeLast() }
    guard let slash = path.lastIndex(of: "/") else { return nil }
    path = path[..<slash]
    while path.last == "/" { path.removeLast() }
    return path.isEmpty ? nil : String(path)
  }
}
