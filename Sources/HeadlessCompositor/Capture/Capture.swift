import CPNG

/// An image of a surface, a toplevel or the whole output.
public struct Capture: Equatable, Sendable {
  /// The width, in pixels.
  public let width: Int
  /// The height, in pixels.
  public let height: Int
  /// The pixels: `height` rows of `width` words, top row first. Each word is 0xAARRGGBB, premultiplied (in memory:
  /// BGRA).
  public let pixels: [UInt32]

  /// Returns the image flipped and rotated.
  ///
  /// Wayland: `wl_output.transform`.
  public func applying(_ transform: OutputTransform) -> Capture {
    var turned = Pixels(
      width: transform.swapsAxes ? height : width, height: transform.swapsAxes ? width : height)
    for y in 0..<height {
      for x in 0..<width {
        let to = transform.apply(x: x, y: y, width: turned.width - 1, height: turned.height - 1)
        turned.words[to.y * turned.width + to.x] = pixels[y * width + x]
      }
    }
    return Capture(turned)
  }

  /// Returns a part of the image, without what lies outside of the image.
  ///
  /// - Parameters:
  ///   - x: The first column, in pixels.
  ///   - y: The first row, in pixels.
  ///   - width: The number of columns.
  ///   - height: The number of rows.
  /// - Returns: Nil if no pixel of the part is in the image.
  public func cropped(x: Int, y: Int, width: Int, height: Int) -> Capture? {
    let part = IntegerRect(x: x, y: y, width: width, height: height).clipped(
      toWidth: self.width, height: self.height)
    guard !part.isEmpty else { return nil }
    var result = Pixels(width: part.width, height: part.height)
    for row in 0..<part.height {
      let start = (part.y + row) * self.width + part.x
      result.words.replaceSubrange(
        row * part.width..<(row + 1) * part.width, with: pixels[start..<start + part.width])
    }
    return Capture(result)
  }

  init(_ pixels: Pixels) {
    width = pixels.width
    height = pixels.height
    self.pixels = pixels.words
  }

  /// The color of a pixel: 0xAARRGGBB, premultiplied.
  ///
  /// - Precondition: The pixel is inside the image.
  public subscript(x: Int, y: Int) -> UInt32 {
    precondition(
      (0..<width).contains(x) && (0..<height).contains(y),
      "(\(x), \(y)) is outside of the image of \(width) × \(height) pixels")
    return pixels[y * width + x]
  }

  /// Writes a PNG file. An existing file is overwritten.
  ///
  /// - Throws: `CaptureError` if the image is empty or the file cannot be written.
  public func writePNG(to path: String) throws(CaptureError) {
    guard width > 0, height > 0 else { throw CaptureError(path: path, reason: "the image is empty") }
    let reason: String? = withUnsafeTemporaryAllocation(of: CChar.self, capacity: 128) { message in
      message.initialize(repeating: 0)
      let result = pixels.withUnsafeBytes { bytes in
        cpng_write_file(
          path, bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), UInt32(width), UInt32(height),
          width * 4,
          message.baseAddress)
      }
      guard result != 0, let text = message.baseAddress else { return nil }
      return String(cString: text)
    }
    if let reason { throw CaptureError(path: path, reason: reason) }
  }
}

/// An image could not be written or read.
public struct CaptureError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The path of the file.
  public let path: String
  /// The message of libpng or of the system.
  public let reason: String
  /// Whether the file was read.
  public let isReading: Bool

  init(path: String, reason: String, isReading: Bool = false) {
    (self.path, self.reason, self.isReading) = (path, reason, isReading)
  }

  public var description: String { "cannot \(isReading ? "read" : "write") \(path): \(reason)" }
}
