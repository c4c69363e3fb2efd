internal import Glibc

/// Changes of JPEG files that state no orientation.
extension OrientationChange {
  /// Creates a change that adds the orientation to a JPEG file: in its EXIF segment, or in a new one.
  ///
  /// The segments of the file are read here, because a decoder that reads hostile files reports only that the orientation is missing.
  /// A new EXIF segment follows the segments of JFIF. In a segment without the entry, a copy of the first directory with the entry is
  /// appended, so that no other byte of the segment moves.
  ///
  /// - Parameter orientation: In `1...8`.
  /// - Returns: `nil` if the file is no JPEG file, or if the segment is damaged, states an orientation, or has no space.
  package static func adding(_ orientation: Int, to photo: Photo) -> OrientationChange? {
    guard (1...8).contains(orientation) else { return nil }
    let file = photo.withCPath { open($0, O_RDONLY | O_CLOEXEC | O_NONBLOCK) }
    guard file >= 0 else { return nil }
    defer { close(file) }
    guard let segments = Segment.all(of: file) else { return nil }
    if let exif = segments.first(where: \.isExif) {
      guard let old = exif.bytes(of: file), let new = withEntry(orientation, in: old) else { return nil }
      return OrientationChange(offset: exif.start, from: old, to: new)
    }
    // JFIF, and its extension with a thumbnail.
    let end = segments.prefix(2).prefix { $0.marker == 0xE0 }.last?.end ?? Segment.startOfImage.count
    guard let old = read(file, 0..<end) else { return nil }
    return OrientationChange(offset: 0, from: old, to: old + exifSegment(orientation))
  }

  private static let exifMark = Array("Exif\0\0".utf8)
  /// The number of bytes of a segment before its content: the marker and the length.
  private static let headLength = 4
  private static let longestSegment = 0xFFFF

  /// A segment of a JPEG file before its image data.
  private struct Segment {
    let marker: UInt8
    /// The number of bytes of the file before the marker, and up to the end of the segment.
    let start, end: Int
    let isExif: Bool

    static let startOfImage: [UInt8] = [0xFF, 0xD8]
    private static let most = 1000

    /// Returns the segments of a file; `nil` if it is no JPEG file.
    static func all(of file: Int32) -> [Segment]? {
      guard read(file, 0..<2) == startOfImage else { return nil }
      var segments: [Segment] = []
      var position = startOfImage.count
      for _ in 0..<most {
        guard let head = read(file, position..<position + headLength), head[0] == 0xFF else { return nil }
        // Any number of fill bytes may precede a marker (ITU T.81, B.1.1.2).
        if head[1] == 0xFF {
          position += 1
          continue
        }
        // The image data begin.
        if head[1] == 0xDA { return segments }
        let length = Int(head[2]) << 8 | Int(head[3])
        guard head[1] >= 0xC0, !(0xD0...0xD9).contains(head[1]), length >= 2 else { return nil }
        let content = position + headLength
        let isExif = head[1] == 0xE1 && read(file, content..<content + exifMark.count) == exifMark
        segments.append(Segment(marker: head[1], start: position, end: position + 2 + length, isExif: isExif))
        position += 2 + length
      }
      return nil
    }

    func bytes(of file: Int32) -> [UInt8]? { read(file, start..<end) }
  }

  /// Reads a part of a file; `nil` if the file ends before.
  private static func read(_ file: Int32, _ range: Range<Int>) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: range.count)
    return pread(file, &bytes, bytes.count, range.lowerBound) == bytes.count ? bytes : nil
  }

  /// Returns an EXIF segment with a directory of one entry.
  private static func exifSegment(_ orientation: Int) -> [UInt8] {
    let tiff = TIFFBytes(isLittleEndian: false)
    let directory = tiff.bytes(1, 2) + tiff.orientation(orientation) + tiff.bytes(0, 4)
    return segment(exifMark + Array("MM".utf8) + tiff.bytes(42, 2) + tiff.bytes(8, 4) + directory)
  }

  private static func segment(_ content: [UInt8]) -> [UInt8] {
    let length = content.count + 2
    return [0xFF, 0xE1, UInt8(length >> 8), UInt8(length & 0xFF)] + content
  }

  /// Returns an EXIF segment with the orientation in addition; `nil` if that is not possible.
  private static func withEntry(_ orientation: Int, in segment: [UInt8]) -> [UInt8]? {
    let start = headLength + exifMark.count
    guard segment.count > start else { return nil }
    var block = Array(segment[start...])
    let order = block.prefix(2)
    guard order == [0x49, 0x49] || order == [0x4D, 0x4D] else { return nil }
    let tiff = TIFFBytes(isLittleEndian: order == [0x49, 0x49])
    guard let first = tiff.number(block[...], at: 4, 4), let count = tiff.number(block[...], at: first, 2)
    else {
      return nil
    }
    let (entriesStart, entriesEnd) = (first + 2, first + 2 + count * TIFFBytes.entryLength)
    guard let next = tiff.number(block[...], at: entriesEnd, 4) else { return nil }
    var entries = stride(from: entriesStart, to: entriesEnd, by: TIFFBytes.entryLength).map {
      Array(block[$0..<$0 + TIFFBytes.entryLength])
    }
    let tags = entries.map { tiff.number($0[...], at: 0, 2) ?? 0 }
    guard !tags.contains(TIFFBytes.orientationTag) else { return nil }
    // Entries are sorted by their tags.
    let place = tags.firstIndex { $0 > TIFFBytes.orientationTag } ?? tags.count
    entries.insert(tiff.orientation(orientation), at: place)
    // Directories begin at even offsets.
    if !block.count.isMultiple(of: 2) { block.append(0) }
    let directory = block.count
    block += tiff.bytes(entries.count, 2) + entries.flatMap(\.self) + tiff.bytes(next, 4)
    block.replaceSubrange(4..<8, with: tiff.bytes(directory, 4))
    guard exifMark.count + block.count + 2 <= longestSegment else { return nil }
    return Self.segment(exifMark + block)
  }
}
