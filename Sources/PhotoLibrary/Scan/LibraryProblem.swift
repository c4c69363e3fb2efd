internal import Glibc

/// The reason why a path that was given to a library, or a folder inside it, cannot be listed. The paths are
/// for display: bytes that are not UTF-8 are replaced by `�`.
package enum LibraryProblem: Error, Hashable, Sendable {
  /// Nothing exists at the path.
  case notFound(path: String)
  /// The user has no permission to read the folder.
  case notPermitted(path: String)
  /// The path is neither a regular file nor a folder, but a socket, pipe or device.
  case notAFile(path: String)
  /// The folder contains no file with the extension of an image file.
  case noPhotos(path: String, hasSubfolders: Bool)
  /// The disk or the network folder of the path did not answer for this time, in seconds.
  case stalled(path: String, seconds: Double)
  /// A system call failed; `operation` is a participle such as "opened", `code` is the `errno`.
  case system(path: String, operation: String, code: Int32)

  static func from(errno code: Int32, operation: String, path: [UInt8]) -> LibraryProblem {
    let path = shown(path)
    return switch code {
    case ENOENT, ENOTDIR: .notFound(path: path)
    case EACCES, EPERM: .notPermitted(path: path)
    default: .system(path: path, operation: operation, code: code)
    }
  }

  /// Returns the path of a folder without the slash at its end.
  static func shown(_ path: [UInt8]) -> String {
    String(
      decoding: path.count > 1 && path.last == UInt8(ascii: "/") ? path.dropLast() : path[...], as: UTF8.self)
  }
}
