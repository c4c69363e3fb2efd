extension HelperReply {
  /// The message as bytes.
  public var bytes: [UInt8] {
    var writer = MessageWriter()
    switch self {
    case .ready(let missing):
      writer.write(1)
      writer.write(Self.version)
      writer.write(missing.reduce(0) { $0 | $1.rawValue })
    case .otherVersion(let version):
      writer.write(1)
      writer.write(version)
    case .result(let id, let result):
      writer.write(2)
      writer.write(id)
      writer.write(result.header)
      writer.write(result.pixels != nil)
      if let pixels = result.pixels {
        for value in [pixels.width, pixels.height] { writer.write(value) }
        writer.write(pixels.isOpaque)
      }
      writer.writeSeconds(result.frameDuration)
      writer.write(result.defect != nil)
      if let defect = result.defect { writer.write(defect) }
      writer.write(result.metadata != nil)
      if let metadata = result.metadata { writer.write(metadata.limited) }
    case .failure(let id, let failure):
      writer.write(3)
      writer.write(id)
      writer.write(failure)
    }
    return writer.bytes
  }

  /// Parses a message. Fails if the message is malformed.
  public init?(_ bytes: [UInt8]) {
    do { self = try Self.read(MessageReader(bytes)) } catch { return nil }
  }

  private static func read(_ start: MessageReader) throws(MessageReader.Malformed) -> HelperReply {
    var reader = start
    switch try reader.number(in: 1...3) {
    case 1:
      let version = try reader.number()
      guard version == Self.version else { return .otherVersion(version) }
      let missing = try reader.number()
      return .ready(missingParts: SandboxPart.allCases.filter { missing & $0.rawValue != 0 })
    case 2:
      let id = try reader.number()
      var result = DecodeResult(header: try reader.header())
      if try reader.flag() {
        let sides = 1...TargetSize.largestSide
        result.pixels = PixelLayout(
          width: try reader.number(in: sides), height: try reader.number(in: sides),
          isOpaque: try reader.flag())
      }
      result.frameDuration = try reader.seconds()
      if try reader.flag() { result.defect = try reader.text() }
      if try reader.flag() { result.metadata = try reader.metadata() }
      guard reader.isAtEnd else { throw MessageReader.Malformed() }
      return .result(id: id, result)
    default: return .failure(id: try reader.number(), try reader.failure())
    }
  }
}

/// The valid ranges of the numbers in a reply. The writer clamps numbers to them. The reader refuses other
/// numbers, because a compromised helper may write any.
private enum ReplyRange {
  /// Widths and heights, in pixels.
  static let side = 0...(1 << 32)
  /// Sizes in bytes, and limits.
  static let amount = 0...(1 << 50)
  /// Numbers of frames and repetitions, and indexes.
  static let count = 0...(1 << 31)
  /// The number of frames of an image.
  static let frames = 1...(1 << 31)
  /// Times, in seconds.
  static let seconds = 0...1e6
  /// Dates from the year 0 to 9999, in seconds since 1970.
  static let time = -(1 << 36)...(1 << 38)
  /// Values of `errno`.
  static let code = 0...4095
}

extension MessageWriter {
  fileprivate mutating func write(_ value: Int, in range: ClosedRange<Int>) {
    write(min(max(value, range.lowerBound), range.upperBound))
  }

  fileprivate mutating func writeSeconds(_ value: Double) {
    write(value.isNaN ? 0 : min(max(value, ReplyRange.seconds.lowerBound), ReplyRange.seconds.upperBound))
  }

  fileprivate mutating func write(_ header: ImageHeader) {
    write(header.format)
    write(header.width, in: ReplyRange.side)
    write(header.height, in: ReplyRange.side)
    write(header.frameCount, in: ReplyRange.frames)
    write(header.playCount, in: ReplyRange.count)
    write(header.orientation, in: 1...8)
    write(header.orientationPlace != nil)
    if let place = header.orientationPlace {
      write(place.offset, in: ReplyRange.amount)
      write(place.isLittleEndian)
    }
    write(header.isAnimated)
    write(header.hasColorProfile)
    write(header.taken != nil)
    if let taken = header.taken { write(taken, in: ReplyRange.time) }
  }

  fileprivate mutating func write(_ failure: DecodeFailure) {
    func fields(_ kind: Int, _ values: (value: Int, range: ClosedRange<Int>)...) {
      write(kind)
      for field in values { write(field.value, in: field.range) }
    }
    let (side, amount, count) = (ReplyRange.side, ReplyRange.amount, ReplyRange.count)
    switch failure {
    case .notAnImage: fields(1)
    case .unsupported(let format):
      fields(2)
      write(format)
    case .damaged(let detail):
      fields(3)
      write(detail)
    case .tooManyPixels(let width, let height, let limit):
      fields(4, (width, side), (height, side), (limit, amount))
    case .tooMuchMemory(let width, let height, let needed, let limit):
      fields(5, (width, side), (height, side), (needed, amount), (limit, amount))
    case .fileTooLong(let bytes, let limit): fields(6, (bytes, amount), (limit, amount))
    case .tookTooLong(let seconds):
      fields(7)
      writeSeconds(seconds)
    case .outOfMemory: fields(8)
    case .unreadable(let code): fields(9, (Int(code), ReplyRange.code))
    case .noSuchFrame(let index, let frames): fields(10, (index, count), (frames, count))
    case .noSuchRegion: fields(11)
    case .canceled: fields(12)
    }
  }
}

extension MessageReader {
  fileprivate mutating func seconds() throws(Malformed) -> Double {
    let value = try duration()
    guard ReplyRange.seconds.contains(value) else { throw Malformed() }
    return value
  }

  fileprivate mutating func header() throws(Malformed) -> ImageHeader {
    var header = ImageHeader(
      format: try text(), width: try number(in: ReplyRange.side), height: try number(in: ReplyRange.side))
    header.frameCount = try number(in: ReplyRange.frames)
    header.playCount = try number(in: ReplyRange.count)
    header.orientation = try number(in: 1...8)
    if try flag() {
      header.orientationPlace = OrientationPlace(
        offset: try number(in: ReplyRange.amount), isLittleEndian: try flag())
    }
    header.isAnimated = try flag()
    header.hasColorProfile = try flag()
    if try flag() { header.taken = try number(in: ReplyRange.time) }
    return header
  }

  fileprivate mutating func failure() throws(Malformed) -> DecodeFailure {
    let (side, amount, count) = (ReplyRange.side, ReplyRange.amount, ReplyRange.count)
    switch try number(in: 1...12) {
    case 1: return .notAnImage
    case 2: return .unsupported(format: try text())
    case 3: return .damaged(detail: try text())
    case 4:
      return .tooManyPixels(
        width: try number(in: side), height: try number(in: side), limit: try number(in: amount))
    case 5:
      return .tooMuchMemory(
        width: try number(in: side), height: try number(in: side), needed: try number(in: amount),
        limit: try number(in: amount))
    case 6: return .fileTooLong(bytes: try number(in: amount), limit: try number(in: amount))
    case 7: return .tookTooLong(seconds: try seconds())
    case 8: return .outOfMemory
    case 9: return .unreadable(code: Int32(try number(in: ReplyRange.code)))
    case 10: return .noSuchFrame(index: try number(in: count), count: try number(in: count))
    case 11: return .noSuchRegion
    default: return .canceled
    }
  }
}
