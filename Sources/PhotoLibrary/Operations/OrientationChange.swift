internal import CSystem
internal import Glibc

/// A change of the EXIF orientation that a file states, as the replacement of some of its bytes.
///
/// A decoder that reads hostile files reports the place of the orientation. So the former bytes include all by which the place is
/// recognized, and the change first checks that the file has them there.
package struct OrientationChange: Hashable, Sendable {
  /// The number of bytes of the file before those that are replaced.
  let offset: Int
  /// The former and the new bytes.
  let old: [UInt8]
  let new: [UInt8]

  init(offset: Int, from old: [UInt8], to new: [UInt8]) {
    (self.offset, self.old, self.new) = (offset, old, new)
  }

  /// Creates a change of the value of an entry of a TIFF directory. Fails if a number is out of range.
  ///
  /// - Parameters:
  ///   - offset: The number of bytes of the file before the value.
  ///   - old: The former orientation, 1…8.
  ///   - new: The new orientation, 1…8.
  package init?(offset: Int, isLittleEndian: Bool, from old: Int, to new: Int) {
    let (values, tag) = (1...8, TIFFBytes(isLittleEndian: isLittleEndian))
    guard values.contains(old), values.contains(new), offset >= TIFFBytes.valueOffset else { return nil }
    self.init(
      offset: offset - TIFFBytes.valueOffset, from: Array(tag.orientation(old).prefix(10)),
      to: Array(tag.orientation(new).prefix(10)))
  }

  /// The change back.
  var reversed: OrientationChange { OrientationChange(offset: offset, from: new, to: old) }

  /// Replaces a file by a copy with the new orientation. The copy has the permissions, the owner and the extended attributes of the
  /// file. The file is never incomplete: the copy is compared with it, and renamed to its path.
  ///
  /// - Parameters:
  ///   - path: The path of the file. If it is a link, the file that it leads to is replaced.
  ///   - times: The times of the new file; `nil` for the former time of access and the present time.
  /// - Returns: The version of the new file, and the times of the former one.
  func apply(to path: [UInt8], times: [timespec]? = nil) throws(FileOperationError) -> (
    revision: FileRevision, formerTimes: [timespec]
  ) {
    let path = try Self.resolve(path)
    let source = path.withCPath { open($0, O_RDONLY | O_CLOEXEC | O_NONBLOCK) }
    guard source >= 0 else { throw .from(errno, path, "opened") }
    defer { close(source) }
    var status = stat()
    guard fstat(source, &status) == 0 else { throw .from(errno, path, "read") }
    guard status.st_mode & S_IFMT == S_IFREG else { throw .from(EINVAL, path, "changed") }
    try check(source, has: old, path)
    guard status.st_nlink <= 1 else { throw .hasOtherNames(path: LibraryProblem.shown(path)) }
    let copy = try Copy(in: Array(path[..<((path.lastIndex(of: UInt8(ascii: "/")) ?? -1) + 1)]), of: path)
    defer { copy.close() }
    do throws(FileOperationError) {
      let code = write(source, to: copy.descriptor)
      guard code == 0 else { throw .from(code, path, "copied") }
      try Self.keepProperties(of: source, status, in: copy.descriptor, path)
      try compare(source, status, with: copy.openForReading(), path)
      var now = times ?? [status.st_atim, timespec(tv_sec: 0, tv_nsec: Self.now)]
      guard futimens(copy.descriptor, &now) == 0, fsync(copy.descriptor) == 0 else {
        throw .from(errno, path, "written")
      }
      let former = FileRevision(status)
      guard case .file(let present) = FileKind(at: path), present == former else {
        throw .changed(path: LibraryProblem.shown(path))
      }
      try copy.replace(path)
    } catch {
      copy.remove()
      throw error
    }
    var new = stat()
    guard fstat(copy.descriptor, &new) == 0 else { throw .from(errno, path, "read") }
    return (FileRevision(new), [status.st_atim, status.st_mtim])
  }

  /// An unfinished copy of a file. It has no name until it replaces the file, so that nothing is left behind if the program ends.
  private final class Copy {
    let descriptor: Int32
    private let folder: [UInt8]
    /// The temporary name; `nil` for none.
    private var path: [UInt8]?

    init(in folder: [UInt8], of path: [UInt8]) throws(FileOperationError) {
      self.folder = folder
      let unnamed = (folder.isEmpty ? Array("./".utf8) : folder).withCPath { csystem_open_unnamed($0) }
      if unnamed >= 0 {
        descriptor = unnamed
        return
      }
      let temporary = Self.temporaryPath(in: folder)
      descriptor = temporary.withCPath { open($0, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600) }
      guard descriptor >= 0 else { throw .from(errno, path, "copied") }
      self.path = temporary
    }

    private static func temporaryPath(in folder: [UInt8]) -> [UInt8] {
      folder + Array(".orientation-\(UInt64.random(in: 0 ... .max))".utf8)
    }

    /// Returns a descriptor for reading; -1 if that fails.
    func openForReading() -> Int32 {
      Array("/proc/self/fd/\(descriptor)".utf8).withCPath { open($0, O_RDONLY | O_CLOEXEC) }
    }

    /// Gives the copy the path of the file, which it replaces.
    func replace(_ file: [UInt8]) throws(FileOperationError) {
      if path == nil {
        let temporary = Self.temporaryPath(in: folder)
        guard temporary.withCPath({ csystem_link(descriptor, $0) }) == 0 else {
          throw .from(errno, file, "replaced")
        }
        path = temporary
      }
      guard let from = path, from.withCPath({ from in file.withCPath { rename(from, $0) } }) == 0 else {
        throw .from(errno, file, "replaced")
      }
      path = nil
    }

    func remove() {
      if let path { _ = path.withCPath { unlink($0) } }
      path = nil
    }

    func close() { _ = Glibc.close(descriptor) }
  }

  /// UTIME_NOW, which Swift does not import.
  private static let now = (1 << 30) - 1

  /// Returns the path without links.
  private static func resolve(_ path: [UInt8]) throws(FileOperationError) -> [UInt8] {
    let resolved = path.withCPath { realpath($0, nil) }
    guard let resolved else { throw .from(errno, path, "found") }
    defer { free(resolved) }
    return Array(UnsafeRawBufferPointer(start: resolved, count: strlen(resolved)))
  }

  private func check(_ file: Int32, has bytes: [UInt8], _ path: [UInt8]) throws(FileOperationError) {
    var found = [UInt8](repeating: 0, count: bytes.count)
    let count = pread(file, &found, found.count, offset)
    guard !bytes.isEmpty, count == found.count, found == bytes else {
      throw .changed(path: LibraryProblem.shown(path))
    }
  }

  /// Copies the file with the new bytes. Returns 0 or an `errno`.
  private func write(_ source: Int32, to copy: Int32) -> Int32 {
    let start = FileOperations.write(source, to: copy, atMost: offset)
    guard start == 0 else { return start }
    let middle = FileOperations.write(new[...], to: copy)
    guard middle == 0 else { return middle }
    guard lseek(source, offset + old.count, SEEK_SET) >= 0 else { return errno }
    return FileOperations.write(source, to: copy)
  }

  private static func keepProperties(
    of source: Int32, _ status: stat, in copy: Int32, _ path: [UInt8]
  ) throws(FileOperationError) {
    var own = stat()
    guard fstat(copy, &own) == 0 else { throw .from(errno, path, "written") }
    if (own.st_uid, own.st_gid) != (status.st_uid, status.st_gid),
      fchown(copy, status.st_uid, status.st_gid) != 0
    {
      // The file of another user would become a file of this one.
      throw .from(errno, path, "changed")
    }
    guard fchmod(copy, status.st_mode & 0o7777) == 0 else { throw .from(errno, path, "written") }
    csystem_copy_attributes(source, copy)
  }

  /// Checks that the copy has the new bytes in place of the former ones and all others, and that the file was not changed meanwhile.
  ///
  /// - Parameter copy: The copy, which is closed.
  private func compare(
    _ source: Int32, _ status: stat, with copy: Int32, _ path: [UInt8]
  ) throws(FileOperationError) {
    guard copy >= 0 else { throw .from(errno, path, "copied") }
    defer { close(copy) }
    try check(source, has: old, path)
    try check(copy, has: new, path)
    let end = offset + old.count
    // The file may have been shorter when its size was read.
    guard end <= Int(status.st_size) else { throw .changed(path: LibraryProblem.shown(path)) }
    try Self.compare(source, 0..<offset, with: copy, movedBy: 0, path)
    try Self.compare(source, end..<Int(status.st_size), with: copy, movedBy: new.count - old.count, path)
    var (now, own) = (stat(), stat())
    guard fstat(source, &now) == 0, FileRevision(now) == FileRevision(status), fstat(copy, &own) == 0 else {
      throw .changed(path: LibraryProblem.shown(path))
    }
    guard own.st_size == status.st_size + new.count - old.count else { throw .from(EIO, path, "copied") }
  }

  /// Checks that the copy has a part of the file.
  private static func compare(
    _ source: Int32, _ range: Range<Int>, with copy: Int32, movedBy distance: Int, _ path: [UInt8]
  ) throws(FileOperationError) {
    var (piece, copied) = ([UInt8](repeating: 0, count: 1 << 18), [UInt8](repeating: 0, count: 1 << 18))
    var position = range.lowerBound
    while position < range.upperBound {
      let wanted = min(piece.count, range.upperBound - position)
      let count = pread(source, &piece, wanted, position)
      guard count >= 0 else { throw .from(errno, path, "read") }
      guard count > 0 else { throw .changed(path: LibraryProblem.shown(path)) }
      guard pread(copy, &copied, count, position + distance) == count, piece[..<count] == copied[..<count]
      else { throw .from(EIO, path, "copied") }
      position += count
    }
  }
}
