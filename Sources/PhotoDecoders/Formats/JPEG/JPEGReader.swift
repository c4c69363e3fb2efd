internal import CImageCodecs
internal import DecoderProtocol
internal import Glibc

/// Decodes the rows of a JPEG file once, with libjpeg-turbo.
final class JPEGReader {
  /// The header, as libjpeg reads it.
  let stated: cjpeg_header
  private let reader: OpaquePointer
  private let message: CStringBuffer
  private let context: DecodingContext

  /// The memory of libjpeg beside the coefficients, in bytes. `decode` checks the limit; libjpeg must not refuse an
  /// image that passed that check.
  private static let libraryBytes = 8 << 20

  /// Reads the header.
  ///
  /// - Parameter bytes: The file, which must outlive the reader.
  init(_ bytes: UnsafeRawBufferPointer, _ context: DecodingContext) throws(DecodeFailure) {
    let message = CStringBuffer()
    var stated = cjpeg_header()
    let reader = cjpeg_open(
      bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), bytes.count,
      min(context.limits.workingBytes, Int.max / 2) + Self.libraryBytes,
      { context in
        guard let context else { return 1 }
        return Unmanaged<DecodingContext>.fromOpaque(context).takeUnretainedValue().checkpoint.mustStop()
          ? 1 : 0
      }, Unmanaged.passUnretained(context).toOpaque(), &stated, message.start)
    guard let reader else {
      try context.checkpoint.check()
      throw .damaged(detail: message.text)
    }
    (self.stated, self.reader, self.message, self.context) = (stated, reader, message, context)
  }

  deinit { cjpeg_close(reader) }

  /// What was damaged in the data that were read; `nil` if nothing was found.
  var defect: String? { message.isEmpty ? nil : message.text }

  /// Starts the decoding. Returns the size at `eighths`/8.
  func start(eighths: Int, scans: Int) throws(DecodeFailure) -> (width: Int, height: Int) {
    var size: (width: UInt32, height: UInt32) = (0, 0)
    try check(cjpeg_start(reader, Int32(eighths), Int32(clamping: scans), &size.width, &size.height))
    return (Int(size.width), Int(size.height))
  }

  /// Leaves out the rows above `firstRow`, and columns outside a range. Returns the range of columns that is decoded, which may begin
  /// further left.
  func select(firstRow: Int, columns: Range<Int>) throws(DecodeFailure) -> Range<Int> {
    var (x, width) = (UInt32(columns.lowerBound), UInt32(columns.count))
    try check(cjpeg_select(reader, UInt32(firstRow), &x, &width))
    return Int(x)..<Int(x + width)
  }

  /// Decodes the next row. Returns `false` if the data are damaged; ``defect`` has the reason.
  func read(into row: ByteBuffer) throws(DecodeFailure) -> Bool {
    let status = cjpeg_read_row(reader, row.pointer(to: UInt8.self))
    if status == cjpeg_failed { return false }
    try check(status)
    return true
  }

  /// The failure of data of which nothing can be shown.
  var failure: DecodeFailure { .damaged(detail: message.text) }

  private func check(_ status: cjpeg_status) throws(DecodeFailure) {
    switch status {
    case cjpeg_ok: return
    case cjpeg_stopped: throw context.checkpoint.reason ?? .canceled
    case cjpeg_out_of_memory: throw .outOfMemory
    default: throw failure
    }
  }
}
