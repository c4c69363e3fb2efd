internal import DecoderProtocol
internal import Geometry

/// The header of a PNG file, parsed without libpng.
struct PNGHeader {
  /// A frame of an APNG.
  struct Frame {
    let region: PixelRegion
    /// The duration of the frame, in seconds.
    let duration: Double
    /// The disposal of the region after the frame: 0 keeps it, 1 makes it transparent, 2 restores the
    /// previous content.
    let disposal: Int
    /// Whether the frame is blended over the earlier ones; otherwise it replaces them.
    let isBlended: Bool
    /// The byte ranges of the compressed data.
    var data: [Range<Int>] = []
  }

  let width: Int
  let height: Int
  let isInterlaced: Bool
  private(set) var orientation = ImageOrientation.upright
  /// The time at which the photo was taken, in seconds since 1970 in the camera's local time.
  private(set) var taken: Int?
  /// The byte ranges of the EXIF data and of the XMP packet.
  private(set) var exifRange: Range<Int>?
  private(set) var xmpRange: Range<Int>?
  /// The frames of an APNG; empty for a still image.
  private(set) var frames: [Frame] = []
  /// The number of times an APNG is played; 0 for endless.
  private(set) var playCount = 0
  /// The chunks that every frame needs for decoding: palette, transparency, color profile and gamma.
  private(set) var sharedChunks: [Range<Int>] = []

  /// Parses the size. Searches all chunks for frames and for EXIF data, which may follow the image data.
  ///
  /// - Throws: ``DecodeFailure/damaged(detail:)`` if the header chunk is invalid.
  init(_ bytes: UnsafeRawBufferPointer) throws(DecodeFailure) {
    guard bytes.number(at: 8, bytes: 4) == 13, bytes.has("IHDR", at: 12),
      let width = bytes.number(at: 16, bytes: 4), let height = bytes.number(at: 20, bytes: 4),
      let interlace = bytes.number(at: 28, bytes: 1), width > 0, height > 0, width <= Int(Int32.max),
      height <= Int(Int32.max)
    else {
      throw .damaged(detail: "the file ends before the image data, or its header is invalid")
    }
    self.width = width
    self.height = height
    isInterlaced = interlace != 0
    readChunks(bytes)
  }

  /// The largest number of chunks that are searched, more than any encoder writes. With chunks of 8 KiB it
  /// would be reached after 800 MB.
  private static let chunkLimit = 100_000
  /// The largest size of EXIF data in a JPEG, in bytes.
  private static let exifLimit = 64 << 10

  private static let sharedKinds: [StaticString] = ["PLTE", "tRNS", "iCCP", "gAMA", "sRGB"]

  private mutating func readChunks(_ bytes: UnsafeRawBufferPointer) {
    var position = 33
    var isAnimated = false
    var hasData = false
    for _ in 0..<Self.chunkLimit {
      guard let length = bytes.number(at: position, bytes: 4), let kind = bytes.part(position + 4, 4) else {
        break
      }
      let body = position + 8
      let end = min(body + length, bytes.count)
      if kind.has("IEND") { break }
      if kind.has("eXIf"), let block = bytes.part(body, min(length, Self.exifLimit, bytes.count - body)) {
        let exif = ExifBlock(tiff: block)
        (orientation, taken) = (exif.orientation, exif.taken)
        exifRange = body..<(body + block.count)
      } else if kind.has("iTXt"), bytes.has("XML:com.adobe.xmp\0\0\0\0\0", at: body),
        body + length <= bytes.count
      {
        // An uncompressed text without a language.
        xmpRange = min(body + 22, body + length)..<(body + length)
      } else if kind.has("acTL"), !hasData {
        isAnimated = true
        playCount = bytes.number(at: body + 4, bytes: 4) ?? 0
      } else if kind.has("fcTL"), isAnimated {
        guard let frame = frame(bytes, body) else { break }
        frames.append(frame)
      } else if kind.has("IDAT") {
        hasData = true
        // The default image is a frame only if an fcTL chunk precedes it.
        if !frames.isEmpty { frames[frames.count - 1].data.append(body..<end) }
      } else if kind.has("fdAT"), !frames.isEmpty, body + 4 <= end {
        frames[frames.count - 1].data.append((body + 4)..<end)
      } else if !hasData, Self.sharedKinds.contains(where: { kind.has($0) }) {
        if body + length + 4 <= bytes.count { sharedChunks.append(position..<(body + length + 4)) }
      }
      position = body + length + 4
    }
    frames.removeAll { $0.data.isEmpty }
    if frames.count < 2 { frames = [] }
  }

  private func frame(_ bytes: UnsafeRawBufferPointer, _ body: Int) -> Frame? {
    func number(_ offset: Int, _ count: Int) -> Int? { bytes.number(at: body + offset, bytes: count) }
    guard let frameWidth = number(4, 4), let frameHeight = number(8, 4), let x = number(12, 4),
      let y = number(16, 4), let numerator = number(20, 2), let denominator = number(22, 2),
      let disposal = number(24, 1), let blending = number(25, 1),
      frameWidth > 0, frameHeight > 0, x + frameWidth <= width, y + frameHeight <= height
    else { return nil }
    return Frame(
      region: PixelRegion(x: x, y: y, width: frameWidth, height: frameHeight),
      duration: Double(numerator) / Double(denominator == 0 ? 100 : denominator), disposal: disposal,
      isBlended: blending == 1)
  }
}
