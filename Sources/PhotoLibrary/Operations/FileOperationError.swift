internal import Glibc

/// The reason why a file could not be changed. The paths are for display.
public enum FileOperationError: Error, Hashable, Sendable {
  /// Nothing exists at the path.
  case notFound(path: String)
  /// A file exists at the path already. It is never overwritten.
  case exists(path: String)
  /// The path, which must be a folder, is a link or a file, or has such a part.
  case notAFolder(path: String)
  /// The user has no permission.
  case notPermitted(path: String)
  /// The name is empty, contains a slash or a zero byte, or is `.` or `..`.
  case invalidName(String)
  /// The file was changed after the operation, so the operation cannot be undone.
  case changed(path: String)
  /// The file has other names in addition (hard links), which would keep the former content.
  case hasOtherNames(path: String)
  /// There is no operation to undo.
  case nothingToUndo
  /// The file at the path does not contain marks.
  case notMarks(path: String)
  /// A system call failed; `operation` is a participle such as "renamed", `code` is the `errno`.
  case system(path: String, operation: String, code: Int32)

  static func from(_ code: Int32, _ path: [UInt8], _ operation: String) -> FileOperationError {
    let path = LibraryProblem.shown(path)
    return switch code {
    case ENOENT, ENOTDIR: .notFound(path: path)
    case EEXIST, ENOTEMPTY: .exists(path: path)
    case EACCES, EPERM, EROFS: .notPermitted(path: path)
    default: .system(path: path, operation: operation, code: code)
    }
  }
}

extension FileOperationError: CustomStringConvertible {
  /// One or two sentences that state what is wrong, where, and what to do.
  public var description: String {
    switch self {
    case .notFound(let path): "There is no file “\(path)”. It may have been removed or renamed."
    case .exists(let path): "There is a file “\(path)” already. Choose another name."
    case .notAFolder(let path):
      "“\(path)” is not used: it, or a part of it, is a link or a file, not a folder. Remove that."
    case .notPermitted(let path): "“\(path)” cannot be changed: permission denied. Ask its owner."
    case .invalidName(let name): "“\(name)” cannot be the name of a file. Use a name without “/”."
    case .changed(let path): "“\(path)” was changed meanwhile by another program, and stays as it is."
    case .hasOtherNames(let path):
      "“\(path)” is not changed: it has other names (hard links), which would keep the former content. Copy it first."
    case .nothingToUndo: "There is nothing to undo."
    case .notMarks(let path): "“\(path)” does not contain marks of photos. Move it away."
    case .system(let path, let operation, let code):
      "“\(path)” could not be \(operation): \(String(cString: strerror(code))). Try again."
    }
  }
}
