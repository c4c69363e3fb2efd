internal import Glibc

/// The file of a configuration.
package enum ConfigurationFile {
  /// The largest size of a file, in bytes. A text of this size takes about 80 MB while it is read.
  package static let mostBytes = 4 << 20

  /// The reason why a file cannot be read.
  package struct Failure: Error, Hashable, Sendable, CustomStringConvertible {
    /// A sentence with the path.
    package let description: String
  }

  /// Reads a file. A larger one is not read.
  package static func read(_ path: String) throws(Failure) -> [UInt8] {
    func failure(_ reason: String) -> Failure { Failure(description: "“\(path)” cannot be read: \(reason)") }
    // Opening a pipe without this flag waits for a writer.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw failure(String(cString: strerror(errno))) }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw failure("it is not a regular file")
    }
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 1 << 16)
    while bytes.count <= mostBytes, status.st_size <= mostBytes {
      let count = Glibc.read(descriptor, &piece, piece.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw failure(String(cString: strerror(errno))) }
      if count == 0 { return bytes }
      bytes += piece[..<count]
    }
    throw failure("it has more than \(mostBytes) bytes")
  }
}
