import CPNG

/// A picture of a surface, a window or the whole output.
public struct Capture: Equatable, Sendable {
  /// In pixels.
  public let width: Int
  /// In pixels.
  public let height: Int
  /// `height` rows of `width` words, each 0xAARRGGBB premultiplied (in memory: BGRA), top row first.
  public let pixels: [UInt32]

  init(_ pixels: Pixels) {
    width = pixels.width
    height = pixels.height
    self.pixels = pixels.words
  }

  /// The colour of a pixel, 0xAARRGGBB premultiplied.
  ///
  /// - Precondition: The pixel is inside the picture.
  public subscript(x: Int, y: Int) -> UInt32 {
    precondition(
      (0..<width).contains(x) && (0..<height).contains(y), "(\(x), \(y)) is outside of the picture")
    return pixels[y * width + x]
  }

  /// Writes a PNG file, over one that is there.
  ///
  /// - Throws: `CaptureError` when the picture is empty or the file cannot be written.
  public func writePNG(to path: String) throws(CaptureError) {
    guard width > 0, height > 0 else { throw CaptureError(path: path, reason: "the picture is empty") }
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

/// A picture could not be written.
public struct CaptureError: Error, Equatable, Sendable, CustomStringConvertible {
  /// Where it was to be written.
  public let path: String
  /// Why it was not, in libpng's or the system's words.
  public let reason: String

  public var description: String { "cannot write \(path): \(reason)" }
}

extension Compositor {
  /// Returns what is on the output: all windows over the background, in pixels as seen.
  ///
  /// - Parameter includesCursor: Whether the pointer's picture is part of it.
  public func capture(includesCursor: Bool = false) -> Capture {
    let size = output.pixelSize
    var canvas = Composition(
      width: size.width, height: size.height, background: configuration.background, scale: output.scale)
    for placed in placedSurfaces() { canvas.draw(placed) }
    if includesCursor, case .surface(let picture, let x, let y) = seat.pointer.cursor {
      let position = seat.pointer.position
      canvas.draw(
        PlacedSurface(
          surface: picture, x: Int(position.x.rounded(.down)) - x + picture.offset.x,
          y: Int(position.y.rounded(.down)) - y + picture.offset.y))
    }
    return Capture(canvas.pixels)
  }

  /// Returns a window with its subsurfaces and popups, cut to its window geometry, over nothing, in output pixels.
  ///
  /// A side is cut at 8,192 pixels, or at the output's longer side if that is more: a client may claim any size.
  ///
  /// - Returns: Nil when it has no content.
  public func capture(_ toplevel: Toplevel) -> Capture? {
    guard toplevel.isMapped else { return nil }
    let size = toplevel.size
    let limit = Double(max(8192, output.width, output.height))
    var canvas = Composition(
      width: Int(min(limit, Double(size.width) * output.scale).rounded()),
      height: Int(min(limit, Double(size.height) * output.scale).rounded()), background: 0,
      scale: output.scale)
    for placed in placedSurfaces(of: toplevel, at: (0, 0)) { canvas.draw(placed) }
    return Capture(canvas.pixels)
  }
}
