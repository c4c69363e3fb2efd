#if SVG
  internal import DecoderProtocol
  internal import PhotoDecoders

  /// The memory that librsvg needs for a document, estimated from its text. A document may need more, for example if its text is
  /// written with entities; the kernel then refuses the memory.
  struct SVGMemory {
    /// The memory of the embedded images, in bytes.
    private let images: Int
    /// The number of surfaces of the size of the result that exist at the same time.
    private let surfaceCount: Int

    init(_ document: UnsafeRawBufferPointer, _ context: DecodingContext) {
      var images = 0
      var (effectCount, hasLayers) = (0, false)
      var place = 0
      while let found = document.firstMark(from: place) {
        place = found.end
        switch found.mark {
        case .data:
          let encoded = document.base64(from: place)
          place += encoded.count
          let size = Self.size(of: encoded, context)
          // GdkPixbuf and Cairo each keep 4 bytes for each pixel; librsvg keeps Cairo's until the end.
          let (pixels, overflow) = size.width.multipliedReportingOverflow(by: size.height)
          let bytes = (overflow ? Int.max / 64 : min(Int.max / 64, pixels)) * 8
          images = min(Int.max / 4, images + bytes + encoded.count)
        case .effect: effectCount += 1
        case .layer: hasLayers = true
        }
      }
      self.images = images
      // The result, a copy of it and a temporary surface; a surface for the result of each step of a filter; and four for
      // nested groups with an opacity, a mask or a filter.
      surfaceCount = 3 + min(effectCount, Self.mostEffects) + (hasLayers || effectCount > 0 ? 4 : 0)
    }

    /// Returns the memory for a result of `count` pixels, in bytes.
    func bytes(forPixels count: Int) -> Int { count * 4 * surfaceCount + images }

    /// The largest number of steps of one filter that is assumed. A document with more often has several filters.
    private static let mostEffects = 8

    /// Returns the size of an embedded image that is encoded in Base64, in pixels; 0 × 0 if it is not known.
    private static func size(
      of encoded: UnsafeRawBufferPointer, _ context: DecodingContext
    ) -> (width: Int, height: Int) {
      guard let image = try? ByteBuffer(count: encoded.count / 4 * 3 + 3) else { return (0, 0) }
      let bytes = UnsafeRawBufferPointer(rebasing: image.bytes[..<encoded.decodeBase64(to: image.bytes)])
      do throws(DecodeFailure) {
        let session = try DecodingSession(bytes, limits: context.limits, checkpoint: context.checkpoint)
        let header = try session.decode(
          DecodeRequest(.header), checkpoint: context.checkpoint, allocate: { _ in nil }
        ).header
        return (header.width, header.height)
      } catch {
        guard case .tooManyPixels(let width, let height, _) = error else { return (0, 0) }
        return (width, height)
      }
    }
  }

  /// A part of a document that needs memory.
  private enum Mark: CaseIterable {
    /// The data of an embedded image follow.
    case data
    /// A step of a filter.
    case effect
    /// A property that makes librsvg draw an element to a surface of its own.
    case layer

    var texts: [StaticString] {
      switch self {
      case .data: [";base64,"]
      case .effect: ["<fe"]
      case .layer: [" opacity", ";opacity", "\"opacity", "mask=", "mask:", "blend-mode", "isolation"]
      }
    }
  }

  extension UnsafeRawBufferPointer {
    private static let marks = Mark.allCases.flatMap { mark in mark.texts.map { (mark, $0) } }

    /// Returns the first mark at or after `start`, and the offset after the mark.
    fileprivate func firstMark(from start: Int) -> (mark: Mark, end: Int)? {
      var place = start
      while place < count {
        switch self[place] {
        // The first letters of the marks.
        case UInt8(ascii: ";"), UInt8(ascii: "<"), UInt8(ascii: " "), UInt8(ascii: "\""), UInt8(ascii: "m"),
          UInt8(ascii: "b"), UInt8(ascii: "i"):
          if let found = Self.marks.first(where: { has($0.1, at: place) }) {
            return (found.0, place + found.1.utf8CodeUnitCount)
          }
        default: break
        }
        place += 1
      }
      return nil
    }

    /// Returns the bytes from `start` to the end of a value in Base64, which a quote or a parenthesis ends.
    fileprivate func base64(from start: Int) -> UnsafeRawBufferPointer {
      let ends = [UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: ")"), UInt8(ascii: "<")]
      let rest = self[start...]
      return UnsafeRawBufferPointer(rebasing: rest.prefix { !ends.contains($0) })
    }

    /// Decodes Base64 and skips other characters, as librsvg does. Returns the number of decoded bytes.
    fileprivate func decodeBase64(to target: UnsafeMutableRawBufferPointer) -> Int {
      var (bits, bitCount, length) = (UInt32(0), 0, 0)
      for letter in self {
        let value: UInt8
        switch letter {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): value = letter - UInt8(ascii: "A")
        case UInt8(ascii: "a")...UInt8(ascii: "z"): value = letter - UInt8(ascii: "a") + 26
        case UInt8(ascii: "0")...UInt8(ascii: "9"): value = letter - UInt8(ascii: "0") + 52
        case UInt8(ascii: "+"): value = 62
        case UInt8(ascii: "/"): value = 63
        default: continue
        }
        bits = bits << 6 | UInt32(value)
        bitCount += 6
        guard bitCount >= 8 else { continue }
        bitCount -= 8
        target[length] = UInt8(truncatingIfNeeded: bits >> UInt32(bitCount))
        length += 1
      }
      return length
    }
  }
#endif
