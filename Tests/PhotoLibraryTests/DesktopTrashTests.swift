import Foundation
import PhotoLibrary
import TestSupport
import Testing

/// The trash of the desktop, by its files on the disk.
struct DesktopTrashTests {
  private let folder: TemporaryFolder
  private let data: String
  private let trash: DesktopTrash
  private var operations: FileOperations

  init() throws {
    folder = try TemporaryFolder()
    data = folder.path + "/data/share"
    try folder.add("photos/1.jpg", "one")
    // 2024-07-19 18:30:05 UTC.
    trash = DesktopTrash(dataFolder: Array(data.utf8), now: { 1_721_413_805 })
    operations = FileOperations(trash: trash)
  }

  private func photo(_ name: String) -> Photo { Photo(path: folder.path + "/photos/" + name) }
  private func content(_ path: String) -> String? { try? String(contentsOfFile: path, encoding: .utf8) }
  /// Reads a file whose path need not be UTF-8.
  private static func content(_ path: [UInt8]) -> String? {
    let file = (path + [0]).withUnsafeBytes {
      open($0.assumingMemoryBound(to: CChar.self).baseAddress!, O_RDONLY)
    }
    guard file >= 0 else { return nil }
    defer { close(file) }
    var bytes = [UInt8](repeating: 0, count: 4096)
    return String(decoding: bytes[..<max(0, read(file, &bytes, bytes.count))], as: UTF8.self)
  }
  private func names(_ path: String) -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
  }

  private var date: String {
    let format = DateFormatter()
    format.locale = Locale(identifier: "en_US_POSIX")
    format.dateFormat = "yyyy-MM-dd'T'HH:mm:ss"
    return format.string(from: Date(timeIntervalSince1970: 1_721_413_805))
  }

  @Test("A file in the trash has a record of its path and of the time, and loses it when it is restored")
  mutating func record() throws {
    try operations.moveToTrash(photo("1.jpg"))
    #expect(names(folder.path + "/photos") == [])
    #expect(content(data + "/Trash/files/1.jpg") == "one")
    #expect(
      content(data + "/Trash/info/1.jpg.trashinfo")
        == "[Trash Info]\nPath=\(folder.path)/photos/1.jpg\nDeletionDate=\(date)\n")
    let attributes = try FileManager.default.attributesOfItem(atPath: data + "/Trash")
    #expect(attributes[.posixPermissions] as? Int == 0o700)
    try operations.undo()
    #expect(content(folder.path + "/photos/1.jpg") == "one")
    #expect(names(data + "/Trash/files") == [] && names(data + "/Trash/info") == [])
  }

  @Test("Files of the same name get numbers in the trash, and each comes back with its content")
  mutating func collisions() throws {
    for text in ["a", "b", "c"] {
      try folder.add("photos/1.jpg", text)
      try operations.moveToTrash(photo("1.jpg"))
    }
    // A record without a file, and a file without a record, reserve their names.
    try folder.add("data/share/Trash/info/2.jpg.trashinfo", "")
    try folder.add("data/share/Trash/files/2.2.jpg", "")
    try folder.add("photos/2.jpg", "d")
    try operations.moveToTrash(photo("2.jpg"))
    #expect(names(data + "/Trash/files") == ["1.2.jpg", "1.3.jpg", "1.jpg", "2.2.jpg", "2.3.jpg"])
    #expect(
      names(data + "/Trash/info")
        == ["1.2.jpg", "1.3.jpg", "1.jpg", "2.3.jpg", "2.jpg"].map { $0 + ".trashinfo" })
    try operations.undo()
    #expect(content(folder.path + "/photos/2.jpg") == "d")
    for text in ["c", "b", "a"] {
      try operations.undo()
      #expect(content(folder.path + "/photos/1.jpg") == text)
      try folder.remove("photos/1.jpg")
    }
  }

  @Test("The path of any name is escaped, and a name of 255 bytes fits with its record")
  func names() throws {
    let long = [UInt8](repeating: 0x78, count: 251) + Array(".jpg".utf8)
    let names: [(name: [UInt8], escaped: String)] = [
      (Array("a b%ü.jpg".utf8), "a%20b%25%C3%BC.jpg"), ([0xFF, 0x0A, 0x2E, 0x6A], "%FF%0A.j"),
      (long, String(decoding: long, as: UTF8.self)),
    ]
    for (name, escaped) in names {
      let path = Array((folder.path + "/photos/").utf8) + name
      let file = (path + [0]).withUnsafeBytes {
        open($0.assumingMemoryBound(to: CChar.self).baseAddress!, O_WRONLY | O_CREAT, 0o600)
      }
      try #require(file >= 0)
      close(file)
      let trashed = try trash.trash(path)
      let trashedName = trashed[(trashed.lastIndex(of: 0x2F)! + 1)...]
      let record = try #require(
        Self.content(Array((data + "/Trash/info/").utf8) + trashedName + Array(".trashinfo".utf8)))
      #expect(record.contains("/photos/\(escaped)\n"))
      try trash.restore(trashed, to: path)
      #expect(self.names(data + "/Trash/info") == [])
      _ = (path + [0]).withUnsafeBytes { unlink($0.assumingMemoryBound(to: CChar.self).baseAddress!) }
    }
  }

  @Test("A link is put into the trash itself, and a missing file is an error")
  mutating func links() throws {
    symlink("1.jpg", folder.path + "/photos/link.jpg")
    try operations.moveToTrash(photo("link.jpg"))
    #expect(content(folder.path + "/photos/1.jpg") == "one")
    try operations.undo()
    #expect(content(folder.path + "/photos/link.jpg") == "one")
    let missing = photo("no.jpg")
    #expect(throws: FileOperationError.notFound(path: missing.path)) {
      try operations.moveToTrash(missing)
    }
  }

  @Test("A file in the way of a restored one stays, and the file stays in the trash")
  func occupied() throws {
    let path = photo("1.jpg").pathBytes
    let trashed = try trash.trash(path)
    try folder.add("photos/1.jpg", "new")
    #expect(throws: FileOperationError.exists(path: photo("1.jpg").path)) {
      try trash.restore(trashed, to: path)
    }
    #expect(content(folder.path + "/photos/1.jpg") == "new")
    #expect(names(data + "/Trash/info") == ["1.jpg.trashinfo"])
  }

  // MARK: The top folder of a file system

  /// A trash for files of a file system whose top folder is the temporary folder.
  private func topTrash(user: uid_t = getuid()) -> DesktopTrash {
    DesktopTrash(dataFolder: Array(data.utf8), now: { 0 }, user: user, top: Array((folder.path + "/").utf8))
  }

  private func trashed(by trash: DesktopTrash) throws -> String {
    let path = photo("1.jpg").pathBytes
    let trashed = try trash.trash(path)
    defer { try? trash.restore(trashed, to: path) }
    let shown = String(decoding: trashed, as: UTF8.self)
    let record = shown.replacingOccurrences(of: "/files/", with: "/info/") + ".trashinfo"
    #expect(content(shown) == "one")
    #expect(content(record)?.contains("\nPath=photos/1.jpg\n") == true)
    return String(shown.dropFirst(folder.path.count + 1))
  }

  @Test("The folder of the administrator is used if it is sticky and no link; otherwise the user's own one")
  func sharedFolder() throws {
    try folder.addFolder(".Trash")
    let shared = folder(".Trash")
    let user = getuid()
    chmod(shared, 0o777)
    #expect(try trashed(by: topTrash()) == ".Trash-\(user)/files/1.jpg")
    chmod(shared, 0o1777)
    #expect(try trashed(by: topTrash()) == ".Trash/\(user)/files/1.jpg")
    let attributes = try FileManager.default.attributesOfItem(atPath: shared + "/\(user)")
    #expect(attributes[.posixPermissions] as? Int == 0o700)
    try folder.rename(".Trash", to: "elsewhere")
    symlink("elsewhere", shared)
    #expect(try trashed(by: topTrash()) == ".Trash-\(user)/files/1.jpg")
  }

  @Test("If the user's folder in that of the administrator is a link, the user's own one is used")
  func linkInSharedFolder() throws {
    try folder.addFolder(".Trash")
    try folder.addFolder("elsewhere")
    chmod(folder(".Trash"), 0o1777)
    symlink("../elsewhere", folder(".Trash/\(getuid())"))
    #expect(try trashed(by: topTrash()) == ".Trash-\(getuid())/files/1.jpg")
    #expect(names(folder("elsewhere")) == [])
  }

  @Test(
    "A trash folder that is a link, or whose parts are links, is refused", arguments: ["", "/files", "/info"])
  func links(part: String) throws {
    let own = ".Trash-\(getuid())"
    try folder.addFolder("elsewhere")
    if !part.isEmpty { try folder.addFolder(own) }
    symlink(folder("elsewhere"), folder(own + part))
    #expect(throws: FileOperationError.notAFolder(path: folder(own))) { try trashed(by: topTrash()) }
    #expect(names(folder("elsewhere")) == [])
    #expect(content(photo("1.jpg").path) == "one")
  }

  @Test("A trash folder of another user is refused")
  func owner() throws {
    // The folder has the name of a user who is not its owner.
    let user = getuid() + 1
    try folder.addFolder(".Trash-\(user)")
    #expect(throws: FileOperationError.notPermitted(path: folder(".Trash-\(user)"))) {
      try trashed(by: topTrash(user: user))
    }
    #expect(content(photo("1.jpg").path) == "one")
  }

  @Test("A trash folder that others can write into is closed for them")
  func permissions() throws {
    let own = ".Trash-\(getuid())"
    try folder.addFolder(own + "/files")
    for name in [own, own + "/files"] { chmod(folder(name), 0o777) }
    #expect(try trashed(by: topTrash()) == own + "/files/1.jpg")
    for name in [own, own + "/files"] {
      let attributes = try FileManager.default.attributesOfItem(atPath: folder(name))
      #expect(attributes[.posixPermissions] as? Int == 0o700)
    }
  }

  @Test("A file comes back from the trash of its file system with undo")
  func undoFromTopFolder() throws {
    var operations = FileOperations(trash: topTrash())
    try operations.moveToTrash(photo("1.jpg"))
    #expect(names(folder.path + "/photos") == [])
    #expect(try operations.undo() == photo("1.jpg"))
    #expect(content(photo("1.jpg").path) == "one")
    #expect(names(folder(".Trash-\(getuid())/info")) == [])
  }

  /// A folder on another file system than the temporary folder; `nil` if there is none.
  private static let otherFolder: String? = {
    var (shared, temporary) = (stat(), stat())
    guard stat("/dev/shm", &shared) == 0, stat(NSTemporaryDirectory(), &temporary) == 0,
      shared.st_dev != temporary.st_dev, access("/dev/shm", W_OK) == 0
    else { return nil }
    return "/dev/shm"
  }()

  @Test(
    "A file on another file system goes to the trash in its top folder, with a relative path",
    .enabled(if: otherFolder != nil))
  func otherFileSystem() throws {
    let top = try #require(Self.otherFolder)
    let own = top + "/trash-test-\(getpid())"
    try FileManager.default.createDirectory(atPath: own, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: own) }
    let path = own + "/shared-\(getpid()).jpg"
    try "two".write(toFile: path, atomically: false, encoding: .utf8)
    let trashed = try trash.trash(Array(path.utf8))
    #expect(names(data + "/Trash/files") == [])
    let shown = String(decoding: trashed, as: UTF8.self)
    #expect(shown.hasPrefix(top + "/.Trash"))
    let record = shown.replacingOccurrences(of: "/files/", with: "/info/") + ".trashinfo"
    #expect(
      content(record)?.contains("\nPath=trash-test-\(getpid())/shared-\(getpid()).jpg\n") == true)
    try trash.restore(trashed, to: Array(path.utf8))
    #expect(content(path) == "two")
    #expect(content(record) == nil)
  }
}
