internal import DecoderProtocol
package import PhotoDecoders

extension CodecTable {
  /// The decoders of all formats. The trait `ExtraFormats` of Package.swift enables those of HEIC and AVIF, JPEG XL, SVG and camera
  /// raw files without a preview, and SWIFT_CAROUSEL_FORMATS names some of them.
  package static let all = common.adding(extra)

  private static var extra: CodecTable {
    var codecs: [ImageFormat: any ImageCodec.Type] = [:]
    var preparations: [@Sendable () -> Void] = []
    var files: [ReadableFiles] = []
    var startsThreads = false
    #if HEIF
      codecs[.avif] = HEIFFileCodec.self
      codecs[.heic] = HEIFFileCodec.self
      preparations.append { HEIFCodec.warmUp() }
      // libheif always starts a thread of libde265. An HEIC of 25 megapixels in tiles takes 1.9 s of processor time.
      startsThreads = true
    #endif
    #if JPEGXL
      codecs[.jpegXL] = JXLCodec.self
    #endif
    #if SVG
      codecs[.svg] = SVGCodec.self
      preparations.append { SVGCodec.warmUp() }
      files.append { SVGCodec.forEachFontFile($0) }
      startsThreads = true  // Pango asks fontconfig on a thread
    #endif
    codecs[.cameraRaw] = RawFileCodec.self
    #if RAW
      startsThreads = true  // LibRaw uses OpenMP
    #endif
    preparations.append { XMPPacket.warmUp() }
    return CodecTable(
      codecs, preparations: preparations, files: files, startsThreads: startsThreads,
      readMetadata: { ImageMetadata($0) })
  }
}
