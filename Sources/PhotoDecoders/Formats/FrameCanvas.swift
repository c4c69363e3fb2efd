package import DecoderProtocol
internal import Glibc

/// The canvas on which the frames of an animation are drawn one after the other. Its pixels are premultiplied
/// BGRA.
package final class FrameCanvas {
  /// The treatment of a frame's region before the next frame is drawn.
  package enum Disposal {
    case keep
    /// The region becomes transparent.
    case clear
    /// The region gets the content from before the frame.
    case restore
  }

  package let width: Int
  package let height: Int
  private let buffer: ByteBuffer
  private let saved: ByteBuffer
  private var region = PixelRegion(x: 0, y: 0, width: 0, height: 0)
  private var disposal = Disposal.keep

  /// - Precondition: The caller has checked the sides against the limits.
  package init(width: Int, height: Int) throws(DecodeFailure) {
    self.width = width
    self.height = height
    buffer = try ByteBuffer(count: width * height * 4)
    saved = try ByteBuffer(count: width * height * 4)
  }

  /// Returns the memory of a canvas, in bytes.
  package static func memory(_ width: Int, _ height: Int) -> Int { width * height * 8 }

  /// Starts a frame. Its region must lie inside the canvas.
  package func begin(_ region: PixelRegion, disposal: Disposal) {
    self.region = region
    self.disposal = disposal
    if case .restore = disposal { memcpy(saved.start, buffer.start, width * height * 4) }
  }

  /// Draws every `step`th pixel of a row of the frame, beginning at column `start`. The pixels are straight
  /// BGRA, without gaps.
  ///
  /// - Parameter isBlended: Whether the pixels are blended over the earlier ones; otherwise they replace
  ///   them.
  package func draw(
    _ pixels: UnsafePointer<UInt32>, row y: Int, from start: Int = 0, by step: Int = 1, isBlended: Bool
  ) {
    guard y < region.height else { return }
    let target = buffer.pointer(to: UInt32.self) + (region.y + y) * width + region.x
    for (index, x) in stride(from: start, to: region.width, by: step).enumerated() {
      let color = pixels[index]
      let alpha = color >> 24
      if alpha == 255 {
        target[x] = color
      } else if alpha > 0 || !isBlended {
        let below = isBlended ? target[x] : 0
        var result = (alpha + ((below >> 24) * (255 - alpha) + 127) / 255) << 24
        for shift: UInt32 in [0, 8, 16] {
          let value = ((color >> shift & 255) * alpha + (below >> shift & 255) * (255 - alpha) + 127) / 255
          result |= value << shift
        }
        target[x] = result
      }
    }
  }

  /// Applies the disposal of the current frame.
  package func dispose() {
    let pixels = buffer.pointer(to: UInt32.self)
    let former = saved.pointer(to: UInt32.self)
    for y in region.y..<(region.y + region.height) {
      let start = y * width + region.x
      switch disposal {
      case .keep: return
      case .clear: memset(pixels + start, 0, region.width * 4)
      case .restore: memcpy(pixels + start, former + start, region.width * 4)
      }
    }
  }

  /// Creates the result of a request from the canvas.
  package func finish(
    _ plan: OutputPlan, converter: ColorConverter?, checkpoint: Checkpoint, allocate: PixelAllocator
  ) throws(DecodeFailure) -> PixelLayout {
    var rows = try RowAssembler(plan, converter: converter, checkpoint: checkpoint, allocate: allocate)
    let row = try ByteBuffer(count: width * 4)
    let straight = row.pointer(to: UInt32.self)
    for y in rows.startRow..<rows.endRow {
      let source = buffer.pointer(to: UInt32.self) + y * width
      for x in 0..<width { straight[x] = Self.straight(source[x]) }
      try rows.add(row: y, straight)
    }
    return try rows.finish()
  }

  /// Converts a premultiplied color to straight alpha.
  package static func straight(_ color: UInt32) -> UInt32 {
    let alpha = color >> 24
    if alpha == 255 || alpha == 0 { return color }
    var result = alpha << 24
    for shift: UInt32 in [0, 8, 16] {
      result |= min(255, ((color >> shift & 255) * 255 + alpha / 2) / alpha) << shift
    }
    return result
  }
}
