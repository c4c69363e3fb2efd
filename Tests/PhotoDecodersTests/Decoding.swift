import DecoderProtocol
import ImageFixtures
import PhotoDecoders

/// The decoded image of a test.
struct TestImage {
  let result: DecodeResult
  private let pixels: [UInt8]

  /// Decodes a file in this process.
  init(
    _ bytes: [UInt8], _ request: DecodeRequest = DecodeRequest(), limits: DecodingLimits = DecodingLimits(),
    checkpoint: Checkpoint = .never, codecs: CodecTable = .common
  ) throws(DecodeFailure) {
    let memory = Memory()
    let outcome: Result<DecodeResult, DecodeFailure> = bytes.withUnsafeBytes { bytes in
      do throws(DecodeFailure) {
        return .success(
          try ImageDecoder.decode(
            bytes, request, limits: limits, checkpoint: checkpoint, codecs: codecs,
            allocate: { memory.allocate($0) }))
      } catch {
        return .failure(error)
      }
    }
    result = try outcome.get()
    pixels = memory.bytes
  }

  private final class Memory {
    private var start: UnsafeMutableRawBufferPointer?

    func allocate(_ count: Int) -> UnsafeMutableRawPointer? {
      precondition(start == nil, "allocated twice")
      let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: count, alignment: 16)
      memory.initializeMemory(as: UInt8.self, repeating: 0)
      start = memory
      return memory.baseAddress
    }

    var bytes: [UInt8] { start.map { Array($0) } ?? [] }

    deinit { start?.deallocate() }
  }

  var width: Int { result.pixels?.width ?? 0 }
  var height: Int { result.pixels?.height ?? 0 }
  /// The pixels as premultiplied BGRA.
  var bytes: [UInt8] { pixels }

  /// Returns the premultiplied color of a pixel.
  func color(_ x: Int, _ y: Int) -> PixelColor {
    let start = (y * width + x) * 4
    return PixelColor(
      red: Int(pixels[start + 2]), green: Int(pixels[start + 1]), blue: Int(pixels[start]),
      alpha: Int(pixels[start + 3]))
  }

  /// Returns the colors of all pixels.
  var colors: [[PixelColor]] { (0..<height).map { y in (0..<width).map { color($0, y) } } }
}

extension Checkpoint {
  /// A checkpoint that never ends decoding.
  static var never: Checkpoint { Checkpoint(seconds: 3600, now: { 0 }, isCanceled: { false }) }
}

/// Returns the failure of decoding a file; `nil` on success.
func failure(
  _ bytes: [UInt8], _ request: DecodeRequest = DecodeRequest(), limits: DecodingLimits = DecodingLimits(),
  checkpoint: Checkpoint = .never, codecs: CodecTable = .common
) -> DecodeFailure? {
  do throws(DecodeFailure) {
    _ = try TestImage(bytes, request, limits: limits, checkpoint: checkpoint, codecs: codecs)
    return nil
  } catch {
    return error
  }
}

/// Returns the color of a pixel in a pattern. All pixels differ, so that a misplaced pixel is noticed.
func pattern(_ x: Int, _ y: Int) -> PixelColor {
  PixelColor(red: (x * 5 + y) & 255, green: (y * 7) & 255, blue: (x * 3 ^ y * 11) & 255)
}
