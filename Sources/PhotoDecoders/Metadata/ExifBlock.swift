/// The orientation and the embedded thumbnail from an image's EXIF data.
struct ExifBlock {
  /// How to turn the stored image upright.
  private(set) var orientation = Orientation.upright
  /// The byte range of the embedded JPEG thumbnail, relative to the start of the block.
  private(set) var thumbnail: Range<Int>?

  /// Reads a TIFF structure. Invalid entries are ignored.
  init(tiff: UnsafeRawBufferPointer) {
    let isLittleEndian: Bool
    switch tiff.number(at: 0, bytes: 2) {
    case 0x4949: isLittleEndian = true
    case 0x4D4D: isLittleEndian = false
    default: return
    }
    func number(_ offset: Int, _ bytes: Int) -> Int? {
      tiff.number(at: offset, bytes: bytes, isLittleEndian: isLittleEndian)
    }
    // A value of type SHORT (3) uses the first two of the four value bytes.
    func value(_ entry: Int) -> Int? { number(entry + 8, number(entry + 2, 2) == 3 ? 2 : 4) }
    func entries(of directory: Int) -> StrideTo<Int>? {
      number(directory, 2).map { stride(from: directory + 2, to: directory + 2 + 12 * $0, by: 12) }
    }

    guard let first = number(4, 4), let main = entries(of: first), let mainCount = number(first, 2) else {
      return
    }
    for entry in main where number(entry, 2) == 0x0112 {
      orientation = value(entry).flatMap(Orientation.init(rawValue:)) ?? .upright
    }
    guard let second = number(first + 2 + 12 * mainCount, 4), second != 0, let small = entries(of: second)
    else { return }
    var start: Int?
    var count: Int?
    for entry in small {
      switch number(entry, 2) {
      case 0x0201: start = value(entry)
      case 0x0202: count = value(entry)
      case nil: return
      default: break
      }
    }
    if let start, let count, count > 0, start <= tiff.count, count <= tiff.count - start {
      thumbnail = start..<(start + count)
    }
  }
}
