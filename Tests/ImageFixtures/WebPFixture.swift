internal import CWebP
internal import CWebPDecode

/// Encodes WebP files with libwebp.
package enum WebPFixture {
  /// Returns the contents of a file with one image.
  package static func bytes(
    width: Int, height: Int, profile: [UInt8]? = nil, exif: [UInt8]? = nil,
    color: (_ x: Int, _ y: Int) -> PixelColor
  ) -> [UInt8] {
    let pixels = rgba(width, height, color)
    var output: UnsafeMutablePointer<UInt8>?
    let count = WebPEncodeLosslessRGBA(pixels, Int32(width), Int32(height), Int32(width * 4), &output)
    precondition(count > 0)
    defer { WebPFree(output) }
    let file = Array(UnsafeBufferPointer(start: output, count: count))
    return profile == nil && exif == nil ? file : adding(["ICCP": profile, "EXIF": exif], to: file)
  }

  /// Returns the contents of a lossy file of a quality of 0…100.
  package static func lossy(
    width: Int, height: Int, quality: Int, color: (_ x: Int, _ y: Int) -> PixelColor
  ) -> [UInt8] {
    var output: UnsafeMutablePointer<UInt8>?
    let count = WebPEncodeRGBA(
      rgba(width, height, color), Int32(width), Int32(height), Int32(width * 4), Float(quality), &output)
    precondition(count > 0)
    defer { WebPFree(output) }
    return Array(UnsafeBufferPointer(start: output, count: count))
  }

  /// Decodes a still image like `dwebp`, to straight BGRA without gaps; `nil` if libwebp fails.
  package static func reference(_ bytes: [UInt8]) -> (width: Int, height: Int, pixels: [UInt8])? {
    var (width, height): (Int32, Int32) = (0, 0)
    guard let start = WebPDecodeBGRA(bytes, bytes.count, &width, &height) else { return nil }
    defer { WebPFree(start) }
    let count = Int(width) * Int(height) * 4
    return (Int(width), Int(height), Array(UnsafeBufferPointer(start: start, count: count)))
  }

  /// Returns the contents of an animation in which each frame lasts `milliseconds`.
  package static func animation(
    width: Int, height: Int, frameCount: Int, milliseconds: Int, loopCount: Int = 0,
    color: (_ frame: Int, _ x: Int, _ y: Int) -> PixelColor
  ) -> [UInt8] {
    var options = WebPAnimEncoderOptions()
    WebPAnimEncoderOptionsInit(&options)
    options.anim_params.loop_count = Int32(loopCount)
    let encoder = WebPAnimEncoderNew(Int32(width), Int32(height), &options)
    defer { WebPAnimEncoderDelete(encoder) }
    var config = WebPConfig()
    WebPConfigInit(&config)
    config.lossless = 1
    config.exact = 1
    for frame in 0..<frameCount {
      var picture = WebPPicture()
      WebPPictureInit(&picture)
      picture.use_argb = 1
      picture.width = Int32(width)
      picture.height = Int32(height)
      let pixels = rgba(width, height) { color(frame, $0, $1) }
      precondition(WebPPictureImportRGBA(&picture, pixels, Int32(width * 4)) != 0)
      precondition(WebPAnimEncoderAdd(encoder, &picture, Int32(frame * milliseconds), &config) != 0)
      WebPPictureFree(&picture)
    }
    WebPAnimEncoderAdd(encoder, nil, Int32(frameCount * milliseconds), nil)
    var data = WebPData()
    precondition(WebPAnimEncoderAssemble(encoder, &data) != 0)
    defer { WebPDataClear(&data) }
    return Array(UnsafeBufferPointer(start: data.bytes, count: data.size))
  }

  private static func rgba(_ width: Int, _ height: Int, _ color: (Int, Int) -> PixelColor) -> [UInt8] {
    var pixels: [UInt8] = []
    for y in 0..<height {
      for x in 0..<width {
        let color = color(x, y)
        pixels += [UInt8(color.red), UInt8(color.green), UInt8(color.blue), UInt8(color.alpha)]
      }
    }
    return pixels
  }

  private static func adding(_ chunks: [String: [UInt8]?], to file: [UInt8]) -> [UInt8] {
    file.withUnsafeBufferPointer { bytes in
      var data = WebPData(bytes: bytes.baseAddress, size: bytes.count)
      let mux = WebPMuxCreate(&data, 1)
      defer { WebPMuxDelete(mux) }
      for case (let name, let content?) in chunks {
        content.withUnsafeBufferPointer { content in
          var chunk = WebPData(bytes: content.baseAddress, size: content.count)
          precondition(WebPMuxSetChunk(mux, name, &chunk, 1) == WEBP_MUX_OK)
        }
      }
      var output = WebPData()
      precondition(WebPMuxAssemble(mux, &output) == WEBP_MUX_OK)
      defer { WebPDataClear(&output) }
      return Array(UnsafeBufferPointer(start: output.bytes, count: output.size))
    }
  }
}
