internal import Glibc

/// The names in a folder that may be photos or folders, in the order of the file system. Listing needs no
/// system call per name.
struct FolderListing {
  /// A name in a folder, with the inode of the entry.
  struct Name {
    let bytes: [UInt8]
    let inode: UInt64
  }

  /// Regular files with the names of images.
  private(set) var images: [Name] = []
  /// Folders.
  private(set) var folders: [[UInt8]] = []
  /// Links, and entries of a type that the file system does not report, with the extension of an image.
  private(set) var unclearImages: [Name] = []
  /// Links, and entries of a type that the file system does not report, with other names. They may be
  /// folders.
  private(set) var unclearOthers: [[UInt8]] = []
  /// Identifies the folder.
  let identity: FileIdentity

  /// Reads the names in a folder.
  ///
  /// - Parameters:
  ///   - folder: The path, which ends in a slash.
  ///   - showsHidden: Whether names that start with a dot are listed.
  ///   - isWanted: Called every 4096 names; returning `false` ends the listing early.
  init(of folder: [UInt8], showsHidden: Bool, isWanted: () -> Bool) throws(LibraryProblem) {
    let descriptor = folder.withCPath { open($0, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NONBLOCK) }
    guard descriptor >= 0 else { throw .from(errno: errno, operation: "opened", path: folder) }
    guard let stream = fdopendir(descriptor) else {
      let code = errno
      close(descriptor)
      throw .from(errno: code, operation: "read", path: folder)
    }
    defer { closedir(stream) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else {
      throw .from(errno: errno, operation: "read", path: folder)
    }
    identity = FileIdentity(device: UInt64(status.st_dev), inode: UInt64(status.st_ino))
    let point = UInt8(ascii: ".")
    var count = 0
    while true {
      errno = 0
      guard let entry = readdir(stream) else {
        guard errno == 0 else { throw .from(errno: errno, operation: "read", path: folder) }
        return
      }
      count += 1
      if count.isMultiple(of: 4096), !isWanted() { return }
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) }
      if name.first == point, !showsHidden || name == [point] || name == [point, point] { continue }
      add(name, UInt64(entry.pointee.d_ino), type: Int(entry.pointee.d_type))
    }
  }

  private mutating func add(_ name: [UInt8], _ inode: UInt64, type: Int) {
    let isImage = PhotoFileName.isImage(name)
    switch type {
    case Int(DT_DIR): folders.append(name)
    case Int(DT_REG): if isImage { images.append(Name(bytes: name, inode: inode)) }
    case Int(DT_LNK), Int(DT_UNKNOWN):
      if isImage {
        unclearImages.append(Name(bytes: name, inode: inode))
      } else {
        unclearOthers.append(name)
      }
    default: break
    }
  }
}

extension FileIdentity {
  /// Reads the identity of a folder. It follows links. Fails if there is nothing at the path.
  init?(ofFolder path: [UInt8]) {
    var status = stat()
    guard path.withCPath({ stat($0, &status) }) == 0 else { return nil }
    self.init(device: UInt64(status.st_dev), inode: UInt64(status.st_ino))
  }
}

extension [UInt8] {
  /// Calls `body` with the bytes as a C string.
  func withCPath<Result>(_ body: (UnsafePointer<CChar>) throws -> Result) rethrows -> Result {
    try (self + [0]).withUnsafeBytes { try body($0.assumingMemoryBound(to: CChar.self).baseAddress!) }
  }
}

/// The kind of file at a path.
enum FileKind {
  case file(FileRevision)
  case folder
  /// A socket, pipe or device.
  case other
  /// A link without a target. It is listed, so that its view can show the error.
  case brokenLink
  case nothing(code: Int32)

  /// Reads the kind of the file at a path. It follows links and opens nothing. The call may block.
  init(at path: [UInt8]) {
    var status = stat()
    if path.withCPath({ stat($0, &status) }) == 0 {
      switch status.st_mode & S_IFMT {
      case S_IFREG: self = .file(FileRevision(status))
      case S_IFDIR: self = .folder
      default: self = .other
      }
      return
    }
    let code = errno
    if path.withCPath({ lstat($0, &status) }) == 0, status.st_mode & S_IFMT == S_IFLNK {
      self = .brokenLink
    } else {
      self = .nothing(code: code)
    }
  }
}
