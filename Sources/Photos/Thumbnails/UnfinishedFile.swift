internal import CSystem
internal import Glibc
internal import Synchronization

/// A file that gets its name when it is complete, so that no program reads a part of it. Only the user can read it.
///
/// Until then it has no name, and the system removes it if the program ends. On a file system without such files, for
/// example NFS, it has a temporary name; if the program ends early, ``removeLeftovers(in:)`` removes it later.
package struct UnfinishedFile: ~Copyable {
  /// A failed system call.
  package struct Failure: Error {
    /// The `errno`.
    package let code: Int32
  }

  package let descriptor: Int32
  private let path: String
  /// The temporary name; `nil` for a file without a name.
  private let temporaryPath: String?

  /// Creates a file.
  ///
  /// - Parameters:
  ///   - path: The path that the complete file gets.
  ///   - folder: The folder of the path, which must exist.
  ///   - hasName: Whether the file has a temporary name at once, for tests.
  package init(_ path: String, in folder: String, hasName: Bool = false) throws(Failure) {
    self.path = path
    let unnamed = hasName ? -1 : csystem_open_unnamed(folder)
    if unnamed >= 0 {
      (descriptor, temporaryPath) = (unnamed, nil)
      return
    }
    guard hasName || errno == EOPNOTSUPP || errno == EISDIR else { throw Failure(code: errno) }
    var other: String
    var named: Int32
    repeat {
      other = Self.randomName(for: path)
      named = open(other, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
    } while named < 0 && errno == EEXIST
    guard named >= 0 else { throw Failure(code: errno) }
    (descriptor, temporaryPath) = (named, other)
  }

  deinit {
    close(descriptor)
    if let temporaryPath { unlink(temporaryPath) }
  }

  /// Gives the file its name. An existing file with this name is replaced in one step.
  package consuming func finish() throws(Failure) {
    if let temporaryPath {
      guard rename(temporaryPath, path) == 0 else { throw Failure(code: errno) }
      return
    }
    if csystem_link(descriptor, path) == 0 { return }
    // Only a rename replaces a file, and it needs a name.
    while errno == EEXIST {
      let other = Self.randomName(for: path)
      guard csystem_link(descriptor, other) == 0 else { continue }
      if rename(other, path) == 0 { return }
      let code = errno
      unlink(other)
      throw Failure(code: code)
    }
    throw Failure(code: errno)
  }

  private static let suffixLength = 6
  private static let suffixCharacters = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789")

  /// Returns a temporary name in the form of mkstemp(3), which other programs use for thumbnails, too.
  private static func randomName(for path: String) -> String {
    path + "."
      + String((0..<suffixLength).map { _ in suffixCharacters[Int.random(in: 0..<suffixCharacters.count)] })
  }

  // MARK: Leftovers

  /// Writing a thumbnail takes less than a second. An unfinished file of this age, in seconds, is not in use.
  private static let longestWrite = 24 * 3600

  private static let cleanedFolders = Mutex<Set<String>>([])

  /// Removes the unfinished thumbnails in a folder that programs have left, once for each folder.
  static func removeLeftovers(in folder: String) {
    guard cleanedFolders.withLock({ $0.insert(folder).inserted }) else { return }
    removeLeftovers(in: folder, olderThan: time(nil) - longestWrite)
  }

  /// Removes the unfinished thumbnails in a folder: regular files of this user with one link and a temporary name.
  ///
  /// - Parameter limit: The time of the last change before which a file is not in use, in seconds since 1970.
  private static func removeLeftovers(in folder: String, olderThan limit: Int) {
    guard let stream = opendir(folder) else { return }
    defer { closedir(stream) }
    while let entry = readdir(stream) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) {
        String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
      }
      guard isTemporary(name) else { continue }
      let path = folder + "/" + name
      var status = stat()
      guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_uid == geteuid(),
        status.st_nlink == 1, status.st_mtim.tv_sec < limit
      else { continue }
      unlink(path)
    }
  }

  /// Whether a name is that of an unfinished thumbnail: an MD5 sum, `.png.` and six letters or digits.
  private static func isTemporary(_ name: String) -> Bool {
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 3 && parts[0].utf8.count == 32
      && parts[0].utf8.allSatisfy { "0123456789abcdef".utf8.contains($0) } && parts[1] == "png"
      && parts[2].utf8.count == suffixLength && parts[2].allSatisfy { suffixCharacters.contains($0) }
  }
}
