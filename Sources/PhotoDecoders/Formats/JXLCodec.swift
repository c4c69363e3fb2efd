#if JPEGXL
  internal import CJXL
  internal import DecoderProtocol

  /// Decodes JPEG XL files with libjxl, which also turns them upright and composes the frames of animations.
  struct JXLCodec: ImageCodec {
    let header: ImageHeader
    private let bytes: UnsafeRawBufferPointer
    private let context: DecodingContext

    init(_ bytes: UnsafeRawBufferPointer, _ context: DecodingContext) throws(DecodeFailure) {
      (self.bytes, self.context) = (bytes, context)
      // Counting frames takes a pass over the file, so this is done only for animations.
      let stream = try JXLStream(bytes, context, wantsFrames: false)
      var header = ImageHeader(format: ImageFormat.jpegXL.name, width: 0, height: 0)
      while let event = try stream.next() {
        guard case .header(let info) = event else { continue }
        (header.width, header.height) = (Int(info.xsize), Int(info.ysize))
        try context.limits.checkPixels(header.width, header.height)
        header.orientation = max(1, Int(info.orientation.rawValue))
        if info.have_animation != 0 {
          header.playCount = Int(info.animation.num_loops)
          header.frameCount = try Self.countFrames(bytes, context)
          header.isAnimated = header.frameCount > 1
        }
        self.header = header
        return
      }
      throw .damaged(detail: "the file ends before the image data")
    }

    private static func countFrames(
      _ bytes: UnsafeRawBufferPointer, _ context: DecodingContext
    ) throws(DecodeFailure) -> Int {
      let stream = try JXLStream(bytes, context, wantsFrames: true)
      var count = 0
      while let event = try stream.next() {
        if case .frame = event { count += 1 }
      }
      return max(1, count)
    }

    func decode(_ request: DecodeRequest, allocate: PixelAllocator) throws(DecodeFailure) -> DecodedPixels {
      let (width, height) = (header.width, header.height)
      let plan = try OutputPlan(request, storedWidth: width, storedHeight: height, orientation: .upright)
      // libjxl keeps three or four numbers of 4 bytes for each pixel.
      try context.limits.checkMemory(
        width * height * 24 + RowAssembler.memory(plan, width: width), width, height)
      let pixels = try ByteBuffer(count: width * height * 4)
      let stream = try JXLStream(bytes, context, wantsFrames: true, pixels: pixels)
      var duration = 0.0
      var index = -1
      var isComplete = false
      var profile: [UInt8] = []
      var secondsPerTick = 0.0
      loop: while let event = try stream.next() {
        switch event {
        case .header(let info):
          guard (Int(info.xsize), Int(info.ysize)) == (width, height) else {
            throw .damaged(detail: "the file changed while it was read")
          }
          if info.have_animation != 0, info.animation.tps_numerator > 0 {
            secondsPerTick = Double(info.animation.tps_denominator) / Double(info.animation.tps_numerator)
          }
        case .profile(let bytes): profile = bytes
        case .frame(let ticks):
          index += 1
          duration = Double(ticks) * secondsPerTick
        case .image:
          if index == request.frame {
            isComplete = true
            break loop
          }
        }
      }
      guard isComplete || index >= 0 else { throw .damaged(detail: "the file ends before the image data") }
      let converter = profile.withUnsafeBytes { ColorConverter(profile: $0, layout: .gray) }
      var rows = try RowAssembler(
        plan, converter: converter, checkpoint: context.checkpoint, allocate: allocate)
      for y in 0..<rows.endRow {
        let row = pixels.pointer(to: UInt32.self) + y * width
        for x in 0..<width {
          let color = row[x]
          row[x] = color & 0xFF00_FF00 | color >> 16 & 0xFF | (color & 0xFF) << 16
        }
        try rows.add(row: y, row)
      }
      return DecodedPixels(
        layout: try rows.finish(), duration: duration, defect: isComplete ? nil : "the file ends too early")
    }
  }

  /// The events of libjxl's decoder.
  private final class JXLStream {
    enum Event {
      case header(JxlBasicInfo)
      case profile([UInt8])
      case frame(ticks: UInt32)
      case image
    }

    private let decoder: OpaquePointer
    private let pixels: ByteBuffer?
    private let context: DecodingContext
    private var format = JxlPixelFormat(
      num_channels: 4, data_type: JXL_TYPE_UINT8, endianness: JXL_NATIVE_ENDIAN, align: 0)

    /// - Parameters:
    ///   - wantsFrames: Whether to report frames after the header.
    ///   - pixels: Receives the red, green, blue and alpha values of each frame.
    init(
      _ bytes: UnsafeRawBufferPointer, _ context: DecodingContext, wantsFrames: Bool,
      pixels: ByteBuffer? = nil
    ) throws(DecodeFailure) {
      guard let decoder = JxlDecoderCreate(nil) else { throw .outOfMemory }
      (self.decoder, self.pixels, self.context) = (decoder, pixels, context)
      var events = JXL_DEC_BASIC_INFO.rawValue
      if wantsFrames { events |= JXL_DEC_FRAME.rawValue }
      if pixels != nil { events |= JXL_DEC_COLOR_ENCODING.rawValue | JXL_DEC_FULL_IMAGE.rawValue }
      JxlDecoderSubscribeEvents(decoder, Int32(events))
      JxlDecoderSetUnpremultiplyAlpha(decoder, 1)
      JxlDecoderSetInput(decoder, bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), bytes.count)
      JxlDecoderCloseInput(decoder)
    }

    deinit { JxlDecoderDestroy(decoder) }

    /// Returns the next event; `nil` at the end of the file, even if the image is incomplete.
    func next() throws(DecodeFailure) -> Event? {
      while true {
        try context.checkpoint.check()
        switch JxlDecoderProcessInput(decoder) {
        case JXL_DEC_BASIC_INFO:
          var info = JxlBasicInfo()
          guard JxlDecoderGetBasicInfo(decoder, &info) == JXL_DEC_SUCCESS else { throw Self.damaged }
          return .header(info)
        case JXL_DEC_COLOR_ENCODING: return .profile(profile)
        case JXL_DEC_FRAME:
          var header = JxlFrameHeader()
          guard JxlDecoderGetFrameHeader(decoder, &header) == JXL_DEC_SUCCESS else { throw Self.damaged }
          return .frame(ticks: header.duration)
        case JXL_DEC_NEED_IMAGE_OUT_BUFFER:
          guard let pixels else { throw Self.damaged }
          var size = 0
          guard JxlDecoderImageOutBufferSize(decoder, &format, &size) == JXL_DEC_SUCCESS,
            size <= pixels.bytes.count,
            JxlDecoderSetImageOutBuffer(decoder, &format, pixels.start, pixels.bytes.count) == JXL_DEC_SUCCESS
          else { throw Self.damaged }
        case JXL_DEC_FULL_IMAGE: return .image
        case JXL_DEC_SUCCESS: return nil
        case JXL_DEC_NEED_MORE_INPUT:
          // Writes the part of a truncated image that libjxl has decoded.
          if pixels != nil { JxlDecoderFlushImage(decoder) }
          return nil
        default: throw Self.damaged
        }
      }
    }

    private static var damaged: DecodeFailure { .damaged(detail: "the image data is damaged") }

    private var profile: [UInt8] {
      var size = 0
      var format = format
      let target = JXL_COLOR_PROFILE_TARGET_DATA
      guard JxlDecoderGetICCProfileSize(decoder, &format, target, &size) == JXL_DEC_SUCCESS, size > 0,
        size <= ColorConverter.largestProfile
      else { return [] }
      var bytes = [UInt8](repeating: 0, count: size)
      guard JxlDecoderGetColorAsICCProfile(decoder, &format, target, &bytes, size) == JXL_DEC_SUCCESS else {
        return []
      }
      return bytes
    }
  }
#endif
