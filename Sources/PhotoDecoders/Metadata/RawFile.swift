internal import Geometry

/// The embedded JPEG files and the metadata of a camera's raw file.
struct RawFile {
  /// The largest embedded JPEG file; `nil` if there is none.
  let preview: UnsafeRawBufferPointer?
  /// The number of pixels of the sensor; 0 if it is not known.
  let pixelCount: Int
  /// The orientation of an embedded file that states none.
  let orientation: ImageOrientation
  /// The time at which the photo was taken, in seconds since 1970; `nil` if the embedded file states it.
  let taken: Int?
  /// The metadata of a CR3 file; `nil` for others.
  private let boxed: MetadataBlocks?
  /// The file, if it is a TIFF file.
  private let tiff: UnsafeRawBufferPointer?

  /// Whether a file is a raw file in a format of its own. The other raw files are TIFF files.
  static func hasOwnFormat(_ bytes: UnsafeRawBufferPointer) -> Bool { isRAF(bytes) || isCR3(bytes) }

  private static func isRAF(_ bytes: UnsafeRawBufferPointer) -> Bool { bytes.has("FUJIFILMCCD-RAW") }

  private static func isCR3(_ bytes: UnsafeRawBufferPointer) -> Bool { bytes.has("ftypcrx ", at: 4) }

  /// Finds the parts of a file. Damaged parts are missing.
  init(_ bytes: UnsafeRawBufferPointer) {
    if Self.isRAF(bytes) {
      self.init(raf: bytes)
    } else if Self.isCR3(bytes) {
      self.init(cr3: bytes)
    } else {
      self.init(tiff: bytes)
    }
  }

  private init(tiff bytes: UnsafeRawBufferPointer) {
    let directories = TIFFDirectories(bytes)
    (preview, orientation) = (directories.largestPreview, directories.orientation)
    taken = ExifBlock(tiff: bytes).taken
    (boxed, tiff, pixelCount) = (nil, bytes, directories.pixelCount)
  }

  /// The stored metadata; `nil` if the embedded file has them.
  var metadata: MetadataBlocks? {
    guard let tiff else { return boxed }
    let directories = TIFFDirectories(tiff)
    var blocks = MetadataBlocks()
    blocks.exif = TIFFExcerpt.bytes(of: tiff)
    (blocks.xmp, blocks.iptc) = (directories.xmp, directories.iptc)
    return blocks
  }

  /// A file of Fujifilm: its header states the place of one JPEG file, which has the metadata.
  private init(raf bytes: UnsafeRawBufferPointer) {
    var preview: UnsafeRawBufferPointer?
    if let start = bytes.number(at: 84, bytes: 4), let count = bytes.number(at: 88, bytes: 4) {
      preview = Self.largest(of: [bytes.part(start, count)])
    }
    (self.preview, orientation, taken) = (preview, .upright, nil)
    (boxed, tiff, pixelCount) = (nil, nil, 0)
  }

  /// A file of Canon in the ISO base media format: a track with one JPEG file, and smaller ones in boxes of Canon.
  private init(cr3 bytes: UnsafeRawBufferPointer) {
    let boxes = MediaBox.boxes(in: bytes)
    let movie = boxes.first { $0.kind == "moov" }?.boxes() ?? []
    // A box `uuid` has an identifier of 16 bytes before its content.
    let blocks = movie.filter { $0.kind == "uuid" }.flatMap { $0.boxes(after: 16) }
    func block(_ kind: String) -> UnsafeRawBufferPointer? { blocks.first { $0.kind == kind }?.content }
    let tracks = MediaTrack.tracks(of: bytes, samples: 1).compactMap(\.samples.first).map {
      bytes.part($0.lowerBound, $0.count)
    }
    let previews = boxes.filter { $0.kind == "uuid" }.map(\.content)
    let embedded = (previews + [block("THMB")]).map { Self.jpeg(in: $0) }
    preview = Self.largest(of: tracks + embedded)
    var metadata = MetadataBlocks()
    if let main = block("CMT1") {
      metadata.exif = TIFFExcerpt.bytes(of: main, details: block("CMT2"), position: block("CMT4"))
    }
    let exif = metadata.exif.withUnsafeBytes { ExifBlock(tiff: $0) }
    (orientation, taken) = (exif.orientation, exif.taken)
    (boxed, tiff, pixelCount) = (metadata, nil, 0)
  }

  /// The header of a box before its JPEG file has at most this many bytes.
  private static let longestHeader = 64

  /// Returns the JPEG file in a box, which follows a short header.
  private static func jpeg(in box: UnsafeRawBufferPointer?) -> UnsafeRawBufferPointer? {
    guard let box else { return nil }
    return (0..<min(longestHeader, box.count)).lazy.compactMap { box.part($0, box.count - $0) }
      .first { $0.starts(with: [0xFF, 0xD8, 0xFF]) }
  }

  /// Returns the JPEG file with the most pixels.
  static func largest(of parts: [UnsafeRawBufferPointer?]) -> UnsafeRawBufferPointer? {
    func area(_ part: UnsafeRawBufferPointer) -> Int {
      let header = JPEGHeader(part)
      return header.unsupportedKind == nil ? header.width * header.height : 0
    }
    return parts.compactMap(\.self).filter { $0.starts(with: [0xFF, 0xD8, 0xFF]) && area($0) > 0 }
      .max { area($0) < area($1) }
  }
}
