internal import CSystem
internal import Glibc

/// Puts files into the trash, for ``FileOperations``. The desktop's trash implements it.
package protocol FileTrash: Sendable {
  /// Moves a file into the trash.
  ///
  /// - Returns: The path of the file in the trash.
  func trash(_ path: [UInt8]) throws(FileOperationError) -> [UInt8]

  /// Moves a file from the trash back to its former path. Nothing may exist at that path.
  ///
  /// - Parameter trashed: The path that ``trash(_:)`` returned.
  func restore(_ trashed: [UInt8], to path: [UInt8]) throws(FileOperationError)
}

/// Changes files for the user, and undoes the changes in reverse order. No operation overwrites a file, except
/// ``changeOrientation(of:_:)``, which replaces a file by a copy.
///
/// The methods block, so call them on a separate thread. A ``PhotoLibrary`` detects the changes by itself.
///
/// ``changeOrientation(of:_:)`` and ``revert(_:)`` do not change the history, so that the owner of the history need not wait for
/// files: it calls them on a thread, and afterwards ``record(_:)``, ``didRevert(_:_:)`` or ``putBack(_:at:after:)``.
package struct FileOperations: Sendable {
  /// A change that can be undone.
  package struct Undoable: Sendable {
    fileprivate let change: Change

    /// The photo at the path that it has after the change.
    package var photo: Photo {
      switch change {
      case .trashed(let path, _), .renamed(let path, _), .copied(let path, _), .turned(let path, _, _, _):
        Photo(pathBytes: path)
      }
    }
    /// The version of a file whose orientation was changed; `nil` after other changes.
    package var revision: FileRevision? {
      if case .turned(_, _, let revision, _) = change { revision } else { nil }
    }
  }

  /// A change that was undone.
  package struct Reverted: Sendable {
    /// The photo that is back at its former path; `nil` if the change was a copy.
    package let photo: Photo?
    /// The version of a file whose orientation was changed back; `nil` after other changes.
    package let revision: FileRevision?
  }

  fileprivate enum Change: Sendable {
    case trashed([UInt8], from: [UInt8])
    case renamed([UInt8], from: [UInt8])
    case copied([UInt8], FileRevision)
    /// The times are those before the change.
    case turned([UInt8], OrientationChange, FileRevision, times: [timespec])
  }

  private let trash: any FileTrash
  private var changes: [Change] = []

  /// The largest number of operations that can be undone.
  package static let historyLimit = 100

  /// Creates a history without operations.
  package init(trash: any FileTrash) { self.trash = trash }

  /// The number of operations that can be undone.
  package var undoCount: Int { changes.count }

  /// The latest operation that has not been undone; `nil` for none.
  package var last: Undoable? { changes.last.map { Undoable(change: $0) } }

  /// Adds an operation to the history.
  package mutating func record(_ change: Undoable) { record(change.change) }

  private mutating func record(_ change: Change) {
    changes.append(change)
    if changes.count > Self.historyLimit { changes.removeFirst() }
  }

  /// Moves a file into the trash.
  package mutating func moveToTrash(_ photo: Photo) throws(FileOperationError) {
    let path = photo.pathBytes
    record(.trashed(try trash.trash(path), from: path))
  }

  /// Renames a file within its folder.
  ///
  /// - Returns: The new path.
  @discardableResult
  package mutating func rename(_ photo: Photo, to name: [UInt8]) throws(FileOperationError) -> Photo {
    let point = UInt8(ascii: ".")
    guard !name.isEmpty, !name.contains(UInt8(ascii: "/")), !name.contains(0), name != [point],
      name != [point, point]
    else { throw .invalidName(String(decoding: name, as: UTF8.self)) }
    let renamed = Photo(folderBytes: photo.folderBytes, nameBytes: name)
    if renamed == photo { return photo }
    try Self.move(photo.pathBytes, to: renamed.pathBytes)
    record(.renamed(renamed.pathBytes, from: photo.pathBytes))
    return renamed
  }

  /// Copies a file and its times into another folder, under the same name.
  ///
  /// - Parameter folder: The path of the folder.
  /// - Returns: The path of the copy.
  @discardableResult
  package mutating func copy(_ photo: Photo, to folder: [UInt8]) throws(FileOperationError) -> Photo {
    let slash = UInt8(ascii: "/")
    let copy = Photo(
      folderBytes: folder.isEmpty || folder.last == slash ? folder : folder + [slash],
      nameBytes: photo.nameBytes)
    record(.copied(copy.pathBytes, try Self.copy(photo.pathBytes, to: copy.pathBytes)))
    return copy
  }

  /// Changes the EXIF orientation that a photo's file states. The file is replaced by a changed copy in the same folder. The history
  /// does not change.
  package static func changeOrientation(
    of photo: Photo, _ change: OrientationChange
  ) throws(FileOperationError) -> Undoable {
    let path = photo.pathBytes
    let (revision, times) = try change.apply(to: path)
    return Undoable(change: .turned(path, change, revision, times: times))
  }

  /// Deletes a file permanently. The deletion cannot be undone.
  package func delete(_ photo: Photo) throws(FileOperationError) {
    guard photo.withCPath({ unlink($0) }) == 0 else { throw .from(errno, photo.pathBytes, "deleted") }
  }

  /// Undoes the latest operation that has not been undone. After an error the call can be repeated.
  ///
  /// - Returns: The photo that is back at its former path; `nil` if the undone operation was a copy.
  @discardableResult
  package mutating func undo() throws(FileOperationError) -> Photo? {
    guard let last = takeLast() else { throw .nothingToUndo }
    do throws(FileOperationError) {
      let reverted = try revert(last)
      didRevert(last, reverted)
      return reverted.photo
    } catch {
      putBack(last, at: undoCount, after: error)
      throw error
    }
  }

  /// Removes the latest operation from the history, to undo it by ``revert(_:)``.
  package mutating func takeLast() -> Undoable? { changes.popLast().map { Undoable(change: $0) } }

  /// Returns an operation that could not be undone to its place in the history. The change of a file that was written since is
  /// forgotten: it can never be undone, and the operations before it could not be undone either.
  ///
  /// - Parameter place: The number of operations before it: ``undoCount`` after ``takeLast()``.
  package mutating func putBack(_ operation: Undoable, at place: Int, after error: FileOperationError?) {
    if case .turned = operation.change, case .changed? = error { return }
    changes.insert(operation.change, at: min(max(place, 0), changes.count))
    if changes.count > Self.historyLimit { changes.removeFirst() }
  }

  /// Lets the operations before an undone one be undone, too: the file has another version now.
  package mutating func didRevert(_ operation: Undoable, _ reverted: Reverted) {
    guard case .turned(let path, _, _, _) = operation.change, let revision = reverted.revision else { return }
    followRestored(path, revision)
  }

  /// Undoes an operation. The history does not change.
  package func revert(_ operation: Undoable) throws(FileOperationError) -> Reverted {
    var photo: Photo?
    switch operation.change {
    case .trashed(let trashed, let path):
      guard case .nothing = FileKind(at: path) else { throw .exists(path: LibraryProblem.shown(path)) }
      try trash.restore(trashed, to: path)
      photo = Photo(pathBytes: path)
    case .renamed(let path, let former):
      try Self.move(path, to: former)
      photo = Photo(pathBytes: former)
    case .copied(let path, let revision):
      guard case .file(let now) = FileKind(at: path) else { break }  // it was removed already
      guard now.hasSameContent(as: revision) else { throw .changed(path: LibraryProblem.shown(path)) }
      try delete(Photo(pathBytes: path))
    case .turned(let path, let change, let revision, let times):
      guard case .file(let now) = FileKind(at: path), now.hasSameContent(as: revision) else {
        throw .changed(path: LibraryProblem.shown(path))
      }
      let restored = try change.reversed.apply(to: path, times: times).revision
      return Reverted(photo: Photo(pathBytes: path), revision: restored)
    }
    return Reverted(photo: photo, revision: nil)
  }

  /// Lets the latest operation on a file, which has another version now, be undone.
  private mutating func followRestored(_ path: [UInt8], _ revision: FileRevision) {
    for index in changes.indices.reversed() {
      guard case .turned(path, let change, _, let times) = changes[index] else { continue }
      changes[index] = .turned(path, change, revision, times: times)
      return
    }
  }

  private static func move(_ path: [UInt8], to target: [UInt8]) throws(FileOperationError) {
    let code = path.withCPath { path in
      target.withCPath { csystem_rename_exclusively(path, $0) == 0 ? 0 : errno }
    }
    if code == EEXIST { throw .exists(path: LibraryProblem.shown(target)) }
    guard code == 0 else { throw .from(code, path, "renamed") }
  }

  private static func copy(_ path: [UInt8], to target: [UInt8]) throws(FileOperationError) -> FileRevision {
    let source = path.withCPath { open($0, O_RDONLY | O_CLOEXEC | O_NONBLOCK) }
    guard source >= 0 else { throw .from(errno, path, "opened") }
    defer { close(source) }
    var status = stat()
    guard fstat(source, &status) == 0 else { throw .from(errno, path, "read") }
    guard status.st_mode & S_IFMT == S_IFREG else { throw .from(EINVAL, path, "copied") }
    let copy = target.withCPath { open($0, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, status.st_mode & 0o666) }
    guard copy >= 0 else { throw .from(errno, target, "created") }
    defer { close(copy) }
    let code = write(source, to: copy)
    var times = [status.st_atim, status.st_mtim]
    guard code == 0, futimens(copy, &times) == 0, fstat(copy, &status) == 0 else {
      let code = code == 0 ? errno : code
      _ = target.withCPath { unlink($0) }
      throw .from(code, target, "written")
    }
    return FileRevision(status)
  }

  /// Copies the next bytes: all, or at most a number of them. Returns 0 or an `errno`.
  static func write(_ source: Int32, to copy: Int32, atMost limit: Int = .max) -> Int32 {
    var piece = [UInt8](repeating: 0, count: 1 << 18)
    var left = limit
    while left > 0 {
      let count = read(source, &piece, min(piece.count, left))
      if count < 0, errno == EINTR { continue }
      if count <= 0 { return count == 0 ? 0 : errno }
      left -= count
      let code = write(piece[..<count], to: copy)
      if code != 0 { return code }
    }
    return 0
  }

  /// Writes bytes. Returns 0 or an `errno`.
  static func write(_ bytes: ArraySlice<UInt8>, to copy: Int32) -> Int32 {
    var rest = bytes
    while !rest.isEmpty {
      let written = rest.withUnsafeBytes { Glibc.write(copy, $0.baseAddress, $0.count) }
      if written < 0, errno != EINTR { return errno }
      rest = rest.dropFirst(max(0, written))
    }
    return 0
  }
}
