internal import DecoderProtocol

/// Decodes the first image of PBM, PGM, PPM and PAM files (netpbm), in text or binary form, with up to 16
/// bits per sample.
struct PNMCodec: ImageCodec {
  let header: ImageHeader
  private let rows: Rows
  private let context: DecodingContext

  init(_ bytes: UnsafeRawBufferPointer, _ context: DecodingContext) throws(DecodeFailure) {
    self.context = context
    guard let rows = Rows(bytes) else {
      throw .damaged(detail: "the file ends before the image data, or its header is invalid")
    }
    try context.limits.checkPixels(rows.width, rows.height)
    self.rows = rows
    header = ImageHeader(format: ImageFormat.pnm.name, width: rows.width, height: rows.height)
  }

  func decode(_ request: DecodeRequest, allocate: PixelAllocator) throws(DecodeFailure) -> DecodedPixels {
    var rows = rows
    return try context.decode(&rows, request, allocate: allocate)
  }

  private struct Rows: RowSource {
    private(set) var width = 0
    private(set) var height = 0
    private let bytes: UnsafeRawBufferPointer
    private var position = 2
    /// The number of channels: 1 gray, 2 gray and alpha, 3 color, 4 color and alpha.
    private var channels = 1
    private var maximum = 255
    private let isText: Bool
    private let isBitmap: Bool

    init?(_ bytes: UnsafeRawBufferPointer) {
      self.bytes = bytes
      let kind = Int(bytes[1]) - 0x30
      isText = kind <= 3
      isBitmap = kind == 1 || kind == 4
      if kind == 7 {
        guard readFields() else { return nil }
      } else {
        guard let width = number(), let height = number() else { return nil }
        (self.width, self.height) = (width, height)
        channels = kind == 3 || kind == 6 ? 3 : 1
        if isBitmap {
          maximum = 1
        } else {
          guard let maximum = number() else { return nil }
          self.maximum = maximum
        }
        position += 1  // the space after the header
      }
      guard width > 0, height > 0, width <= 1 << 30, height <= 1 << 30, (1...65535).contains(maximum) else {
        return nil
      }
    }

    /// Reads the fields of a PAM file, one per line.
    private mutating func readFields() -> Bool {
      while let line = line() {
        let words = line.split(separator: " ")
        guard let name = words.first, !name.hasPrefix("#") else { continue }
        if name == "ENDHDR" { return (1...4).contains(channels) }
        guard name != "TUPLTYPE" else { continue }
        guard words.count == 2, let value = Int(words[1]) else { return false }
        switch name {
        case "WIDTH": width = value
        case "HEIGHT": height = value
        case "DEPTH": channels = value
        case "MAXVAL": maximum = value
        default: return false
        }
      }
      return false
    }

    private mutating func line() -> String? {
      guard position < bytes.count else { return nil }
      let rest = bytes[position...].prefix(200)
      guard let end = rest.firstIndex(of: 0x0A) else { return nil }
      defer { position = end + 1 }
      return String(decoding: bytes[position..<end], as: UTF8.self)
    }

    /// Reads a decimal number after white space and comments. Returns `nil` at the end of the file, for a
    /// number above 2^31 and for other characters. With `isDigit` a number is one digit, because the digits
    /// of a text bitmap need no space between them.
    private mutating func number(isDigit: Bool = false) -> Int? {
      while position < bytes.count {
        let byte = bytes[position]
        if byte == 0x23 {
          while position < bytes.count, bytes[position] != 0x0A { position += 1 }
        } else if (0x09...0x0D).contains(byte) || byte == 0x20 {
          position += 1
        } else {
          break
        }
      }
      var value: Int?
      while position < bytes.count, (0x30...0x39).contains(bytes[position]) {
        let next = (value ?? 0) * 10 + Int(bytes[position]) - 0x30
        guard next < 1 << 31 else { return nil }
        value = next
        position += 1
        if isDigit { break }
      }
      return value
    }

    /// The numbers of a text have no fixed length.
    var isRandomAccess: Bool { !isText }

    mutating func decodeRow(
      _ y: Int, into pixels: UnsafeMutablePointer<UInt32>, _ checkpoint: Checkpoint
    ) throws(DecodeFailure) -> Bool {
      if isText {
        for x in 0..<width {
          if x > 0, x.isMultiple(of: DecodingContext.pixelsPerCheck) { try checkpoint.check() }
          var samples: SIMD4<Int> = .zero
          for channel in 0..<channels {
            guard let value = number(isDigit: isBitmap) else { return false }
            samples[channel] = min(value, maximum)
          }
          pixels[x] = color(samples)
        }
        return true
      }
      let sampleBytes = maximum > 255 ? 2 : 1
      let rowBytes = isBitmap ? (width + 7) / 8 : width * channels * sampleBytes
      let (offset, overflow) = rowBytes.multipliedReportingOverflow(by: y)
      guard !overflow, offset <= bytes.count, let row = bytes.part(position + offset, rowBytes) else {
        return false
      }
      for x in 0..<width {
        if x > 0, x.isMultiple(of: DecodingContext.pixelsPerCheck) { try checkpoint.check() }
        var samples: SIMD4<Int> = .zero
        if isBitmap {
          samples[0] = Int(row[x / 8] >> (7 - UInt8(x % 8)) & 1)
        } else {
          for channel in 0..<channels {
            let place = (x * channels + channel) * sampleBytes
            let value = sampleBytes == 1 ? Int(row[place]) : Int(row[place]) << 8 | Int(row[place + 1])
            samples[channel] = min(value, maximum)
          }
        }
        pixels[x] = color(samples)
      }
      return true
    }

    private func color(_ samples: SIMD4<Int>) -> UInt32 {
      // In a bitmap 1 means black.
      if isBitmap { return samples[0] == 0 ? 0xFFFF_FFFF : 0xFF00_0000 }
      func byte(_ channel: Int) -> UInt32 {
        let value = samples[channel]
        return UInt32(maximum == 255 ? value : (value * 255 + maximum / 2) / maximum)
      }
      let alpha = channels == 2 ? byte(1) : channels == 4 ? byte(3) : 255
      let (red, green, blue) = channels < 3 ? (byte(0), byte(0), byte(0)) : (byte(0), byte(1), byte(2))
      return alpha << 24 | red << 16 | green << 8 | blue
    }
  }
}
