internal import Geometry

#if JPEGXL
  internal import CJXL
  internal import DecoderProtocol
  internal import PhotoDecoders

  /// Decodes JPEG XL files with libjxl, which also turns them upright and composes the frames of animations.
  final class JXLCodec: ImageCodec {
    let header: ImageHeader
    private let bytes: UnsafeRawBufferPointer
    private let context: DecodingContext
    private let kept = KeptFrames<JXLFrames>()

    init(_ bytes: UnsafeRawBufferPointer, _ context: DecodingContext) throws(DecodeFailure) {
      (self.bytes, self.context) = (bytes, context)
      // Counting frames takes a pass over the file, so this is done only for animations.
      let stream = try JXLStream(bytes, context, wantsFrames: false)
      var header = ImageHeader(format: ImageFormat.jpegXL.name, width: 0, height: 0)
      while let event = try stream.next() {
        guard case .header(let info) = event else { continue }
        header.taken = try Self.exif(bytes, context)?.taken
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

    /// Reads the EXIF data, which only a file in a container has. They may follow the image.
    private static func exif(
      _ bytes: UnsafeRawBufferPointer, _ context: DecodingContext
    ) throws(DecodeFailure) -> ExifBlock? {
      let blocks = try blocks(bytes, context, endsAfterExif: true)
      return blocks.exif.isEmpty ? nil : blocks.exif.withUnsafeBytes { ExifBlock(tiff: $0) }
    }

    var metadata: MetadataBlocks {
      (try? Self.blocks(bytes, context, endsAfterExif: false)) ?? MetadataBlocks()
    }

    private static func blocks(
      _ bytes: UnsafeRawBufferPointer, _ context: DecodingContext, endsAfterExif: Bool
    ) throws(DecodeFailure) -> MetadataBlocks {
      var blocks = MetadataBlocks()
      guard bytes.starts(with: [0, 0, 0, 0x0C]) else { return blocks }
      let stream = try JXLStream(bytes, context, wantsFrames: false, wantsMetadata: true)
      // A damaged box is not a reason to refuse the image.
      while let event = try? stream.next() {
        switch event {
        case .exif(let box):
          // The first four bytes are the distance to the TIFF header behind them.
          let tiff: [UInt8]? = box.withUnsafeBytes { box in
            guard let distance = box.number(at: 0, bytes: 4), let tiff = box.part(4, box.count - 4) else {
              return nil
            }
            return tiff.part(distance, tiff.count - distance).map { Array($0) }
          }
          if let tiff { blocks.exif = tiff }
          if endsAfterExif { return blocks }
        case .xmp(let box): blocks.xmp = box
        default: continue
        }
      }
      try context.checkpoint.check()
      return blocks
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
      let frames = try kept.frames(at: request.frame) { () throws(DecodeFailure) in
        try JXLFrames(bytes, width: width, height: height, context)
      }
      let converter = frames.profile.withUnsafeBytes { ColorConverter(profile: $0, layout: .gray) }
      var rows = try RowAssembler(
        plan, converter: converter, checkpoint: context.checkpoint, allocate: allocate)
      let line = try ByteBuffer(count: width * 4)
      let target = line.pointer(to: UInt32.self)
      for y in rows.startRow..<rows.endRow {
        let row = frames.pixels.pointer(to: UInt32.self) + y * width
        for x in 0..<width {
          let color = row[x]
          target[x] = color & 0xFF00_FF00 | color >> 16 & 0xFF | (color & 0xFF) << 16
        }
        try rows.add(row: y, target)
      }
      return DecodedPixels(
        layout: try rows.finish(), duration: frames.duration,
        defect: frames.index == request.frame && frames.isComplete ? nil : "the file ends too early")
    }

    var keptBytes: Int { header.width * header.height * 24 }
  }

  /// The pixels of a frame, as libjxl has composed it from the frames before.
  private final class JXLFrames: AnimationFrames {
    private(set) var index = -1
    private(set) var isAtEnd = false
    /// Whether all pixels of the frame are decoded.
    private(set) var isComplete = false
    /// The time that the frame is shown, in seconds.
    private(set) var duration = 0.0
    private(set) var profile: [UInt8] = []
    /// Red, green, blue and alpha.
    let pixels: ByteBuffer
    private var secondsPerTick = 0.0
    private let stream: JXLStream
    private let size: (width: Int, height: Int)

    init(
      _ bytes: UnsafeRawBufferPointer, width: Int, height: Int, _ context: DecodingContext
    ) throws(DecodeFailure) {
      size = (width, height)
      pixels = try ByteBuffer(count: width * height * 4)
      stream = try JXLStream(bytes, context, wantsFrames: true, pixels: pixels)
    }

    func advance() throws(DecodeFailure) {
      isComplete = false
      while let event = try stream.next() {
        switch event {
        case .header(let info):
          guard (Int(info.xsize), Int(info.ysize)) == size else {
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
          isComplete = true
          return
        case .exif, .xmp: continue
        }
      }
      isAtEnd = true
      if index < 0 { throw .damaged(detail: "the file ends before the image data") }
    }
  }

  /// The events of libjxl's decoder.
  private final class JXLStream {
    enum Event {
      case header(JxlBasicInfo)
      case profile([UInt8])
      case frame(ticks: UInt32)
      case image
      /// A box with EXIF data.
      case exif([UInt8])
      /// A box with an XMP packet.
      case xmp([UInt8])
    }

    private let decoder: OpaquePointer
    private let pixels: ByteBuffer?
    private let context: DecodingContext
    private var format = JxlPixelFormat(
      num_channels: 4, data_type: JXL_TYPE_UINT8, endianness: JXL_NATIVE_ENDIAN, align: 0)

    /// - Parameters:
    ///   - wantsFrames: Whether to report frames after the header.
    ///   - wantsMetadata: Whether to report EXIF data and XMP packets.
    ///   - pixels: Receives the red, green, blue and alpha values of each frame.
    init(
      _ bytes: UnsafeRawBufferPointer, _ context: DecodingContext, wantsFrames: Bool,
      wantsMetadata: Bool = false, pixels: ByteBuffer? = nil
    ) throws(DecodeFailure) {
      guard let decoder = JxlDecoderCreate(nil) else { throw .outOfMemory }
      (self.decoder, self.pixels, self.context) = (decoder, pixels, context)
      var events = JXL_DEC_BASIC_INFO.rawValue
      if wantsFrames { events |= JXL_DEC_FRAME.rawValue }
      if pixels != nil { events |= JXL_DEC_COLOR_ENCODING.rawValue | JXL_DEC_FULL_IMAGE.rawValue }
      if wantsMetadata {
        events |= JXL_DEC_BOX.rawValue
        JxlDecoderSetDecompressBoxes(decoder, JXL_TRUE)
      }
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
        case JXL_DEC_BOX:
          let last = takeBox()
          beginBox()
          if let last { return last }
        case JXL_DEC_BOX_NEED_MORE_OUTPUT: return takeBox()
        case JXL_DEC_SUCCESS: return takeBox()
        case JXL_DEC_NEED_MORE_INPUT:
          // Writes the part of a truncated image that libjxl has decoded.
          if pixels != nil { JxlDecoderFlushImage(decoder) }
          return nil
        default: throw Self.damaged
        }
      }
    }

    /// Metadata beyond this size are not read, in bytes; they are cut off. The date stands at their start.
    private static let longestBox = 64 << 10
    private var box: (content: ByteBuffer, isXMP: Bool)?

    /// Lets libjxl write the content of the current box, if it has EXIF data or an XMP packet.
    private func beginBox() {
      var type: (CChar, CChar, CChar, CChar) = (0, 0, 0, 0)
      let isXMP: Bool? = withUnsafeMutableBytes(of: &type) { type in
        let start = type.assumingMemoryBound(to: CChar.self)
        guard JxlDecoderGetBoxType(decoder, start.baseAddress, JXL_TRUE) == JXL_DEC_SUCCESS else {
          return nil
        }
        return type.elementsEqual("xml ".utf8) ? true : type.elementsEqual("Exif".utf8) ? false : nil
      }
      guard let isXMP, let buffer = try? ByteBuffer(count: Self.longestBox),
        JxlDecoderSetBoxBuffer(decoder, buffer.pointer(to: UInt8.self), Self.longestBox) == JXL_DEC_SUCCESS
      else { return }
      box = (buffer, isXMP)
    }

    /// Returns the content of the box that libjxl has written; `nil` if there is none.
    private func takeBox() -> Event? {
      guard let box else { return nil }
      self.box = nil
      let rest = JxlDecoderReleaseBoxBuffer(decoder)
      let bytes = Array(box.content.bytes.prefix(Self.longestBox - min(rest, Self.longestBox)))
      return box.isXMP ? .xmp(bytes) : .exif(bytes)
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
