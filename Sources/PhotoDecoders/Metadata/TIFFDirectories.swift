internal import Geometry

/// The entries of a TIFF file's directories that locate the previews in a camera's raw file.
struct TIFFDirectories {
  /// Whether the file is a raw file of a camera.
  private var isRaw = false
  /// The rotation and mirroring that turn the image upright.
  private(set) var orientation = ImageOrientation.upright
  /// The XMP packet and the IPTC data; empty if there are none.
  private(set) var xmp: [UInt8] = []
  private(set) var iptc: [UInt8] = []
  /// The number of pixels of the largest image that a directory states; 0 if none states its size.
  private(set) var pixelCount = 0
  private var previews: [UnsafeRawBufferPointer] = []
  private let bytes: UnsafeRawBufferPointer
  private let isLittleEndian: Bool

  /// Whether a file is a raw file of a camera.
  static func isRaw(_ bytes: UnsafeRawBufferPointer) -> Bool { TIFFDirectories(bytes).isRaw }

  /// Reads the directories. Invalid entries are ignored.
  init(_ bytes: UnsafeRawBufferPointer) {
    self.bytes = bytes
    isLittleEndian = bytes.number(at: 0, bytes: 2) == 0x4949
    // ORF and RW2 files have their own magic numbers. CR2 files have a mark after the header.
    let magic = number(2, 2)
    isRaw = magic == 0x4F52 || magic == 0x5352 || magic == 0x55 || bytes.has("CR", at: 8)
    var pending = [number(4, 4) ?? 0]
    var seen: Set<Int> = []
    while let start = pending.popLast(), seen.count < Self.directoryLimit {
      guard start > 0, seen.insert(start).inserted else { continue }
      read(start, isFirst: seen.count == 1, &pending)
    }
  }

  /// The largest number of directories that are read. Cameras write at most ten.
  private static let directoryLimit = 40
  private static let entryLimit = 1000
  /// The largest width and height, in pixels.
  private static let longestSide = 1 << 20

  /// The largest embedded JPEG file.
  var largestPreview: UnsafeRawBufferPointer? { RawFile.largest(of: previews) }

  private func number(_ offset: Int, _ count: Int) -> Int? {
    bytes.number(at: offset, bytes: count, isLittleEndian: isLittleEndian)
  }

  /// Returns the first values of an entry.
  private func values(_ entry: Int) -> [Int] {
    guard let type = number(entry + 2, 2), let count = number(entry + 4, 4) else { return [] }
    let size = type == 3 ? 2 : type == 1 || type == 7 ? 1 : 4
    let used = min(count, 16)
    guard let start = count * size <= 4 ? entry + 8 : number(entry + 8, 4) else { return [] }
    return (0..<used).compactMap { number(start + $0 * size, size) }
  }

  private mutating func read(_ start: Int, isFirst: Bool, _ pending: inout [Int]) {
    guard let count = number(start, 2) else { return }
    var compression = 0
    var (width, height) = (0, 0)
    var strips: [Int] = []
    var stripCounts: [Int] = []
    var jpegStart: Int?
    var jpegCount: Int?
    for index in 0..<min(count, Self.entryLimit) {
      let entry = start + 2 + index * 12
      guard let tag = number(entry, 2) else { break }
      let values = values(entry)
      switch tag {
      // RW2 files state the size of the sensor.
      case 0x0100, 0x0002: width = min(values.first ?? 0, Self.longestSide)
      case 0x0101, 0x0003: height = min(values.first ?? 0, Self.longestSide)
      case 0x002E:  // RW2: the JPEG itself
        if let offset = number(entry + 8, 4), let size = number(entry + 4, 4) { add(offset, size) }
      case 0x0103: compression = values.first ?? 0
      case 0x0106: if values.first == 32803 { isRaw = true }  // a color filter array
      case 0x0111: strips = values
      case 0x0112:
        if isFirst { orientation = values.first.flatMap(ImageOrientation.init(rawValue:)) ?? .upright }
      case 0x0117: stripCounts = values
      case 0x014A: pending += values
      case 0x02BC: if isFirst { xmp = block(entry) }
      case 0x83BB: if isFirst { iptc = block(entry) }
      case 0x0201: jpegStart = values.first
      case 0x0202: jpegCount = values.first
      case 0xC612: isRaw = true  // DNG
      default: break
      }
    }
    pixelCount = max(pixelCount, width * height)
    if let jpegStart, let jpegCount { add(jpegStart, jpegCount) }
    if compression == 6 || compression == 7, strips.count == 1, stripCounts.count == 1 {
      add(strips[0], stripCounts[0])
    }
    if let next = number(start + 2 + count * 12, 4) { pending.append(next) }
  }

  /// Returns the value of an entry of bytes, or of numbers of four bytes that stand for bytes.
  private func block(_ entry: Int) -> [UInt8] {
    guard let type = number(entry + 2, 2), let count = number(entry + 4, 4), let start = number(entry + 8, 4)
    else { return [] }
    return MetadataBlocks.copy(bytes.part(start, count * (type == 4 ? 4 : 1)))
  }

  private mutating func add(_ start: Int, _ count: Int) {
    if let part = bytes.part(start, count) { previews.append(part) }
  }
}
