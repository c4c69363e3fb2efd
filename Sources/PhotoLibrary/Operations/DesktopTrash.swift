internal import CSystem
internal import CommandLineText
package import Glibc

/// The trash of the desktop, which file managers show and empty.
///
/// A file on the file system of the user's data folder goes to the trash in that folder. A file on another file system
/// goes to the trash in the top folder of that file system, because a file is never copied.
///
/// freedesktop.org: The FreeDesktop.org Trash specification, version 1.0.
package struct DesktopTrash: FileTrash {
  /// The path of the user's data folder as bytes, without a slash at the end.
  private let dataFolder: [UInt8]
  /// Returns the time of the deletion, in seconds since 1970.
  private let now: @Sendable () -> Int
  private let user: uid_t
  /// The top folder of each file system, for tests; `nil` for that of the system.
  private let top: [UInt8]?

  /// Creates the trash of the user.
  ///
  /// - Parameter dataFolder: The path of the user's data folder; `nil` for `$XDG_DATA_HOME`, or `~/.local/share`.
  package init(dataFolder: [UInt8]? = nil) {
    self.init(dataFolder: dataFolder, now: { time(nil) })
  }

  /// Creates a trash for tests.
  ///
  /// - Parameters:
  ///   - now: Returns the time of the deletion, in seconds since 1970.
  ///   - user: The number of the user.
  ///   - top: The top folder of the file system of all files, with a slash at the end, so that the folder of the user is not used;
  ///     `nil` for those of the system.
  package init(
    dataFolder: [UInt8]?, now: @escaping @Sendable () -> Int, user: uid_t = getuid(), top: [UInt8]? = nil
  ) {
    self.dataFolder = dataFolder ?? Self.standardDataFolder
    (self.now, self.user, self.top) = (now, user, top)
  }

  private static var standardDataFolder: [UInt8] {
    func value(_ name: String) -> [UInt8]? {
      // The specification ignores relative paths.
      guard let text = getenv(name), text[0] == CChar(bitPattern: slash) else { return nil }
      let bytes = UnsafeRawBufferPointer(start: text, count: strlen(text))
      return Array(bytes)
    }
    return value("XDG_DATA_HOME") ?? (value("HOME") ?? []) + Array("/.local/share".utf8)
  }

  private static let slash = UInt8(ascii: "/")

  // MARK: Moving into the trash

  /// Moves a file into the trash, and records its former path and the time of the deletion.
  ///
  /// - Returns: The path of the file in the trash.
  package func trash(_ path: [UInt8]) throws(FileOperationError) -> [UInt8] {
    let source = try Self.absolute(path)
    var status = stat()
    guard source.withCPath({ lstat($0, &status) }) == 0 else {
      throw .from(errno, path, "moved to the trash")
    }
    var failure = FileOperationError.from(EXDEV, path, "moved to the trash")
    for folder in folders(of: source, device: status.st_dev) {
      do throws(FileOperationError) {
        if let trashed = try move(source, to: folder) { return trashed }
      } catch {
        failure = error
      }
    }
    throw failure
  }

  /// A trash folder.
  private struct Folder {
    /// The path, without a slash at the end.
    let path: [UInt8]
    /// The folder that recorded paths are relative to, with a slash at the end; `nil` for absolute paths.
    let base: [UInt8]?
  }

  /// Returns the trash folders that may be on the file system of a file, the preferred one first.
  private func folders(of source: [UInt8], device: dev_t) -> [Folder] {
    let home = Folder(path: dataFolder + Array("/Trash".utf8), base: nil)
    var folders: [Folder] = []
    Self.makeFolder(dataFolder)
    if top == nil, Self.device(of: dataFolder) == device { folders.append(home) }
    let top = top ?? Self.topFolder(of: source, device: device)
    let shared = top + Array(".Trash".utf8)
    var status = stat()
    // The folder that an administrator made for all users must be sticky, and no link.
    if shared.withCPath({ lstat($0, &status) }) == 0, status.st_mode & S_IFMT == S_IFDIR,
      status.st_mode & S_ISVTX != 0
    {
      folders.append(Folder(path: shared + Array("/\(user)".utf8), base: top))
    }
    folders.append(Folder(path: shared + Array("-\(user)".utf8), base: top))
    return folders
  }

  /// Moves a file into a trash folder, under a name that is free there.
  ///
  /// - Returns: The path of the file; `nil` if the folder is on another file system.
  private func move(_ source: [UInt8], to folder: Folder) throws(FileOperationError) -> [UInt8]? {
    let (files, info) = try open(folder)
    defer { withExtendedLifetime((files, info)) {} }
    let name = Array(source[(source.lastIndex(of: Self.slash).map { $0 + 1 } ?? 0)...])
    for number in 1...Self.longestSearch {
      let target = Self.name(name, number: number)
      let record = info.path + target + Self.recordSuffix
      // The record reserves the name: it is created only if no other program has created it.
      let code = write(source, to: record, base: folder.base)
      if code == EEXIST { continue }
      if code != 0 { throw .from(code, record, "written") }
      let trashed = files.path + target
      let moved = source.withCPath { source in
        trashed.withCPath { csystem_rename_exclusively(source, $0) == 0 ? 0 : errno }
      }
      if moved == 0 { return folder.path + Array("/files/".utf8) + target }
      _ = record.withCPath { unlink($0) }
      if moved == EEXIST { continue }
      if moved == EXDEV { return nil }
      throw .from(moved, source, "moved to the trash")
    }
    throw .from(EEXIST, folder.path + Array("/files/".utf8) + name, "created")
  }

  /// A folder of a trash folder, and its path for system calls, with a slash at the end.
  private final class OpenFolder {
    let path: [UInt8]
    /// The descriptor of a checked folder; -1 for one that is used by its path.
    let descriptor: Int32

    /// A folder that is used by its path.
    init(path: [UInt8]) { (self.path, descriptor) = (path, -1) }

    /// A checked folder. It is used by its descriptor, so that another user cannot replace it.
    init(descriptor: Int32) {
      (path, self.descriptor) = (Array("/proc/self/fd/\(descriptor)/".utf8), descriptor)
    }

    deinit { if descriptor >= 0 { close(descriptor) } }
  }

  /// Creates the missing parts of a trash folder, and opens it. In a top folder, in which other users may write, the parts must be
  /// folders and no links, belong to the user, and be closed to changes by others.
  private func open(
    _ folder: Folder
  ) throws(FileOperationError) -> (files: OpenFolder, info: OpenFolder) {
    let (files, info) = (folder.path + Array("/files/".utf8), folder.path + Array("/info/".utf8))
    guard folder.base != nil else {
      for path in [folder.path, files, info] {
        if let code = Self.makeFolder(path) { throw .from(code, path, "created") }
      }
      return (OpenFolder(path: files), OpenFolder(path: info))
    }
    let own = try openOwn(folder.path, in: folder)
    defer { withExtendedLifetime(own) {} }
    return (
      try openOwn(own.path + Array("files".utf8), in: folder),
      try openOwn(own.path + Array("info".utf8), in: folder)
    )
  }

  /// Opens a folder of the user, which is created if it is missing.
  private func openOwn(_ path: [UInt8], in folder: Folder) throws(FileOperationError) -> OpenFolder {
    if path.withCPath({ mkdir($0, 0o700) }) != 0, errno != EEXIST {
      throw .from(errno, folder.path, "created")
    }
    let descriptor = path.withCPath { Glibc.open($0, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC) }
    guard descriptor >= 0 else {
      if errno == ELOOP || errno == ENOTDIR { throw .notAFolder(path: LibraryProblem.shown(folder.path)) }
      throw .from(errno, folder.path, "opened")
    }
    let opened = OpenFolder(descriptor: descriptor)
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw .from(errno, folder.path, "read") }
    let isOpenToOthers = status.st_mode & (S_IWGRP | S_IWOTH) != 0
    guard status.st_uid == user, !isOpenToOthers || fchmod(descriptor, 0o700) == 0 else {
      throw .notPermitted(path: LibraryProblem.shown(folder.path))
    }
    return opened
  }

  /// The number of names that are tried.
  private static let longestSearch = 10_000
  private static let recordSuffix = Array(".trashinfo".utf8)

  /// Returns the name in the trash: the own name, then with a number before the extension. It is short enough for the
  /// suffix of the record.
  private static func name(_ name: [UInt8], number: Int) -> [UInt8] {
    let point = name.lastIndex(of: UInt8(ascii: ".")).flatMap { $0 > 0 && name.count - $0 <= 20 ? $0 : nil }
    let (stem, suffix) = (name[..<(point ?? name.count)], name[(point ?? name.count)...])
    let mark = number == 1 ? [] : Array(".\(number)".utf8)
    let room = Int(NAME_MAX) - recordSuffix.count - mark.count - suffix.count
    return Array(stem.prefix(max(1, room))) + mark + suffix
  }

  /// Writes the record of a file; returns 0 or an `errno`.
  private func write(_ source: [UInt8], to record: [UInt8], base: [UInt8]?) -> Int32 {
    var stored = source
    if let base, source.starts(with: base) { stored = Array(source[base.count...]) }
    let text = "[Trash Info]\nPath=\(PercentEncoding.escaped(stored))\nDeletionDate=\(Self.date(now()))\n"
    let file = record.withCPath { Glibc.open($0, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600) }
    guard file >= 0 else { return errno }
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else {
        let code = errno
        close(file)
        _ = record.withCPath { unlink($0) }
        return code
      }
      rest = rest.dropFirst(count)
    }
    close(file)
    return 0
  }

  /// Returns a time of the local time zone, such as `2024-07-19T18:30:05`.
  private static func date(_ seconds: Int) -> String {
    var (seconds, parts) = (time_t(seconds), tm())
    localtime_r(&seconds, &parts)
    var text = [CChar](repeating: 0, count: 32)
    let count = strftime(&text, text.count, "%Y-%m-%dT%H:%M:%S", &parts)
    return String(decoding: text[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  // MARK: Moving back

  /// Moves a file from the trash to its former path, where nothing exists, and removes its record.
  package func restore(_ trashed: [UInt8], to path: [UInt8]) throws(FileOperationError) {
    let code = trashed.withCPath { source in
      path.withCPath { csystem_rename_exclusively(source, $0) == 0 ? 0 : errno }
    }
    if code == EEXIST { throw .exists(path: LibraryProblem.shown(path)) }
    guard code == 0 else { throw .from(code, trashed, "restored") }
    let parts = trashed.split(separator: Self.slash, omittingEmptySubsequences: false)
    guard parts.count >= 3, parts[parts.count - 2].elementsEqual("files".utf8) else { return }
    let folder = parts.dropLast(2).joined(separator: [Self.slash])
    let record = Array(folder) + Array("/info/".utf8) + parts[parts.count - 1] + Self.recordSuffix
    _ = record.withCPath { unlink($0) }
  }

  // MARK: Paths

  /// Returns the path with its folder resolved. The last part may be a link, which is moved itself.
  private static func absolute(_ path: [UInt8]) throws(FileOperationError) -> [UInt8] {
    let start = path.lastIndex(of: slash).map { $0 + 1 } ?? 0
    let folder = start == 0 ? Array("./".utf8) : Array(path[..<start])
    guard start < path.count, let resolved = folder.withCPath({ realpath($0, nil) }) else {
      throw .from(start < path.count ? errno : EISDIR, path, "moved to the trash")
    }
    defer { free(resolved) }
    let bytes = Array(UnsafeRawBufferPointer(start: resolved, count: strlen(resolved)))
    return bytes + (bytes.last == slash ? [] : [slash]) + path[start...]
  }

  private static func device(of path: [UInt8]) -> dev_t? {
    var status = stat()
    return path.withCPath { lstat($0, &status) } == 0 ? status.st_dev : nil
  }

  /// Returns the highest folder of a path on a device, with a slash at the end.
  private static func topFolder(of path: [UInt8], device: dev_t) -> [UInt8] {
    var top = Array(path[...(path.lastIndex(of: slash) ?? 0)])
    while let end = top.dropLast().lastIndex(of: slash) {
      let parent = Array(top[...end])
      guard Self.device(of: parent) == device else { break }
      top = parent
    }
    return top
  }

  /// Creates a folder that only the user can read, with the folders above; returns the `errno` of a failure.
  @discardableResult
  private static func makeFolder(_ path: [UInt8]) -> Int32? {
    for end in path.indices.dropFirst() where path[end] == slash || end == path.count - 1 {
      let part = Array(path[...end])
      if part.withCPath({ mkdir($0, 0o700) }) == 0 || errno == EEXIST || errno == EROFS { continue }
      let code = errno
      var status = stat()
      // A folder above may be protected, and exist.
      if part.withCPath({ stat($0, &status) }) == 0, status.st_mode & S_IFMT == S_IFDIR { continue }
      return code
    }
    var status = stat()
    guard path.withCPath({ lstat($0, &status) }) == 0 else { return errno }
    return status.st_mode & S_IFMT == S_IFDIR || status.st_mode & S_IFMT == S_IFLNK ? nil : ENOTDIR
  }
}
