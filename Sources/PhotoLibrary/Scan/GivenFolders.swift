internal import Glibc
internal import Synchronization

/// The given folders of a library, by their positions among the given paths.
final class GivenFolders: Sendable {
  private let folders = Mutex<[Int: [UInt8]]>([:])

  /// Adds a given folder.
  ///
  /// - Parameters:
  ///   - folder: The path, which ends in a slash.
  ///   - root: The position among the given paths.
  func add(_ folder: [UInt8], at root: Int) { folders.withLock { $0[root] = folder } }

  /// Returns the path of a given folder, which ends in a slash; `nil` if there is no folder at the position.
  func path(at root: Int) -> [UInt8]? { folders.withLock { $0[root] } }

  /// Whether a path leads to the given folder or to a folder inside it, after all links are resolved.
  ///
  /// - Parameters:
  ///   - path: The path of a folder.
  ///   - root: The position of the given folder among the given paths.
  func contain(_ path: [UInt8], at root: Int) -> Bool {
    guard let folder = self.path(at: root), let outer = Self.resolved(folder),
      let inner = Self.resolved(path)
    else { return false }
    return inner == outer
      || inner.starts(with: outer.last == UInt8(ascii: "/") ? outer : outer + [UInt8(ascii: "/")])
  }

  /// Returns the absolute path without links; `nil` if nothing exists at the path.
  private static func resolved(_ path: [UInt8]) -> [UInt8]? {
    guard let resolved = path.withCPath({ realpath($0, nil) }) else { return nil }
    defer { free(resolved) }
    return UnsafeBufferPointer(start: resolved, count: strlen(resolved)).map { UInt8(bitPattern: $0) }
  }
}
