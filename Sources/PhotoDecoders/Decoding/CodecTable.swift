package import DecoderProtocol

/// The decoders of a helper, by format.
package struct CodecTable: Sendable {
  private var codecs: [ImageFormat: any ImageCodec.Type]
  private var preparations: [@Sendable () -> Void]
  private var files: [ReadableFiles]
  /// Whether decoders start threads.
  package private(set) var startsThreads: Bool
  /// Reads metadata; `nil` if the helper reads none.
  let readMetadata: (@Sendable (MetadataBlocks) -> ImageMetadata)?

  /// Calls a function with the path of each file that a decoder reads while it decodes.
  package typealias ReadableFiles = @Sendable (_ body: (UnsafePointer<CChar>) -> Void) -> Void

  /// Creates a table.
  ///
  /// - Parameters:
  ///   - codecs: The decoders by format.
  ///   - preparations: Functions that initialize the state that the libraries of the decoders keep for the process.
  ///   - files: The files that the decoders read, such as fonts. They are asked for after the preparations.
  ///   - startsThreads: Whether the decoders start threads.
  ///   - readMetadata: Reads metadata; `nil` if the helper reads none.
  package init(
    _ codecs: [ImageFormat: any ImageCodec.Type], preparations: [@Sendable () -> Void] = [],
    files: [ReadableFiles] = [], startsThreads: Bool = false,
    readMetadata: (@Sendable (MetadataBlocks) -> ImageMetadata)? = nil
  ) {
    self.readMetadata = readMetadata
    (self.codecs, self.preparations) = (codecs, preparations)
    (self.files, self.startsThreads) = (files, startsThreads)
  }

  /// The decoders of JPEG, PNG, WebP, GIF, TIFF, the previews of camera raw files, BMP, PNM, QOI and ICO, whose libraries are
  /// small.
  package static let common = CodecTable(
    [
      .jpeg: JPEGCodec.self, .png: PNGCodec.self, .webp: WebPCodec.self, .gif: GIFCodec.self,
      .tiff: TIFFCodec.self, .cameraRaw: RawCodec.self, .bmp: BMPCodec.self, .pnm: PNMCodec.self,
      .qoi: QOICodec.self, .ico: ICOCodec.self,
    ],
    preparations: [{ ColorConverter.warmUp() }])

  /// Returns a table with the decoders of both tables.
  package func adding(_ other: CodecTable) -> CodecTable {
    CodecTable(
      codecs.merging(other.codecs) { _, new in new }, preparations: preparations + other.preparations,
      files: files + other.files, startsThreads: startsThreads || other.startsThreads,
      readMetadata: other.readMetadata ?? readMetadata)
  }

  /// The decoder of a format; `nil` if the table has none.
  subscript(format: ImageFormat) -> (any ImageCodec.Type)? { codecs[format] }

  /// Initializes the state that the libraries keep for the process. Call it before the process enters its sandbox.
  package func warmUp() { for prepare in preparations { prepare() } }

  /// Calls `body` with the path of each file that a decoder reads while it decodes. Call it after ``warmUp()``.
  package func forEachReadableFile(_ body: (UnsafePointer<CChar>) -> Void) {
    for list in files { list(body) }
  }
}
