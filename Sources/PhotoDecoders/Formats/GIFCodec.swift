internal import CGIF
internal import DecoderProtocol
internal import Geometry
internal import Glibc

/// Decodes GIF files. giflib decompresses the frames, and this type composes them.
final class GIFCodec: ImageCodec {
  let header: ImageHeader
  private let bytes: UnsafeRawBufferPointer
  private let context: DecodingContext
  private let size: (width: Int, height: Int)
  private let kept = KeptFrames<Frames>()

  init(_ bytes: UnsafeRawBufferPointer, _ context: DecodingContext) throws(DecodeFailure) {
    (self.bytes, self.context) = (bytes, context)
    let stream = try GIFStream(bytes)
    size = (stream.width, stream.height)
    try context.limits.checkPixels(size.width, size.height)
    var header = ImageHeader(format: ImageFormat.gif.name, width: size.width, height: size.height)
    var frames = 0
    // A file without a loop extension is played once.
    var playCount = 1
    while case .image? = stream.next() {
      try context.checkpoint.check()
      guard stream.skipImage() else {
        frames += 1
        break
      }
      frames += 1
    }
    if let count = stream.loopCount { playCount = count == 0 ? 0 : count + 1 }
    header.frameCount = max(1, frames)
    header.isAnimated = frames > 1
    header.playCount = frames > 1 ? playCount : 0
    self.header = header
  }

  func decode(_ request: DecodeRequest, allocate: PixelAllocator) throws(DecodeFailure) -> DecodedPixels {
    let plan = try OutputPlan(
      request, storedWidth: size.width, storedHeight: size.height, orientation: .upright)
    try context.limits.checkMemory(
      FrameCanvas.memory(size.width, size.height) + RowAssembler.memory(plan, width: size.width), size.width,
      size.height)
    let frames = try kept.frames(at: request.frame) { () throws(DecodeFailure) in
      try Frames(bytes, size, context)
    }
    let layout = try frames.canvas.finish(
      plan, converter: nil, checkpoint: context.checkpoint, allocate: allocate)
    return DecodedPixels(layout: layout, duration: frames.duration, defect: frames.defect)
  }

  var keptBytes: Int { FrameCanvas.memory(size.width, size.height) }

  /// The canvas with the frames up to one of them.
  private final class Frames: AnimationFrames {
    let canvas: FrameCanvas
    private(set) var index = -1
    private(set) var duration = 0.0
    private(set) var defect: String?
    private let stream: GIFStream
    private let context: DecodingContext
    private let line: ByteBuffer
    private let pixels: ByteBuffer

    init(
      _ bytes: UnsafeRawBufferPointer, _ size: (width: Int, height: Int), _ context: DecodingContext
    ) throws(DecodeFailure) {
      self.context = context
      stream = try GIFStream(bytes)
      canvas = try FrameCanvas(width: size.width, height: size.height)
      line = try ByteBuffer(count: 65536)
      pixels = try ByteBuffer(count: size.width * 4)
    }

    var isAtEnd: Bool { defect != nil }

    func advance() throws(DecodeFailure) {
      if index >= 0 { canvas.dispose() }
      index += 1
      guard case .image(let image)? = stream.next() else {
        let reason = stream.failure
        defect = reason
        if index == 0 { throw .damaged(detail: reason) }
        return
      }
      // The part of a frame outside the canvas is cut off.
      let region = PixelRegion(x: image.left, y: image.top, width: image.width, height: image.height)
        .clamped(toWidth: canvas.width, height: canvas.height)
      canvas.begin(region ?? PixelRegion(x: 0, y: 0, width: 0, height: 0), disposal: image.disposal)
      duration = image.duration
      for y in GIFCodec.rows(image) {
        try context.checkpoint.check()
        guard stream.readLine(line.pointer(to: UInt8.self), count: image.width) else {
          defect = stream.failure
          return
        }
        guard let region else { continue }
        let count = min(region.width, image.width)
        for x in 0..<count {
          pixels.pointer(to: UInt32.self)[x] = image.colors[Int(line.pointer(to: UInt8.self)[x])]
        }
        canvas.draw(pixels.pointer(to: UInt32.self), row: y, isBlended: true)
      }
    }
  }

  /// Returns the rows of a frame in the order of the file.
  private static func rows(_ image: GIFStream.Frame) -> [Int] {
    guard image.isInterlaced else { return Array(0..<image.height) }
    return [(0, 8), (4, 8), (2, 4), (1, 2)].flatMap { Array(stride(from: $0.0, to: image.height, by: $0.1)) }
  }
}
