internal import Geometry

#if SVG
  internal import CFontconfig
  internal import CRSVG
  internal import DecoderProtocol
  internal import PhotoDecoders
  internal import Glibc

  /// Draws SVG files with librsvg, at the size of the result.
  ///
  /// The document has no base address, so that references to other files and to the network are ignored. librsvg cannot
  /// be canceled while it draws; the process is then ended.
  final class SVGCodec: ImageCodec {
    let header: ImageHeader
    private let context: DecodingContext
    private let document: OpaquePointer
    private let memory: SVGMemory

    init(_ bytes: UnsafeRawBufferPointer, _ context: DecodingContext) throws(DecodeFailure) {
      let (document, memory) = try SVGText(bytes).withBytes { text throws(DecodeFailure) in
        (try Self.document(text), SVGMemory(text, context))
      }
      (self.context, self.document, self.memory) = (context, OpaquePointer(document), memory)
      let size = Self.size(of: document)
      header = ImageHeader(format: ImageFormat.svg.name, width: size.width, height: size.height)
      try context.limits.checkPixels(size.width, size.height)
    }

    deinit { g_object_unref(UnsafeMutableRawPointer(document)) }

    private static func document(
      _ text: UnsafeRawBufferPointer
    ) throws(DecodeFailure) -> UnsafeMutablePointer<RsvgHandle> {
      var error: UnsafeMutablePointer<GError>?
      let start = text.baseAddress?.assumingMemoryBound(to: UInt8.self)
      guard let document = rsvg_handle_new_from_data(start, gsize(text.count), &error) else {
        throw .damaged(detail: message(error))
      }
      return document
    }

    private var handle: UnsafeMutablePointer<RsvgHandle> { UnsafeMutablePointer(document) }

    func decode(_ request: DecodeRequest, allocate: PixelAllocator) throws(DecodeFailure) -> DecodedPixels {
      let (width, height) = (header.width, header.height)
      let plan = try OutputPlan(request, storedWidth: width, storedHeight: height, orientation: .upright)
      let (across, down) = plan.target
      try context.limits.checkMemory(memory.bytes(forPixels: across * down), width, height)
      guard let pixels = allocate(across * down * 4) else { throw .outOfMemory }
      let surface = cairo_image_surface_create_for_data(
        pixels.assumingMemoryBound(to: UInt8.self), CAIRO_FORMAT_ARGB32, Int32(across), Int32(down),
        Int32(across * 4))
      defer { cairo_surface_destroy(surface) }
      let canvas = cairo_create(surface)
      defer { cairo_destroy(canvas) }
      guard cairo_status(canvas) == CAIRO_STATUS_SUCCESS else { throw .outOfMemory }
      let (scaleX, scaleY) = (
        Double(across) / Double(plan.region.width), Double(down) / Double(plan.region.height)
      )
      var viewport = RsvgRectangle(
        x: -Double(plan.region.x) * scaleX, y: -Double(plan.region.y) * scaleY,
        width: Double(width) * scaleX, height: Double(height) * scaleY)
      var error: UnsafeMutablePointer<GError>?
      guard rsvg_handle_render_document(handle, canvas, &viewport, &error) != 0 else {
        let message = Self.message(error)
        throw message.contains("out of memory") ? .outOfMemory : .damaged(detail: message)
      }
      cairo_surface_flush(surface)
      try context.checkpoint.check()
      let isOpaque = stride(from: 3, to: across * down * 4, by: 4).allSatisfy {
        pixels.load(fromByteOffset: $0, as: UInt8.self) == 255
      }
      return DecodedPixels(layout: PixelLayout(width: across, height: down, isOpaque: isOpaque))
    }

    /// The longer side of a document that is smaller or has no size, and of one that is larger, in pixels. A drawing has
    /// no pixels of its own.
    private static let sides = 1024.0...8192.0

    /// Returns the size of the image: that of the document, scaled so that its longer side is in ``sides``.
    private static func size(of document: UnsafeMutablePointer<RsvgHandle>) -> (width: Int, height: Int) {
      var (width, height) = (0.0, 0.0)
      if rsvg_handle_get_intrinsic_size_in_pixels(document, &width, &height) == 0 || width <= 0 || height <= 0
      {
        var (hasWidth, hasHeight, hasBox) = (gboolean(0), gboolean(0), gboolean(0))
        var box = RsvgRectangle()
        rsvg_handle_get_intrinsic_dimensions(document, &hasWidth, nil, &hasHeight, nil, &hasBox, &box)
        (width, height) = hasBox != 0 ? (box.width, box.height) : (1, 1)
      }
      guard width.isFinite, height.isFinite, width > 0, height > 0 else { return (1024, 1024) }
      let longer = max(width, height)
      let scale = min(max(longer, sides.lowerBound), sides.upperBound) / longer
      func side(_ value: Double) -> Int {
        Int(min(max((value * scale).rounded(), 1), sides.upperBound))
      }
      return (side(width), side(height))
    }

    /// Calls `body` with the path of each installed font.
    static func forEachFontFile(_ body: (UnsafePointer<CChar>) -> Void) {
      for set in [FcSetSystem, FcSetApplication] {
        guard let fonts = FcConfigGetFonts(nil, set)?.pointee, fonts.nfont > 0 else { continue }
        for index in 0..<Int(fonts.nfont) {
          var path: UnsafeMutablePointer<FcChar8>?
          guard FcPatternGetString(fonts.fonts[index], FC_FILE, 0, &path) == FcResultMatch, let path else {
            continue
          }
          path.withMemoryRebound(to: CChar.self, capacity: 1) { body($0) }
        }
      }
    }

    /// Lets librsvg and the libraries that it uses read their files, and draws text in the three generic families, regular
    /// and bold. Cairo keeps these fonts open, so that a kernel without Landlock, on which no file can be opened, draws
    /// text in these fonts.
    static func warmUp() {
      // The filters of librsvg are computed on as many threads as there are processors.
      setenv("RAYON_NUM_THREADS", "1", 1)
      let texts = ["serif", "sans-serif", "monospace"].map { family in
        "<g font-family='\(family)'><text y='9'>a</text><text y='9' font-weight='bold'>a</text></g>"
      }
      let text =
        "<svg xmlns='http://www.w3.org/2000/svg' width='20' height='20'>\(texts.joined())</svg>"
      let bytes = Array(text.utf8)
      let checkpoint = Checkpoint(seconds: 10, now: { 0 }, isCanceled: { false })
      bytes.withUnsafeBytes { bytes in
        let memory = UnsafeMutableRawPointer.allocate(byteCount: 20 * 20 * 4, alignment: 16)
        memory.initializeMemory(as: UInt8.self, repeating: 0, count: 20 * 20 * 4)
        defer { memory.deallocate() }
        let codec = try? SVGCodec(bytes, DecodingContext(limits: DecodingLimits(), checkpoint: checkpoint))
        let request = DecodeRequest(size: TargetSize(width: 20, height: 20))
        _ = try? codec?.decode(request, allocate: { $0 <= 20 * 20 * 4 ? memory : nil })
      }
    }

    private static func message(_ error: UnsafeMutablePointer<GError>?) -> String {
      defer { if let error { g_error_free(error) } }
      return error.flatMap { $0.pointee.message }.map { String(cString: $0) } ?? "the document is not valid"
    }
  }
#endif
