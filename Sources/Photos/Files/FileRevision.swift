internal import Glibc

/// Tells whether a file is still the one it was: another inode, length or time means another content.
package struct FileRevision: Hashable, Sendable {
  private let device: UInt64
  private let inode: UInt64
  private let byteCount: Int64
  private let modified: [Int]
  private let mode: UInt32

  /// Looks a file up, following links; blocks as the file system does.
  ///
  /// - Returns: nil where nothing is found.
  package init?(of photo: Photo) {
    var status = stat()
    guard photo.withCPath({ stat($0, &status) }) == 0 else { return nil }
    device = UInt64(status.st_dev)
    inode = UInt64(status.st_ino)
    byteCount = Int64(status.st_size)
    // The change time, too: a permission that was granted changes only that.
    modified = [
      status.st_mtim.tv_sec, status.st_mtim.tv_nsec, status.st_ctim.tv_sec, status.st_ctim.tv_nsec,
    ]
    mode = status.st_mode
  }
}
