internal import Glibc

/// Identifies a file independently of its path. All links to a file have the same identity.
package struct FileIdentity: Hashable, Sendable {
  /// The number of the file system.
  package let device: UInt64
  /// The number of the file in its file system.
  package let inode: UInt64

  /// Creates an identity.
  package init(device: UInt64, inode: UInt64) { (self.device, self.inode) = (device, inode) }
}

/// The version of a file. A different device, inode, size, time or mode means that the content may have changed.
package struct FileRevision: Hashable, Sendable {
  /// The file.
  package let identity: FileIdentity
  /// The size, in bytes.
  package let byteCount: Int64
  /// The time of the last change of the content, in nanoseconds since 1970.
  package let modified: Int64
  /// The time of the last change of the content, the name or the permissions, in nanoseconds since 1970.
  private let changed: Int64
  private let mode: UInt32

  /// Creates a revision, for tests.
  package init(identity: FileIdentity, byteCount: Int64, modified: Int64, changed: Int64 = 0) {
    (self.identity, self.byteCount, self.modified, self.changed) = (identity, byteCount, modified, changed)
    mode = 0
  }

  /// Reads the version of a file with `stat`, which follows links and may block. Fails if the file cannot be found.
  package init?(of photo: Photo) {
    var status = stat()
    guard photo.withCPath({ stat($0, &status) }) == 0 else { return nil }
    self.init(status)
  }

  init(_ status: stat) {
    identity = FileIdentity(device: UInt64(status.st_dev), inode: UInt64(status.st_ino))
    byteCount = Int64(status.st_size)
    modified = Self.nanoseconds(status.st_mtim)
    // Granting a permission changes only the status change time (ctime).
    changed = Self.nanoseconds(status.st_ctim)
    mode = status.st_mode
  }

  /// Whether the content is the same. Unlike `==`, this ignores the status change time, which a rename
  /// changes.
  package func hasSameContent(as other: FileRevision) -> Bool {
    identity == other.identity && byteCount == other.byteCount && modified == other.modified
      && mode == other.mode
  }

  private static func nanoseconds(_ time: timespec) -> Int64 {
    // A file system may report any time, so the multiplication must not trap.
    Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
  }
}
