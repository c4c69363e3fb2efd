internal import DecoderProtocol

/// The header of a JPEG file, parsed without libjpeg. Every length and offset in it is checked.
struct JPEGHeader {
  private(set) var width = 0
  private(set) var height = 0
  private(set) var exif = ExifBlock(tiff: UnsafeRawBufferPointer(start: nil, count: 0))
  /// The byte range of the embedded JPEG thumbnail in the file.
  private(set) var thumbnail: Range<Int>?
  /// The place of the EXIF orientation in the file.
  private(set) var orientationPlace: OrientationPlace?
  /// The byte ranges in the file of the EXIF data, of the first XMP packet, and of Photoshop's image resources.
  private var exifRange: Range<Int>?
  private var xmpRange: Range<Int>?
  private var resourcesRange: Range<Int>?
  /// Whether the file has an Adobe marker. If it has, CMYK values are stored inverted.
  private(set) var isFromAdobe = false
  /// The offset of the image data; `nil` if the bytes end before the image data.
  private(set) var dataStart: Int?
  /// The second byte of the frame marker (SOF0–SOF15), which states the kind of compression.
  private(set) var frame: UInt8?
  private(set) var bitsPerSample = 8
  /// The byte ranges of the color profile's parts in the file, by part number.
  private var profileParts: [Int: Range<Int>] = [:]
  private var samplings: [(across: Int, down: Int)] = []
  private var firstScanComponents = 0
  /// The number of color components; 0 without a frame header.
  var componentCount: Int { samplings.count }

  /// The largest sampling factor of a component.
  var largestSampling: Int { samplings.map { max($0.across, $0.down) }.max() ?? 1 }

  /// Reads the markers up to the image data or the end of `bytes`.
  init(_ bytes: UnsafeRawBufferPointer) {
    var position = 2
    while let marker = Self.nextMarker(in: bytes, from: &position) {
      guard let length = bytes.number(at: position, bytes: 2), length >= 2 else { return }
      let body = (position + 2)..<(position + length)
      position += length
      guard body.upperBound <= bytes.count else { return }
      let segment = UnsafeRawBufferPointer(rebasing: bytes[body])
      switch marker {
      case 0xC0...0xC3, 0xC5...0xC7, 0xC9...0xCB, 0xCD...0xCF: readFrame(segment, marker: marker)
      case 0xE1:
        readExif(segment, offset: body.lowerBound)
        let mark: StaticString = "http://ns.adobe.com/xap/1.0/\0"
        if xmpRange == nil, segment.has(mark) {
          xmpRange = (body.lowerBound + mark.utf8CodeUnitCount)..<body.upperBound
        }
      case 0xE2: readProfile(segment, offset: body.lowerBound)
      case 0xED:
        let mark: StaticString = "Photoshop 3.0\0"
        if resourcesRange == nil, segment.has(mark) {
          resourcesRange = (body.lowerBound + mark.utf8CodeUnitCount)..<body.upperBound
        }
      case 0xEE: isFromAdobe = isFromAdobe || segment.starts(with: "Adobe".utf8)
      case 0xDA:
        firstScanComponents = Int(segment.first ?? 0)
        dataStart = position
        return
      default: break
      }
    }
  }

  /// Returns the next marker that has a length field. Fill bytes and stray bytes before it are skipped.
  static func nextMarker(in bytes: UnsafeRawBufferPointer, from position: inout Int) -> UInt8? {
    while position + 1 < bytes.count {
      let marker = bytes[position + 1]
      let isMarker = bytes[position] == 0xFF && marker != 0 && marker != 0xFF
      position += isMarker ? 2 : 1
      if isMarker, marker != 0x01, !(0xD0...0xD8).contains(marker) { return marker == 0xD9 ? nil : marker }
    }
    return nil
  }

  private mutating func readFrame(_ segment: UnsafeRawBufferPointer, marker: UInt8) {
    guard let bits = segment.first, let rows = segment.number(at: 1, bytes: 2),
      let columns = segment.number(at: 3, bytes: 2), let components = segment.number(at: 5, bytes: 1)
    else { return }
    (frame, bitsPerSample, width, height) = (marker, Int(bits), columns, rows)
    samplings = (0..<components).compactMap { component in
      segment.number(at: 7 + component * 3, bytes: 1).map { ($0 >> 4, $0 & 15) }
    }
  }

  private mutating func readExif(_ segment: UnsafeRawBufferPointer, offset: Int) {
    guard thumbnail == nil, segment.starts(with: [0x45, 0x78, 0x69, 0x66, 0, 0]) else { return }
    exif = ExifBlock(tiff: UnsafeRawBufferPointer(rebasing: segment[6...]))
    orientationPlace = exif.orientationPlace?.moved(by: offset + 6)
    exifRange = (offset + 6)..<(offset + segment.count)
    thumbnail = exif.thumbnail.map { ($0.lowerBound + offset + 6)..<($0.upperBound + offset + 6) }
  }

  private mutating func readProfile(_ segment: UnsafeRawBufferPointer, offset: Int) {
    guard segment.has("ICC_PROFILE\0"), let number = segment.number(at: 12, bytes: 1), segment.count > 14
    else { return }
    profileParts[number] = (offset + 14)..<(offset + segment.count)
  }

  /// Returns the color profile, joined from its parts with the numbers 1, 2, …; `nil` if the file has none.
  func profile(in bytes: UnsafeRawBufferPointer) -> [UInt8]? {
    guard !profileParts.isEmpty else { return nil }
    var profile: [UInt8] = []
    for number in 1...profileParts.count {
      guard let part = profileParts[number] else { return nil }
      profile += bytes[part]
    }
    return profile.count <= ColorConverter.largestProfile ? profile : nil
  }

  /// Returns the metadata without the color profile.
  func metadata(in bytes: UnsafeRawBufferPointer) -> MetadataBlocks {
    func part(_ range: Range<Int>?) -> UnsafeRawBufferPointer? {
      range.flatMap { bytes.part($0.lowerBound, $0.count) }
    }
    var blocks = MetadataBlocks()
    (blocks.exif, blocks.xmp) = (MetadataBlocks.copy(part(exifRange)), MetadataBlocks.copy(part(xmpRange)))
    if let resources = part(resourcesRange) { blocks.iptc = MetadataBlocks.iptc(inResources: resources) }
    return blocks
  }

  /// Whether the image has several passes, so that the decoder must keep all coefficients in memory.
  private var needsCoefficients: Bool {
    frame == 0xC2 || frame == 0xCA || firstScanComponents < samplings.count
  }

  /// The memory for coefficients while decoding, in bytes: two for each coefficient that must be kept.
  var coefficientBytes: Int {
    guard needsCoefficients else { return 0 }
    let across = max(samplings.map(\.across).max() ?? 1, 1)
    let down = max(samplings.map(\.down).max() ?? 1, 1)
    return samplings.reduce(0) { sum, sampling in
      sum + 2 * (width * sampling.across / across + 8) * (height * sampling.down / down + 8)
    }
  }

  /// The name of the JPEG variant if it cannot be decoded, `nil` if it can.
  var unsupportedKind: String? {
    switch frame {
    case 0xC0, 0xC1, 0xC2, 0xC9, 0xCA, nil: bitsPerSample == 8 ? nil : "\(bitsPerSample)-bit JPEG"
    case 0xC3, 0xC7, 0xCB, 0xCF: "lossless JPEG"
    default: "hierarchical JPEG"
    }
  }
}

extension OrientationPlace {
  /// Returns the place in data that contain this one's data after a number of bytes.
  func moved(by count: Int) -> OrientationPlace {
    OrientationPlace(offset: offset + count, isLittleEndian: isLittleEndian)
  }
}
