internal import Glibc

/// The folder in which the program was started, and to which the paths of its arguments are relative.
package nonisolated enum PresentFolder {
  /// Returns the absolute path for a path that need not be UTF-8; the same path if the folder is gone.
  package static func absolute(_ path: [UInt8]) -> [UInt8] {
    guard path.first != UInt8(ascii: "/"), let folder = getcwd(nil, 0) else { return path }
    defer { free(folder) }
    return Array(UnsafeRawBufferPointer(start: folder, count: strlen(folder))) + [UInt8(ascii: "/")] + path
  }
}
