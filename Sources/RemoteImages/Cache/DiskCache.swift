internal import CGIO
internal import Glibc

/// The pictures on disk. Several processes may use the same folder.
///
/// A picture is one file, which is named by the digests of its domain and of its address. It is written under another name and renamed, so
/// that no process reads half of it; a damaged file is removed. The modification time of a file is the time of its last
/// use. Only the user can read the files. The methods block.
struct DiskCache: Hashable, Sendable {
  let folder: String
  let byteLimit: Int
  let fileLimit: Int

  /// A picture of the cache.
  struct Entry: Sendable {
    var header: CacheHeader
    var file: PictureFile
  }

  /// The folder of the user, `$XDG_CACHE_HOME/swift-carousel/pictures`.
  static var userFolder: String { String(cString: g_get_user_cache_dir()) + "/swift-carousel/pictures" }

  /// Returns the name of a file.
  ///
  /// - Parameters:
  ///   - site: The digest of the server's domain.
  ///   - picture: The digest of the address.
  static func key(site: String, picture: String) -> String { "\(site.prefix(siteLength))-\(picture)" }

  /// The number of characters of a file's name that identify its domain.
  private static let siteLength = 16

  // MARK: Reading

  /// Returns a copy of a picture and marks the picture as used; `nil` if there is none.
  func entry(_ key: String, now: Double) -> Entry? {
    let file = open(path(key), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard file >= 0 else { return nil }
    defer { close(file) }
    guard let entry = read(file) else {
      remove(key)
      return nil
    }
    touch(file, now)
    return entry
  }

  private func read(_ file: Int32) -> Entry? {
    var status = stat()
    guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    let start = bytes(of: file, at: 0, count: CacheHeader.largest)
    var length = 0
    guard let header = CacheHeader(start, length: &length), header.byteCount <= byteLimit,
      let writer = try? PictureFileWriter(limit: header.byteCount)
    else { return nil }
    var place = length
    while writer.byteCount < header.byteCount {
      let part = bytes(of: file, at: place, count: min(header.byteCount - writer.byteCount, 1 << 18))
      guard !part.isEmpty, part.withUnsafeBytes({ (try? writer.write($0)) != nil }) else { return nil }
      place += part.count
    }
    guard let picture = try? writer.finish(), picture.digest == header.digest,
      bytes(of: file, at: place, count: 1).isEmpty
    else { return nil }
    return Entry(header: header, file: picture)
  }

  private func bytes(of file: Int32, at place: Int, count: Int) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: count) { buffer, length in
      length = max(pread(file, buffer.baseAddress, count, place), 0)
    }
  }

  // MARK: Writing

  /// Stores a picture in place of an earlier one, and removes the pictures beyond the limit. Without permission or space
  /// nothing is stored.
  func store(_ picture: PictureFile, _ header: CacheHeader, _ key: String, now: Double) {
    let head = header.encoded
    guard head.count <= CacheHeader.largest, picture.byteCount <= max(byteLimit, 0) - head.count,
      prepareFolder()
    else { return }
    let temporary = path("\(Self.temporaryPrefix)\(getpid())-\(UInt64.random(in: 0...UInt64.max))")
    let file = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard file >= 0 else { return }
    defer { close(file) }
    var isWritten = write(head, to: file)
    var place = 0
    while isWritten, place < picture.byteCount {
      let part = bytes(of: picture.descriptor, at: place, count: 1 << 18)
      isWritten = !part.isEmpty && write(part, to: file)
      place += part.count
    }
    touch(file, now)
    guard isWritten, rename(temporary, path(key)) == 0 else {
      unlink(temporary)
      return
    }
    trim(now: now)
  }

  func remove(_ key: String) { unlink(path(key)) }

  /// Removes all pictures.
  func removeAll() { for file in files() { unlink(path(file.name)) } }

  private func write(_ bytes: [UInt8], to file: Int32) -> Bool {
    var written = 0
    while written < bytes.count {
      let count = bytes.withUnsafeBytes { Glibc.write(file, $0.baseAddress! + written, $0.count - written) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return false }
      written += count
    }
    return true
  }

  /// Sets the time of the last use.
  private func touch(_ file: Int32, _ now: Double) {
    guard now.isFinite, abs(now) < 1e11 else { return }
    let second = now.rounded(.down)
    let time = timespec(tv_sec: Int(second), tv_nsec: Int((now - second) * 1e9))
    _ = [time, time].withUnsafeBufferPointer { futimens(file, $0.baseAddress) }
  }

  /// Creates the folder if it is missing, for the user only. A folder of another user is not used.
  private func prepareFolder() -> Bool {
    guard folder.hasPrefix("/") else { return false }
    var parent = ""
    for part in folder.split(separator: "/") {
      parent += "/\(part)"
      mkdir(parent, 0o700)
    }
    var status = stat()
    guard lstat(folder, &status) == 0, status.st_mode & S_IFMT == S_IFDIR, status.st_uid == geteuid()
    else { return false }
    return status.st_mode & 0o077 == 0 || chmod(folder, 0o700) == 0
  }

  // MARK: The limit

  private static let temporaryPrefix = "new-"
  /// The age after which the unfinished file of a process that ended is removed, in seconds.
  private static let longestWrite = 3600.0

  /// Removes pictures until the rest fits the limits: of the domain with the most bytes or files, the picture that was used least
  /// recently. So a server with many pictures does not remove those of others.
  private func trim(now: Double) {
    var files = files()
    for file in files where file.name.hasPrefix(Self.temporaryPrefix) && now - file.used > Self.longestWrite {
      unlink(path(file.name))
    }
    files.removeAll { $0.name.hasPrefix(Self.temporaryPrefix) }
    var total = files.reduce(0) { $0.addingReportingOverflow($1.byteCount).partialValue }
    var count = files.count
    guard total > byteLimit || count > fileLimit else { return }
    // The pictures of each domain, the one that was used least recently last.
    var sites = Dictionary(grouping: files) { $0.name.prefix(Self.siteLength) }.mapValues { files in
      Site(files: files.sorted { ($1.used, $1.name) < ($0.used, $0.name) })
    }
    while total > byteLimit || count > fileLimit {
      let isOverBytes = total > byteLimit
      let largest = sites.max { first, second in
        let (one, other) = (first.value, second.value)
        let isSmaller =
          isOverBytes
          ? (one.byteCount, one.files.count) < (other.byteCount, other.files.count)
          : (one.files.count, one.byteCount) < (other.files.count, other.byteCount)
        let isEqual = one.byteCount == other.byteCount && one.files.count == other.files.count
        return isEqual ? first.key > second.key : isSmaller
      }
      guard let site = largest?.key, let file = sites[site]?.removeOldest() else { return }
      unlink(path(file.name))
      total -= file.byteCount
      count -= 1
    }
  }

  private typealias File = (name: String, byteCount: Int, used: Double)

  /// The pictures of a domain.
  private struct Site {
    private(set) var files: [File]
    private(set) var byteCount: Int

    /// - Parameter files: The pictures, the one that was used least recently last.
    init(files: [File]) {
      self.files = files
      byteCount = files.reduce(0) { $0.addingReportingOverflow($1.byteCount).partialValue }
    }

    mutating func removeOldest() -> File? {
      guard let file = files.popLast() else { return nil }
      byteCount -= file.byteCount
      return file
    }
  }

  /// Returns the files of the folder with their times of last use.
  private func files() -> [File] {
    guard let list = opendir(folder) else { return [] }
    defer { closedir(list) }
    var files: [File] = []
    while let item = readdir(list) {
      let name = withUnsafeBytes(of: item.pointee.d_name) {
        String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
      }
      var status = stat()
      guard fstatat(dirfd(list), name, &status, AT_SYMLINK_NOFOLLOW) == 0, status.st_mode & S_IFMT == S_IFREG
      else { continue }
      let used = Double(status.st_mtim.tv_sec) + Double(status.st_mtim.tv_nsec) / 1e9
      files.append((name, Int(status.st_size), used))
    }
    return files
  }

  private func path(_ name: String) -> String { "\(folder)/\(name)" }
}
