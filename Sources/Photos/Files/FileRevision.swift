internal import Glibc

/// The version of a file. A different device, inode, size, time or mode means that the content may have changed.
package struct FileRevision: Hashable, Sendable {
  private let device: UInt64
  private let inode: UInt64
  private let byteCount: Int64
  private let modified: [Int]
  private let mode: UInt32

  /// Reads the version of a file with `stat`, which follows links and may block. Fails if the file cannot be found.
  package init?(of photo: Photo) {
    var status = stat()
    guard photo.withCPath({ stat($0, &status) }) == 0 else { return nil }
    device = UInt64(status.st_dev)
    inode = UInt64(status.st_ino)
    byteCount = Int64(status.st_size)
    // Granting a permission changes only the status change time (ctime).
    modified = [
      status.st_mtim.tv_sec, status.st_mtim.tv_nsec, status.st_ctim.tv_sec, status.st_ctim.tv_nsec,
    ]
    mode = status.st_mode
  }
}
