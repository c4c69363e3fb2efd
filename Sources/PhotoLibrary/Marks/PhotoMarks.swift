internal import CommandLineText

/// The photos that the user has marked. A mark survives the end of the program, and renaming or replacing the
/// file.
package struct PhotoMarks: Sendable {
  /// A line of a mark file.
  struct Record: Hashable, Sendable {
    var path: [UInt8]
    var identity: FileIdentity
    /// The size and the modification time of the file; -1 if they were unknown.
    var byteCount: Int64
    var modified: Int64

    init(path: [UInt8], identity: FileIdentity, byteCount: Int64, modified: Int64) {
      (self.path, self.identity, self.byteCount, self.modified) = (path, identity, byteCount, modified)
    }

    init(_ photo: LibraryPhoto) {
      path = photo.photo.pathBytes
      identity = photo.identity
      byteCount = photo.revision?.byteCount ?? -1
      modified = photo.revision?.modified ?? -1
    }

    /// Whether the photo is the marked file under another path. The size and the modification time must be
    /// equal, too, because the file system may reuse the inode of a removed file.
    func isMoved(to photo: LibraryPhoto) -> Bool {
      guard let revision = photo.revision else { return false }
      return photo.identity == identity && revision.byteCount == byteCount && revision.modified == modified
    }
  }

  /// The marked photos of the library.
  package private(set) var photos: Set<PhotoID> = []
  /// The marks of photos that are not in the library at present.
  private var absent: [Record] = []

  /// Creates an empty set.
  package init() {}

  /// Whether a photo is marked.
  package func contains(_ photo: PhotoID) -> Bool { photos.contains(photo) }

  /// Marks a photo, or removes its mark.
  package mutating func set(_ photo: PhotoID, isMarked: Bool) {
    if isMarked { photos.insert(photo) } else { photos.remove(photo) }
  }

  /// Follows a change of the library's list. Marks of photos that the library adds become active. Marks of
  /// photos that it removes are kept for later.
  ///
  /// - Parameters:
  ///   - old: The list before the change.
  ///   - update: The change, with the new list.
  package mutating func follow(_ old: [LibraryPhoto], _ update: PhotoLibrary.Update) {
    for index in update.change.removals where photos.remove(old[index].id) != nil {
      absent.append(Record(old[index]))
    }
    guard !absent.isEmpty else { return }
    // All photos are checked, not only new ones: the version of a photo may become known after the photo was
    // added.
    let isNew = Set(update.change.insertions)
    let byPath = Dictionary(absent.enumerated().map { ($0.element.path, $0.offset) }) { first, _ in first }
    let byFile = Dictionary(absent.enumerated().map { ($0.element.identity, $0.offset) }) { first, _ in first
    }
    var found: Set<Int> = []
    for (index, photo) in update.photos.enumerated() {
      if isNew.contains(index), let place = byPath[photo.photo.pathBytes] {
        photos.insert(photo.id)
        found.insert(place)
      } else if let place = byFile[photo.identity], absent[place].isMoved(to: photo), !found.contains(place) {
        photos.insert(photo.id)
        found.insert(place)
      }
    }
    if !found.isEmpty { absent = absent.indices.filter { !found.contains($0) }.map { absent[$0] } }
  }

  // MARK: The file

  private static let head = "carousel-marks 1"

  /// Returns the content of a mark file. Each line has the device, the inode, the size, the modification time
  /// and the path. All bytes of the path but letters, digits and `-._~/` are escaped.
  ///
  /// - Parameter photos: The photos of the library.
  package func fileContent(_ photos: [LibraryPhoto]) -> [UInt8] {
    let records = absent + photos.filter { self.photos.contains($0.id) }.map { Record($0) }
    let lines = records.map { record in
      "\(record.identity.device) \(record.identity.inode) \(record.byteCount) \(record.modified) "
        + PercentEncoding.escaped(record.path)
    }
    return Array(([Self.head] + lines.sorted()).map { $0 + "\n" }.joined().utf8)
  }

  /// Parses the content of a mark file. Invalid lines are ignored.
  ///
  /// - Returns: `nil` if the content is not a mark file of this version.
  package init?(fileContent: [UInt8]) {
    let lines = fileContent.split(separator: UInt8(ascii: "\n"))
    guard let head = lines.first, Array(head) == Array(Self.head.utf8) else { return nil }
    absent = lines.dropFirst().compactMap { Self.record($0) }
  }

  private static func record(_ line: ArraySlice<UInt8>) -> Record? {
    let words = line.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
    guard words.count == 5, let path = PercentEncoding.unescaped(words[4]), !path.isEmpty, !path.contains(0)
    else {
      return nil
    }
    func number<Value: FixedWidthInteger>(_ word: ArraySlice<UInt8>) -> Value? {
      Value(String(decoding: word, as: UTF8.self))
    }
    guard let device: UInt64 = number(words[0]), let inode: UInt64 = number(words[1]),
      let byteCount: Int64 = number(words[2]), let modified: Int64 = number(words[3])
    else { return nil }
    return Record(
      path: path, identity: FileIdentity(device: device, inode: inode), byteCount: byteCount,
      modified: modified)
  }
}
