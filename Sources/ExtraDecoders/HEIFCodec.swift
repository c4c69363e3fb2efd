#if HEIF
  internal import CHeif
  internal import DecoderProtocol
  internal import PhotoDecoders

  /// Decodes the primary image of HEIC and AVIF files with libheif, which also turns the image upright.
  /// libheif decodes the whole image in one call, which cannot be canceled.
  final class HEIFCodec: ImageCodec {
    let header: ImageHeader
    private let context: DecodingContext
    private let file: OpaquePointer
    private let image: OpaquePointer
    private let profile: [UInt8]

    init(_ bytes: UnsafeRawBufferPointer, _ context: DecodingContext) throws(DecodeFailure) {
      guard let file = heif_context_alloc() else { throw .outOfMemory }
      heif_context_set_max_decoding_threads(file, Int32(ImageDecoder.threadLimit))
      var image: OpaquePointer?
      do throws(DecodeFailure) {
        try Self.check(heif_context_read_from_memory_without_copy(file, bytes.baseAddress, bytes.count, nil))
        try Self.check(heif_context_get_primary_image_handle(file, &image))
        try context.limits.checkPixels(
          Int(heif_image_handle_get_width(image)), Int(heif_image_handle_get_height(image)))
      } catch {
        heif_image_handle_release(image)
        heif_context_free(file)
        throw error
      }
      guard let image else {
        heif_context_free(file)
        throw .damaged(detail: "the file has no image")
      }
      (self.context, self.file, self.image) = (context, file, image)
      let count = heif_image_handle_get_raw_color_profile_size(image)
      var profile: [UInt8] = []
      if count > 0, count <= ColorConverter.largestProfile {
        profile = [UInt8](repeating: 0, count: count)
        if heif_image_handle_get_raw_color_profile(image, &profile).code != heif_error_Ok { profile = [] }
      }
      self.profile = profile
      let name = bytes.has("avi", at: 8) ? ImageFormat.avif.name : ImageFormat.heic.name
      var header = ImageHeader(
        format: name, width: Int(heif_image_handle_get_width(image)),
        height: Int(heif_image_handle_get_height(image)))
      header.hasColorProfile = !profile.isEmpty
      header.taken = Self.exif(of: image)?.taken
      self.header = header
    }

    deinit {
      heif_image_handle_release(image)
      heif_context_free(file)
    }

    func decode(_ request: DecodeRequest, allocate: PixelAllocator) throws(DecodeFailure) -> DecodedPixels {
      let (width, height) = (header.width, header.height)
      let plan = try OutputPlan(request, storedWidth: width, storedHeight: height, orientation: .upright)
      // The memory for libheif's planes and for the converted image.
      // Measured with 100 megapixels: the planes of the decoder and the converted image take 7.4 bytes per pixel.
      // Planes of more than 8 bits are twice as large.
      let isDeep = heif_image_handle_get_luma_bits_per_pixel(image) > 8
      try context.limits.checkMemory(
        width * height * (isDeep ? 16 : 8) + RowAssembler.memory(plan, width: width), width, height)
      let options = heif_decoding_options_alloc()
      defer { heif_decoding_options_free(options) }
      options?.pointee.convert_hdr_to_8bit = 1
      var decoded: OpaquePointer?
      try Self.check(
        heif_decode_image(image, &decoded, heif_colorspace_RGB, heif_chroma_interleaved_RGBA, options))
      defer { heif_image_release(decoded) }
      try context.checkpoint.check()
      var stride: Int32 = 0
      let channel = heif_channel_interleaved
      guard let pixels = heif_image_get_plane_readonly(decoded, channel, &stride),
        Int(heif_image_get_width(decoded, channel)) == width,
        Int(heif_image_get_height(decoded, channel)) == height
      else { throw .damaged(detail: "the image has another size than its header states") }
      let isPremultiplied = heif_image_is_premultiplied_alpha(decoded) != 0
      let converter = profile.withUnsafeBytes { ColorConverter(profile: $0, layout: .bgra) }
      var rows = try RowAssembler(
        plan, converter: converter, checkpoint: context.checkpoint, allocate: allocate)
      let row = try ByteBuffer(count: width * 4)
      let target = row.pointer(to: UInt32.self)
      for y in rows.startRow..<rows.endRow {
        let source = UnsafeRawPointer(pixels) + y * Int(stride)
        for x in 0..<width {
          let color = source.loadUnaligned(fromByteOffset: x * 4, as: UInt32.self)
          let swapped = color & 0xFF00_FF00 | color >> 16 & 0xFF | (color & 0xFF) << 16
          target[x] = isPremultiplied ? FrameCanvas.straight(swapped) : swapped
        }
        try rows.add(row: y, target)
      }
      return DecodedPixels(layout: try rows.finish())
    }

    /// EXIF data above this size are ignored, in bytes. They may hold thumbnails.
    private static let longestExif = 1 << 20

    /// The largest number of metadata blocks of a type that are looked at.
    private static let mostBlocks = 16

    /// Reads the EXIF data. libheif has applied the orientation already.
    private static func exif(of image: OpaquePointer) -> ExifBlock? {
      let block = exifBytes(of: image)
      return block.isEmpty ? nil : block.withUnsafeBytes { ExifBlock(tiff: $0) }
    }

    /// Returns the TIFF structure of the EXIF data; empty if there is none.
    private static func exifBytes(of image: OpaquePointer) -> [UInt8] {
      let block = block(of: image, "Exif")
      // The first four bytes are the distance to the TIFF header behind them.
      return block.withUnsafeBytes { bytes in
        guard let distance = bytes.number(at: 0, bytes: 4),
          let tiff = bytes.part(4 + distance, bytes.count - 4 - distance)
        else { return [] }
        return Array(tiff)
      }
    }

    /// Returns the first metadata block of a type and, if it is given, of a content type; empty if there is none.
    private static func block(of image: OpaquePointer, _ type: String, _ content: String? = nil) -> [UInt8] {
      var items = [heif_item_id](repeating: 0, count: mostBlocks)
      let found = heif_image_handle_get_list_of_metadata_block_IDs(image, type, &items, Int32(items.count))
      let item = items.prefix(Int(max(found, 0))).first { item in
        guard let content else { return true }
        return heif_image_handle_get_metadata_content_type(image, item).map { String(cString: $0) } == content
      }
      guard let item else { return [] }
      let count = heif_image_handle_get_metadata_size(image, item)
      guard (5...longestExif).contains(count) else { return [] }
      var block = [UInt8](repeating: 0, count: count)
      return heif_image_handle_get_metadata(image, item, &block).code == heif_error_Ok ? block : []
    }

    var metadata: MetadataBlocks {
      var blocks = MetadataBlocks()
      (blocks.exif, blocks.xmp) = (
        Self.exifBytes(of: image), Self.block(of: image, "mime", "application/rdf+xml")
      )
      blocks.profileName = profile.withUnsafeBytes { MetadataBlocks.name(ofProfile: $0) }
      return blocks
    }

    /// Loads libheif's decoders. This may start threads and read system files, so it must happen outside the
    /// sandbox.
    static func warmUp() { heif_init(nil) }

    private static func check(_ error: heif_error) throws(DecodeFailure) {
      guard error.code != heif_error_Ok else { return }
      let message = error.message.map { String(cString: $0) } ?? "unknown error"
      switch error.code {
      case heif_error_Unsupported_feature, heif_error_Unsupported_filetype:
        throw .unsupported(format: "HEIF (\(message))")
      case heif_error_Memory_allocation_error: throw .outOfMemory
      default: throw .damaged(detail: message)
      }
    }
  }
#endif
