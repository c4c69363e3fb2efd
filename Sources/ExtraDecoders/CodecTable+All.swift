public import PhotoDecoders

extension CodecTable {
  /// The decoders of all formats. Package.swift selects those of HEIC and AVIF, JPEG XL and SVG: the trait `ExtraFormats`
  /// enables them, and SWIFT_CAROUSEL_FORMATS names some of them.
  public static let all = common.adding(extra)

  private static var extra: CodecTable {
    var codecs: [ImageFormat: any ImageCodec.Type] = [:]
    var preparations: [@Sendable () -> Void] = []
    #if HEIF
      codecs[.avif] = HEIFCodec.self
      codecs[.heic] = HEIFCodec.self
      preparations.append { HEIFCodec.warmUp() }
    #endif
    #if JPEGXL
      codecs[.jpegXL] = JXLCodec.self
    #endif
    #if SVG
      codecs[.svg] = SVGCodec.self
      preparations.append { SVGCodec.warmUp() }
    #endif
    return CodecTable(codecs, preparations: preparations)
  }
}
