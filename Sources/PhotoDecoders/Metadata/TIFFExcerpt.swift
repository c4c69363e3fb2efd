/// Copies the directories with metadata out of a TIFF file into a short TIFF structure.
///
/// The directories may be anywhere in the file, also behind gigabytes of pixels, and libexif reads structures of limited length only.
struct TIFFExcerpt {
  private let isLittleEndian: Bool
  private var written: [UInt8]

  /// The largest value of an entry that is copied, in bytes. Descriptions are shorter, and pixels and previews are longer.
  private static let longestValue = 8 << 10
  private static let mostEntries = 200
  /// The entries that lead to the directories of EXIF data and of the position.
  private static let directoryTags: Set = [0x8769, 0x8825]

  /// Returns the excerpt; empty if the file is no TIFF file.
  ///
  /// - Parameters:
  ///   - details: A file whose first directory has the EXIF data; `nil` if they are in `file`.
  ///   - position: A file whose first directory has the position; `nil` if it is in `file`.
  static func bytes(
    of file: UnsafeRawBufferPointer, details: UnsafeRawBufferPointer? = nil,
    position: UnsafeRawBufferPointer? = nil
  ) -> [UInt8] {
    guard var excerpt = TIFFExcerpt(file), let first = excerpt.number(4, 4, in: file) else { return [] }
    let others = [(0x8769, details), (0x8825, position)].compactMap { tag, other -> Entry? in
      // All files have the byte order of the first one.
      guard let other, other.number(at: 0, bytes: 2) == file.number(at: 0, bytes: 2),
        let start = excerpt.number(4, 4, in: other)
      else { return nil }
      return Entry(tag: tag, type: 4, count: 1, content: .directory(of: other, at: start))
    }
    excerpt.copy(directoryAt: first, of: file, adding: others, depth: 0)
    return excerpt.written
  }

  private init?(_ bytes: UnsafeRawBufferPointer) {
    let order = bytes.number(at: 0, bytes: 2)
    guard order == 0x4949 || order == 0x4D4D else { return nil }
    isLittleEndian = order == 0x4949
    written = isLittleEndian ? [0x49, 0x49, 42, 0, 8, 0, 0, 0] : [0x4D, 0x4D, 0, 42, 0, 0, 0, 8]
  }

  private func number(_ offset: Int, _ count: Int, in bytes: UnsafeRawBufferPointer) -> Int? {
    bytes.number(at: offset, bytes: count, isLittleEndian: isLittleEndian)
  }

  private func encoded(_ value: Int, _ count: Int) -> [UInt8] {
    let little = (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    return isLittleEndian ? little : little.reversed()
  }

  /// Copies a directory to the end of the excerpt, and then the values and the directories to which its entries refer.
  private mutating func copy(
    directoryAt start: Int, of file: UnsafeRawBufferPointer, adding others: [Entry] = [], depth: Int
  ) {
    guard let count = number(start, 2, in: file) else { return }
    let entries =
      (0..<min(count, Self.mostEntries)).compactMap { index -> Entry? in
        entry(at: start + 2 + index * 12, of: file, depth: depth)
      } + others
    var place = written.count + 2
    written += encoded(entries.count, 2)
    written += [UInt8](repeating: 0, count: entries.count * 12 + 4)
    for entry in entries {
      var field = encoded(entry.tag, 2) + encoded(entry.type, 2) + encoded(entry.count, 4)
      switch entry.content {
      case .value(let value) where value.count <= 4:
        field += value + [UInt8](repeating: 0, count: 4 - value.count)
      case .value(let value):
        field += encoded(written.count, 4)
        written += value + (value.count.isMultiple(of: 2) ? [] : [0])
      case .directory(let file, let start):
        field += encoded(written.count, 4)
        copy(directoryAt: start, of: file, depth: depth + 1)
      }
      written.replaceSubrange(place..<place + 12, with: field)
      place += 12
    }
  }

  private struct Entry {
    enum Content {
      case value([UInt8])
      case directory(of: UnsafeRawBufferPointer, at: Int)
    }
    let tag, type, count: Int
    let content: Content
  }

  /// Reads an entry; `nil` if it is damaged or too long.
  private func entry(at offset: Int, of file: UnsafeRawBufferPointer, depth: Int) -> Entry? {
    guard let tag = number(offset, 2, in: file), let type = number(offset + 2, 2, in: file),
      let count = number(offset + 4, 4, in: file), (1...12).contains(type), count > 0
    else { return nil }
    if Self.directoryTags.contains(tag) {
      guard depth == 0, let start = number(offset + 8, 4, in: file) else { return nil }
      return Entry(tag: tag, type: 4, count: 1, content: .directory(of: file, at: start))
    }
    let sizes = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8]
    let length = count * sizes[type]
    guard length <= Self.longestValue,
      let start = length <= 4 ? offset + 8 : number(offset + 8, 4, in: file),
      let value = file.part(start, length)
    else { return nil }
    return Entry(tag: tag, type: type, count: count, content: .value(Array(value)))
  }
}
