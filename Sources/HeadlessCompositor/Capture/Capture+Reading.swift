import CPNG
import Glibc

extension Capture {
  /// Reads a PNG file that ``writePNG(to:)`` has written.
  ///
  /// - Throws: `CaptureError` if the file cannot be read, if it is interlaced, or if it has more than 16384 × 16384 pixels.
  public init(contentsOfPNG path: String) throws(CaptureError) {
    try self.init(contentsOfPNG: path, mostPixels: 16384 * 16384)
  }

  /// Reads a PNG file.
  ///
  /// - Parameter mostPixels: The most pixels of a picture that is read.
  package init(contentsOfPNG path: String, mostPixels: Int) throws(CaptureError) {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else {
      throw CaptureError(path: path, reason: String(cString: strerror(errno)), isReading: true)
    }
    defer { close(descriptor) }
    var message = [CChar](repeating: 0, count: 128)
    func failure(_ reason: String? = nil) -> CaptureError {
      let text = message.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } }
      return CaptureError(path: path, reason: reason ?? text ?? "", isReading: true)
    }
    var header = cpng_header()
    guard let reader = cpng_reader_open(descriptor, &header, &message) else { throw failure() }
    defer { cpng_reader_close(reader) }
    guard header.is_interlaced == 0 else { throw failure("the file is interlaced") }
    guard header.width <= 16384, header.height <= 16384,
      Int(header.width) * Int(header.height) <= mostPixels
    else { throw failure("the picture is too large") }
    var pixels = Pixels(width: Int(header.width), height: Int(header.height))
    var row = [UInt8](repeating: 0, count: pixels.width * 4)
    for y in 0..<pixels.height {
      guard cpng_reader_read_row(reader, &row, &message) == 0 else { throw failure() }
      for x in 0..<pixels.width {
        pixels.words[y * pixels.width + x] = Self.premultiplied(
          blue: row[x * 4], green: row[x * 4 + 1], red: row[x * 4 + 2], alpha: row[x * 4 + 3])
      }
    }
    self.init(pixels)
  }

  /// Returns the word of a pixel.
  private static func premultiplied(blue: UInt8, green: UInt8, red: UInt8, alpha: UInt8) -> UInt32 {
    let alpha = UInt32(alpha)
    func scaled(_ value: UInt8) -> UInt32 { (UInt32(value) * alpha + 127) / 255 }
    return alpha << 24 | scaled(red) << 16 | scaled(green) << 8 | scaled(blue)
  }
}

/// The pixels in which two images differ.
public struct CaptureDifference: Sendable {
  /// The number of pixels whose difference is above the tolerance.
  public let count: Int
  /// The largest difference of a channel, 0 to 255.
  public let largest: Int
  /// The second image in faint gray, with the different pixels in red.
  public let picture: Capture

  /// Compares two images.
  ///
  /// - Parameter tolerance: The largest difference of a channel, 0 to 255, that does not count.
  /// - Returns: `nil` if the images have different sizes.
  public init?(_ first: Capture, _ second: Capture, tolerance: Int = 0) {
    guard first.width == second.width, first.height == second.height else { return nil }
    var pixels = Pixels(width: first.width, height: first.height)
    var (count, largest) = (0, 0)
    for index in first.pixels.indices {
      let difference = Self.difference(first.pixels[index], second.pixels[index])
      largest = max(largest, difference)
      if difference > tolerance {
        count += 1
        pixels.words[index] = 0xFFFF_0000
      } else {
        pixels.words[index] = Self.faint(second.pixels[index])
      }
    }
    self.count = count
    self.largest = largest
    picture = Capture(pixels)
  }

  private static func difference(_ first: UInt32, _ second: UInt32) -> Int {
    guard first != second else { return 0 }
    return stride(from: UInt32(0), to: 32, by: 8).reduce(0) { largest, shift in
      max(largest, abs(Int(first >> shift & 255) - Int(second >> shift & 255)))
    }
  }

  /// Returns the brightness of a color, close to white.
  private static func faint(_ color: UInt32) -> UInt32 {
    let sum = (color >> 16 & 255) + (color >> 8 & 255) + (color & 255)
    let gray = 192 + sum / 12
    return 0xFF00_0000 | gray << 16 | gray << 8 | gray
  }
}
