import CWebP
import HeadlessCompositor

/// Records frames as an animated WebP picture.
final class TourRecorder {
  private let encoder: OpaquePointer
  private let shrink: Int
  private let width: Int
  private let height: Int
  private var frameCount = 0
  private var milliseconds: Int32 = 0

  // 30 frames a second of at most 640 pixels width: a visit stays below some megabytes.
  private static let everyNthFrame = 2
  private static let frameDuration: Int32 = 33  // ms
  private static let largestWidth = 640

  /// - Throws: `VisitFailure` when libwebp gives no encoder for the size.
  init(screenWidth: Int, screenHeight: Int) throws {
    shrink = max(1, (screenWidth + Self.largestWidth - 1) / Self.largestWidth)
    width = max(1, screenWidth / shrink)
    height = max(1, screenHeight / shrink)
    var options = WebPAnimEncoderOptions()
    guard WebPAnimEncoderOptionsInit(&options) != 0,
      let encoder = WebPAnimEncoderNew(Int32(width), Int32(height), &options)
    else {
      throw VisitFailure(code: .cannotWrite, description: "no WebP encoder for \(width) × \(height) pixels")
    }
    self.encoder = encoder
  }

  isolated deinit { WebPAnimEncoderDelete(encoder) }

  /// Adds a frame of a 60 Hz visit.
  func add(_ capture: Capture) throws {
    frameCount += 1
    guard frameCount % Self.everyNthFrame == 1 else { return }
    var pixels = shrunk(capture)
    var picture = WebPPicture()
    var configuration = WebPConfig()
    guard WebPPictureInit(&picture) != 0, WebPConfigInit(&configuration) != 0 else { throw failure() }
    configuration.method = 2
    picture.use_argb = 1
    (picture.width, picture.height) = (Int32(width), Int32(height))
    let isAdded = pixels.withUnsafeMutableBufferPointer { buffer in
      picture.argb = buffer.baseAddress
      picture.argb_stride = Int32(width)
      return WebPAnimEncoderAdd(encoder, &picture, milliseconds, &configuration) != 0
    }
    WebPPictureFree(&picture)
    guard isAdded else { throw failure() }
    milliseconds += Self.frameDuration
  }

  /// Writes what was recorded.
  func write(to path: String) throws {
    guard WebPAnimEncoderAdd(encoder, nil, milliseconds, nil) != 0 else { throw failure() }
    var data = WebPData()
    guard WebPAnimEncoderAssemble(encoder, &data) != 0 else { throw failure() }
    defer { WebPDataClear(&data) }
    do {
      try OutputFile.write(UnsafeRawBufferPointer(start: data.bytes, count: data.size), to: path)
    } catch {
      throw VisitFailure(
        code: .cannotWrite, description: "\(path) cannot be written: \(error)")
    }
  }

  private func failure() -> VisitFailure {
    let reason = WebPAnimEncoderGetError(encoder).map { String(cString: $0) } ?? "unknown"
    return VisitFailure(code: .cannotWrite, description: "the visit cannot be recorded as WebP: \(reason)")
  }

  /// Returns the capture at the recording's size, each pixel the mean of a block, opaque.
  private func shrunk(_ capture: Capture) -> [UInt32] {
    guard shrink > 1 else { return capture.pixels.map { $0 | 0xFF00_0000 } }
    var result = [UInt32](repeating: 0, count: width * height)
    let area = UInt32(shrink * shrink)
    capture.pixels.withUnsafeBufferPointer { source in
      for y in 0..<height {
        for x in 0..<width {
          var (red, green, blue): (UInt32, UInt32, UInt32) = (0, 0, 0)
          for row in 0..<shrink {
            let start = (y * shrink + row) * capture.width + x * shrink
            for pixel in source[start..<start + shrink] {
              red += pixel >> 16 & 0xFF
              green += pixel >> 8 & 0xFF
              blue += pixel & 0xFF
            }
          }
          result[y * width + x] = 0xFF00_0000 | red / area << 16 | green / area << 8 | blue / area
        }
      }
    }
    return result
  }
}
