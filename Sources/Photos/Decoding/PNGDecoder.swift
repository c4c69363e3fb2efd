internal import CPNG
internal import Drawing
internal import Glibc

/// Decodes PNG files with libpng and downscales row by row, so that the full image is never in memory.
struct PNGDecoder {
  let limits: DecodingLimits
  let cancellation: Cancellation

  /// Decodes a file at the size it is shown at, upright.
  func decode(_ file: ImageFile, at size: TargetSize) throws(PhotoError) -> DecodedPhoto {
    let path = file.path
    let header = try PNGHeader(file)
    try limits.checkPixels(header.width, header.height, path: path)
    let swaps = header.orientation.swapsSides
    let shown = size.size(
      forImageOf: swaps ? header.height : header.width, by: swaps ? header.width : header.height)
    let target = swaps ? (width: shown.height, height: shown.width) : shown
    // libpng keeps two rows of up to eight bytes a pixel; `row` below has four bytes a pixel. Four more are a reserve.
    let memory =
      header.width * 24
      + AreaDownscaler.memory(width: header.width, to: target, isScattered: header.isInterlaced)
    try limits.checkMemory(memory, header.width, header.height, path: path)

    var error: [CChar] = Array(repeating: 0, count: 128)
    var stated = cpng_header()
    guard let reader = cpng_reader_open(file.descriptor, &stated, &error) else {
      throw .damaged(path: path, detail: Self.message(error))
    }
    defer { cpng_reader_close(reader) }
    guard (Int(stated.width), Int(stated.height)) == (header.width, header.height),
      (stated.is_interlaced != 0) == header.isInterlaced
    else { throw .damaged(path: path, detail: "the file changed while it was read") }

    var downscaler = try AreaDownscaler(
      width: header.width, height: header.height, to: target, isScattered: header.isInterlaced, path: path)
    let row = try ByteBuffer(count: header.width * 4, for: path)
    var rows = 0
    var failed = false
    passes: for pass in Self.passes(of: header) {
      for y in stride(from: pass.y, to: header.height, by: pass.down) {
        if rows.isMultiple(of: 16) { try cancellation.check() }
        if cpng_reader_read_row(reader, row.start.assumingMemoryBound(to: UInt8.self), &error) != 0 {
          failed = true
          break passes
        }
        if header.isInterlaced {
          downscaler.add(row: y, from: pass.x, by: pass.across, row.start)
        } else {
          downscaler.add(row: y, row.start)
        }
        rows += 1
      }
    }
    if failed, rows == 0 { throw .damaged(path: path, detail: Self.message(error)) }
    downscaler.finish()
    return DecodedPhoto(
      image: try downscaler.block.upright(header.orientation, path: path),
      defect: failed ? .incomplete(path: path, detail: Self.message(error)) : nil)
  }

  /// The pixels of one pass over the image: the position of the first, and the distances between them.
  private typealias Pass = (x: Int, y: Int, across: Int, down: Int)

  /// Returns the passes in the order of the file. Interlaced images have up to seven (Adam7); empty ones are omitted.
  private static func passes(of header: PNGHeader) -> [Pass] {
    guard header.isInterlaced else { return [(0, 0, 1, 1)] }
    let all: [Pass] = [
      (0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2),
    ]
    return all.filter { $0.x < header.width }
  }

  private static func message(_ error: [CChar]) -> String {
    String(decoding: error.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}
