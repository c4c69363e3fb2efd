#if SVG
  internal import CRSVG
  internal import DecoderProtocol
  internal import PhotoDecoders

  /// The text of an SVG file, in UTF-8 if it was compressed with gzip or written in UTF-16.
  struct SVGText {
    /// The converted text; `nil` if the file is its own text.
    private let converted: [UInt8]?
    private let file: UnsafeRawBufferPointer

    /// Unpacks and converts a file.
    init(_ file: UnsafeRawBufferPointer) throws(DecodeFailure) {
      self.file = file
      let unpacked = ImageFormat.isGzip(file) ? try Self.unpacked(file) : nil
      if let unpacked, !unpacked.withUnsafeBytes({ ImageFormat.isSVG($0) }) { throw .notAnImage }
      let text = unpacked?.withUnsafeBytes { $0.utf16Text() } ?? file.utf16Text()
      // Its declaration names the encoding, which no longer is UTF-16.
      converted = text.map { Array(Self.withoutDeclaration($0).utf8) } ?? unpacked
    }

    func withBytes<Result>(
      _ body: (UnsafeRawBufferPointer) throws(DecodeFailure) -> Result
    ) throws(DecodeFailure) -> Result {
      guard let converted else { return try body(file) }
      let result = converted.withUnsafeBytes { bytes in
        Swift.Result { () throws(DecodeFailure) in try body(bytes) }
      }
      return try result.get()
    }

    private static func withoutDeclaration(_ text: String) -> Substring {
      guard text.hasPrefix("<?xml"), let end = text.firstIndex(of: ">") else { return text[...] }
      return text[text.index(after: end)...]
    }

    /// The longest text that is unpacked, in bytes. gzip makes texts up to a thousand times shorter.
    private static let longestText = 32 << 20
    private static let pieceBytes = 1 << 18

    private static func unpacked(_ file: UnsafeRawBufferPointer) throws(DecodeFailure) -> [UInt8] {
      guard let decompressor = g_zlib_decompressor_new(G_ZLIB_COMPRESSOR_FORMAT_GZIP) else {
        throw .outOfMemory
      }
      defer { g_object_unref(UnsafeMutableRawPointer(decompressor)) }
      var text: [UInt8] = []
      var place = 0
      while true {
        var (read, written) = (gsize(0), gsize(0))
        var result = G_CONVERTER_ERROR
        text += [UInt8](unsafeUninitializedCapacity: pieceBytes) { piece, count in
          result = g_converter_convert(
            decompressor, file.baseAddress.map { $0 + place }, gsize(file.count - place), piece.baseAddress,
            gsize(piece.count), G_CONVERTER_INPUT_AT_END, &read, &written, nil)
          count = result == G_CONVERTER_ERROR ? 0 : Int(written)
        }
        switch result {
        case G_CONVERTER_FINISHED: return text
        case G_CONVERTER_CONVERTED: place += Int(read)
        default: throw .damaged(detail: "the compressed text is damaged or incomplete")
        }
        if text.count > longestText { throw .fileTooLong(bytes: text.count, limit: longestText) }
      }
    }
  }
#endif
