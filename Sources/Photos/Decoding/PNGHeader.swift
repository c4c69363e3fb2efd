/// The size and the orientation of a PNG file, parsed without libpng.
struct PNGHeader {
  let width: Int
  let height: Int
  let isInterlaced: Bool
  let orientation: Orientation

  /// Reads the size, and searches the chunks for EXIF data, which may follow the image data.
  ///
  /// - Throws: ``PhotoError/damaged(path:detail:)`` if the header chunk is invalid, and the errors of
  ///   ``ImageFile/read(_:from:)``.
  init(_ file: ImageFile) throws(PhotoError) {
    let start = try file.read(33)
    let bytes = start.bytes
    guard bytes.number(at: 8, bytes: 4) == 13, bytes.number(at: 12, bytes: 4) == Self.name("IHDR"),
      let width = bytes.number(at: 16, bytes: 4), let height = bytes.number(at: 20, bytes: 4),
      let interlace = bytes.number(at: 28, bytes: 1), width > 0, height > 0, width <= Int(Int32.max),
      height <= Int(Int32.max)
    else {
      throw .damaged(path: file.path, detail: "the file ends before the image data, or its header is invalid")
    }
    self.width = width
    self.height = height
    isInterlaced = interlace != 0
    orientation = try Self.orientation(in: file)
  }

  /// More chunks than an encoder writes; chunks of 8 KiB would add up to 800 MB.
  private static let chunkLimit = 100_000
  /// The largest size of EXIF data in a JPEG, in bytes.
  private static let exifLimit = 64 << 10

  private static func orientation(in file: ImageFile) throws(PhotoError) -> Orientation {
    var position = 33
    for _ in 0..<chunkLimit {
      let head = try file.read(8, from: position)
      guard let length = head.bytes.number(at: 0, bytes: 4), let kind = head.bytes.number(at: 4, bytes: 4),
        kind != name("IEND")
      else { break }
      if kind == name("eXIf") {
        let block = try file.read(min(length, exifLimit), from: position + 8)
        return ExifBlock(tiff: block.bytes).orientation
      }
      position += 12 + length
    }
    return .upright
  }

  private static func name(_ name: StaticString) -> Int {
    name.withUTF8Buffer { $0.reduce(0) { $0 << 8 | Int($1) } }
  }
}
