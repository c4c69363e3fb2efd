extension HelperReply {
  /// The message as bytes.
  public var bytes: [UInt8] {
    var writer = MessageWriter()
    switch self {
    case .ready(let missing):
      writer.write(1)
      writer.write(missing.reduce(0) { $0 | $1.rawValue })
    case .result(let id, let result):
      writer.write(2)
      writer.write(id)
      writer.write(result.header)
      writer.write(result.pixels != nil)
      if let pixels = result.pixels {
        for value in [pixels.width, pixels.height] { writer.write(value) }
        writer.write(pixels.isOpaque)
      }
      writer.write(result.frameDuration)
      writer.write(result.defect != nil)
      if let defect = result.defect { writer.write(defect) }
    case .failure(let id, let failure):
      writer.write(3)
      writer.write(id)
      writer.write(failure)
    }
    return writer.bytes
  }

  /// Reads a message; fails if it is malformed.
  public init?(_ bytes: [UInt8]) {
    do { self = try Self.read(MessageReader(bytes)) } catch { return nil }
  }

  private static func read(_ start: MessageReader) throws(MessageReader.Malformed) -> HelperReply {
    var reader = start
    switch try reader.number(in: 1...3) {
    case 1:
      let missing = try reader.number()
      return .ready(missingLocks: SandboxLock.allCases.filter { missing & $0.rawValue != 0 })
    case 2:
      let id = try reader.number()
      var result = DecodeResult(header: try reader.header())
      if try reader.flag() {
        let sides = 1...TargetSize.largestSide
        result.pixels = PixelLayout(
          width: try reader.number(in: sides), height: try reader.number(in: sides),
          isOpaque: try reader.flag())
      }
      result.frameDuration = try reader.duration()
      if try reader.flag() { result.defect = try reader.text() }
      guard reader.isAtEnd else { throw MessageReader.Malformed() }
      return .result(id: id, result)
    default: return .failure(id: try reader.number(), try reader.failure())
    }
  }
}

extension MessageWriter {
  fileprivate mutating func write(_ header: ImageHeader) {
    write(header.format)
    for value in [header.width, header.height, header.frameCount, header.playCount, header.orientation] {
      write(value)
    }
    write(header.isAnimated)
    write(header.hasColorProfile)
  }

  fileprivate mutating func write(_ failure: DecodeFailure) {
    func fields(_ kind: Int, _ values: Int...) {
      write(kind)
      for value in values { write(value) }
    }
    switch failure {
    case .notAnImage: fields(1)
    case .unsupported(let format):
      fields(2)
      write(format)
    case .damaged(let detail):
      fields(3)
      write(detail)
    case .tooManyPixels(let width, let height, let limit): fields(4, width, height, limit)
    case .tooMuchMemory(let width, let height, let needed, let limit): fields(5, width, height, needed, limit)
    case .fileTooLong(let bytes, let limit): fields(6, bytes, limit)
    case .tookTooLong(let seconds):
      fields(7)
      write(seconds)
    case .outOfMemory: fields(8)
    case .unreadable(let code): fields(9, Int(code))
    case .noSuchFrame(let index, let count): fields(10, index, count)
    case .noSuchRegion: fields(11)
    case .canceled: fields(12)
    }
  }
}

extension MessageReader {
  fileprivate mutating func header() throws(Malformed) -> ImageHeader {
    let natural = 0...(Int.max)
    var header = ImageHeader(
      format: try text(), width: try number(in: natural), height: try number(in: natural))
    header.frameCount = try number(in: 1...Int.max)
    header.playCount = try number(in: natural)
    header.orientation = try number(in: 1...8)
    header.isAnimated = try flag()
    header.hasColorProfile = try flag()
    return header
  }

  fileprivate mutating func failure() throws(Malformed) -> DecodeFailure {
    switch try number(in: 1...12) {
    case 1: .notAnImage
    case 2: .unsupported(format: try text())
    case 3: .damaged(detail: try text())
    case 4: .tooManyPixels(width: try number(), height: try number(), limit: try number())
    case 5:
      .tooMuchMemory(
        width: try number(), height: try number(), needed: try number(), limit: try number())
    case 6: .fileTooLong(bytes: try number(), limit: try number())
    case 7: .tookTooLong(seconds: try duration())
    case 8: .outOfMemory
    case 9: .unreadable(code: Int32(truncatingIfNeeded: try number()))
    case 10: .noSuchFrame(index: try number(), count: try number())
    case 11: .noSuchRegion
    default: .canceled
    }
  }
}
