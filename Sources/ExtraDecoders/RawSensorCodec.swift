internal import Geometry

#if RAW
  internal import CLibRaw
  internal import DecoderProtocol
  internal import PhotoDecoders

  /// Decodes the data of the sensor in a camera's raw file: LibRaw computes the colors from the data of the sensor.
  final class RawSensorCodec: ImageCodec {
    let header: ImageHeader
    private let context: DecodingContext
    private let raw: UnsafeMutablePointer<libraw_data_t>

    init(_ bytes: UnsafeRawBufferPointer, _ context: DecodingContext) throws(DecodeFailure) {
      guard let raw = libraw_init(0) else { throw .outOfMemory }
      (self.context, self.raw) = (context, raw)
      var header = ImageHeader(format: ImageFormat.cameraRaw.name, width: 0, height: 0)
      do throws(DecodeFailure) {
        // LibRaw does not write to the file.
        try Self.check(
          libraw_open_buffer(raw, UnsafeMutableRawPointer(mutating: bytes.baseAddress), bytes.count))
        let sizes = raw.pointee.sizes
        let swaps = sizes.flip & 4 != 0
        header.width = Int(swaps ? sizes.height : sizes.width)
        header.height = Int(swaps ? sizes.width : sizes.height)
        try context.limits.checkPixels(header.width, header.height)
      } catch {
        libraw_close(raw)
        throw error
      }
      header.taken = ExifBlock(tiff: bytes).taken
      self.header = header
    }

    deinit { libraw_close(raw) }

    func decode(_ request: DecodeRequest, allocate: PixelAllocator) throws(DecodeFailure) -> DecodedPixels {
      let (width, height) = (header.width, header.height)
      let plan = try OutputPlan(request, storedWidth: width, storedHeight: height, orientation: .upright)
      // With half of the size, each block of four colors of the sensor becomes a pixel.
      let isHalf = plan.isWhole && plan.target.width * 2 <= width && plan.target.height * 2 <= height
      try context.limits.checkMemory(
        width * height * (isHalf ? Self.halfBytes : Self.wholeBytes)
          + RowAssembler.memory(plan, width: width), width, height)
      raw.pointee.params.half_size = isHalf ? 1 : 0
      raw.pointee.params.use_camera_wb = 1
      libraw_set_output_color(raw, 1)  // sRGB
      libraw_set_output_bps(raw, 8)
      libraw_set_progress_handler(
        raw,
        { checkpoint, _, _, _ in
          guard let checkpoint else { return 1 }
          return Unmanaged<Checkpoint>.fromOpaque(checkpoint).takeUnretainedValue().mustStop() ? 1 : 0
        }, Unmanaged.passUnretained(context.checkpoint).toOpaque())
      try finish(libraw_unpack(raw))
      try finish(libraw_dcraw_process(raw))
      var code: Int32 = 0
      guard let image = libraw_dcraw_make_mem_image(raw, &code) else {
        try finish(code)
        throw .outOfMemory
      }
      defer { libraw_dcraw_clear_mem(image) }
      let (across, down) = (Int(image.pointee.width), Int(image.pointee.height))
      let channels = Int(image.pointee.colors)
      let isReduced = (across, down) != (width, height)
      guard channels == 3 || channels == 1, image.pointee.bits == 8, across >= plan.target.width,
        down >= plan.target.height,
        Int(image.pointee.data_size) >= across * down * channels, !isReduced || plan.isWhole,
        let offset = MemoryLayout<libraw_processed_image_t>.offset(of: \.data)
      else { throw .damaged(detail: "the data of the sensor has another size than its header states") }
      var rows = try RowAssembler(
        plan, region: isReduced ? PixelRegion(x: 0, y: 0, width: across, height: down) : nil, converter: nil,
        checkpoint: context.checkpoint, allocate: allocate)
      let row = try ByteBuffer(count: across * 4)
      let target = row.pointer(to: UInt32.self)
      let pixels = (UnsafeRawPointer(image) + offset).assumingMemoryBound(to: UInt8.self)
      for y in rows.startRow..<rows.endRow {
        let source = pixels + y * across * channels
        for x in 0..<across {
          // A gray sensor has one channel.
          let color = source + x * channels
          target[x] =
            0xFF00_0000 | UInt32(color[0]) << 16 | UInt32(color[channels / 2]) << 8
            | UInt32(color[channels - 1])
        }
        try rows.add(row: y, target)
      }
      return DecodedPixels(layout: try rows.finish())
    }

    /// The memory of LibRaw for each pixel, in bytes: the data of the sensor, four colors of two bytes, and the result.
    private static let wholeBytes = 16
    private static let halfBytes = 6

    private func finish(_ code: Int32) throws(DecodeFailure) {
      if code != 0 { try context.checkpoint.check() }
      try Self.check(code)
    }

    private static func check(_ code: Int32) throws(DecodeFailure) {
      guard code != 0 else { return }
      let message = libraw_strerror(code).map { String(cString: $0) } ?? "unknown error"
      switch code {
      case LIBRAW_UNSUFFICIENT_MEMORY.rawValue: throw .outOfMemory
      case LIBRAW_FILE_UNSUPPORTED.rawValue: throw .unsupported(format: RawCodec.formatWithoutPreview)
      default: throw .damaged(detail: message)
      }
    }
  }
#endif
