internal import CWebP
package import HeadlessCompositor

/// Records frames as an animated WebP image.
package final class TourRecorder {
  private let encoder: OpaquePointer
  /// The factor by which the width and height of frames are divided.
  private let reduction: Int
  private let width: Int
  private let height: Int
  private var frameCount = 0
  private var milliseconds: Int32 = 0

  // At 30 frames per second and a width of at most 640 pixels, the file has a few megabytes.
  private static let everyNthFrame = 2
  private static let frameDuration: Int32 = 33  // ms
  private static let largestWidth = 640

  /// Creates a recorder for frames of a size in pixels.
  ///
  /// - Throws: `OutputError` if libwebp cannot encode the size.
  package init(screenWidth: Int, screenHeight: Int) throws {
    reduction = max(1, (screenWidth + Self.largestWidth - 1) / Self.largestWidth)
    width = max(1, screenWidth / reduction)
    height = max(1, screenHeight / reduction)
    var options = WebPAnimEncoderOptions()
    guard WebPAnimEncoderOptionsInit(&options) != 0,
      let encoder = WebPAnimEncoderNew(Int32(width), Int32(height), &options)
    else {
      throw OutputError(
        description: "cannot create a WebP encoder for \(width) × \(height) pixels; use a smaller --size")
    }
    self.encoder = encoder
  }

  isolated deinit { WebPAnimEncoderDelete(encoder) }

  /// Adds a frame of a 60 Hz output. Every second frame is recorded.
  package func add(_ capture: Capture) throws {
    frameCount += 1
    guard frameCount % Self.everyNthFrame == 1 else { return }
    var pixels = reduced(capture)
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

  /// Writes the recording to a file.
  ///
  /// - Throws: `OutputError` if it cannot be encoded or written.
  package func write(to path: String) throws {
    guard WebPAnimEncoderAdd(encoder, nil, milliseconds, nil) != 0 else { throw failure() }
    var data = WebPData()
    guard WebPAnimEncoderAssemble(encoder, &data) != 0 else { throw failure() }
    defer { WebPDataClear(&data) }
    do {
      try OutputFile.write(UnsafeRawBufferPointer(start: data.bytes, count: data.size), to: path)
    } catch {
      throw OutputError(description: "cannot write \(path): \(error)")
    }
  }

  private func failure() -> OutputError {
    let reason = WebPAnimEncoderGetError(encoder).map { String(cString: $0) } ?? "unknown"
    return OutputError(description: "cannot encode the tour as WebP: \(reason)")
  }

  /// Returns the opaque pixels of a capture at the size of the recording. Each is the mean of a block of
  /// pixels.
  private func reduced(_ capture: Capture) -> [UInt32] {
    guard reduction > 1 else { return capture.pixels.map { $0 | 0xFF00_0000 } }
    var result = [UInt32](repeating: 0, count: width * height)
    let area = UInt32(reduction * reduction)
    capture.pixels.withUnsafeBufferPointer { source in
      for y in 0..<height {
        for x in 0..<width {
          var (red, green, blue): (UInt32, UInt32, UInt32) = (0, 0, 0)
          for row in 0..<reduction {
            let start = (y * reduction + row) * capture.width + x * reduction
            for pixel in source[start..<start + reduction] {
              red += pixel >> 16 & 0xFF
              green += pixel >> 8 & 0xFF
              blue += pixel & 0xFF
            }
          }
          result[y * width + x] = 0xFF00_0000 | (red / area) << 16 | (green / area) << 8 | blue / area
        }
      }
    }
    return result
  }
}
