public import Foundation

/// An open file without a name. It is closed when this object is released.
public final class TestFile: Sendable {
  public let descriptor: Int32

  /// Creates a file.
  ///
  /// - Parameters:
  ///   - bytes: The content.
  ///   - isWritable: Whether the descriptor is open for writing, too.
  public init(_ bytes: some DataProtocol, isWritable: Bool = false) throws {
    var template = Array((NSTemporaryDirectory() + "carousel-test-XXXXXX").utf8CString)
    let writer = mkstemp(&template)
    guard writer >= 0 else { throw POSIXError(.init(rawValue: errno) ?? .EIO) }
    defer {
      unlink(template)
      if !isWritable { close(writer) }
    }
    try FileHandle(fileDescriptor: writer, closeOnDealloc: false).write(contentsOf: bytes)
    descriptor = isWritable ? writer : open(template, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw POSIXError(.init(rawValue: errno) ?? .EIO) }
  }

  deinit { close(descriptor) }
}
