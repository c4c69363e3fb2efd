/// A file that was moved to the trash of the desktop, which file managers show and empty.
///
/// The file stays on its file system; it is never copied.
///
///     let file = try TrashedFile(movingToTrash: path)
///     try file.restore()
///
/// UIKit: `FileManager.trashItem(at:resultingItemURL:)`.
public struct TrashedFile: Sendable {
  private let path, formerPath: [UInt8]

  /// Moves a file to the trash.
  ///
  /// - Throws: The reason, in sentences for the user. The file is then in its place.
  public init(movingToTrash path: String) throws(FileOperationError) {
    formerPath = Array(path.utf8)
    self.path = try DesktopTrash().trash(formerPath)
  }

  /// Moves the file back to its former path.
  ///
  /// - Throws: The reason, in sentences for the user. A file that exists at the path meanwhile is not replaced.
  public func restore() throws(FileOperationError) { try DesktopTrash().restore(path, to: formerPath) }
}
