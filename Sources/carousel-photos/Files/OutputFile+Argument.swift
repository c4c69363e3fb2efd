import CommandLineText
import Glibc
import PhotoBrowserTools
import PhotoBrowserUI

extension OutputFile {
  /// Creates a file whose path need not be UTF-8, and calls `body` with another path that leads to the file
  /// and is UTF-8.
  ///
  /// - Parameter path: The path in the form of a command-line argument, see ``ArgumentText``.
  nonisolated static func create(_ path: String, _ body: (String) throws -> Void) throws {
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
}
