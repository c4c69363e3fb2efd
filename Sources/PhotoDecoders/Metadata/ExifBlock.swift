package import DecoderProtocol
package import Geometry

/// The orientation, the embedded thumbnail and the date from an image's EXIF data.
package struct ExifBlock {
  /// The rotation and mirroring that turn the stored image upright.
  package private(set) var orientation = ImageOrientation.upright
  /// The place of the orientation, relative to the start of the block; `nil` if the block does not state it as a number of two
  /// bytes.
  package private(set) var orientationPlace: OrientationPlace?
  /// The byte range of the embedded JPEG thumbnail, relative to the start of the block.
  package private(set) var thumbnail: Range<Int>?
  /// The time at which the photo was taken, in seconds since 1970 in the camera's local time.
  package private(set) var taken: Int?

  /// Reads a TIFF structure. Invalid entries are ignored.
  package init(tiff: UnsafeRawBufferPointer) {
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
    func date(_ entry: Int) -> Int? {
      guard number(entry + 2, 2) == 2, number(entry + 4, 4) ?? 0 >= 19, let start = number(entry + 8, 4)
      else {
        return nil
      }
      return tiff.part(start, 19).flatMap { Self.seconds($0) }
    }
    var changed: Int?
    var details: Int?
    for entry in main {
      switch number(entry, 2) {
      case 0x0112:
        orientation = value(entry).flatMap(ImageOrientation.init(rawValue:)) ?? .upright
        // One number of type SHORT.
        if number(entry + 2, 2) == 3, number(entry + 4, 4) == 1, number(entry + 8, 2) != nil {
          orientationPlace = OrientationPlace(offset: entry + 8, isLittleEndian: isLittleEndian)
        }
      case 0x0132: changed = date(entry)
      case 0x8769: details = value(entry)
      default: break
      }
    }
    if let details, let entries = entries(of: details) {
      for entry in entries where number(entry, 2) == 0x9003 { taken = date(entry) }
    }
    taken = taken ?? changed
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

  /// Parses a time such as `2024:07:19 18:30:05`. Returns `nil` if the time is invalid; cameras without a
  /// clock write zeros.
  private static func seconds(_ text: UnsafeRawBufferPointer) -> Int? {
    let fields = [(0, 4), (5, 2), (8, 2), (11, 2), (14, 2), (17, 2)].map { start, count -> Int? in
      var value = 0
      for byte in text[start..<(start + count)] {
        guard (0x30...0x39).contains(byte) else { return nil }
        value = value * 10 + Int(byte) - 0x30
      }
      return value
    }
    let values = fields.compactMap(\.self)
    guard values.count == 6, values[0] > 0, (1...12).contains(values[1]), (1...31).contains(values[2]),
      values[3] < 24, values[4] < 60, values[5] <= 60
    else { return nil }
    // The number of days since March 1 of the year 0. In years that begin in March the leap day comes last.
    let year = values[1] > 2 ? values[0] : values[0] - 1
    let month = (values[1] + 9) % 12
    let days = year * 365 + year / 4 - year / 100 + year / 400 + (month * 153 + 2) / 5 + values[2] - 1
    return (days - 719_468) * 86400 + values[3] * 3600 + values[4] * 60 + values[5]
  }
}
