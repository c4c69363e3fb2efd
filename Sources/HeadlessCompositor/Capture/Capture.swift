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

extension Compositor {
  /// Returns an image of an output as the user sees it: all visible windows over the background. Its size is
  /// `Output.pixelSize`.
  ///
  /// - Parameters:
  ///   - output: The output; nil for the first one.
  ///   - includesCursor: Whether the cursor surface is drawn, if the client has set one.
  public func capture(_ output: Output? = nil, includesCursor: Bool = false) -> Capture {
    let output = output ?? mainOutput
    let size = output.pixelSize
    var canvas = Canvas(
      width: size.width, height: size.height, background: configuration.background, scale: output.scale,
      origin: output.position)
    for placed in placedSurfaces() { canvas.draw(placed) }
    for pointer in seats.map(\.pointer) where includesCursor {
      guard case .surface(let picture, let x, let y) = pointer.cursor else { continue }
      let position = pointer.position
      canvas.draw(
        PlacedSurface(
          surface: picture, x: Int(position.x.rounded(.down)) - x + picture.offset.x,
          y: Int(position.y.rounded(.down)) - y + picture.offset.y))
    }
    return Capture(canvas.pixels)
  }

  /// Returns the pixels of an output as they are sent to the panel, in the orientation of its mode: the image of
  /// `capture(_:includesCursor:)` with `Output.transform` applied.
  ///
  /// Wayland: `wl_output.transform`.
  public func captureFramebuffer(of output: Output) -> Capture { capture(output).applying(output.transform) }

  /// Returns an image of a toplevel with its subsurfaces and popups, over transparent black, in output pixels. It is
  /// clipped to the toplevel's window geometry.
  ///
  /// Each side is limited to max(8192, the output's longer side) pixels, because a client may set any window geometry.
  ///
  /// - Returns: Nil if the toplevel is not mapped.
  public func capture(_ toplevel: Toplevel) -> Capture? {
    guard toplevel.isMapped else { return nil }
    return capture(
      placedSurfaces(of: toplevel, at: (0, 0)), size: toplevel.size, on: toplevel.output ?? mainOutput)
  }

  /// Returns an image of a layer surface with its subsurfaces and popups, like ``capture(_:)-(Toplevel)``.
  ///
  /// - Returns: Nil if the layer surface is not mapped, or was closed.
  public func capture(_ layer: LayerSurface) -> Capture? {
    guard layer.isMapped, !layer.isClosed, let surface = layer.surface else { return nil }
    return capture(
      placedSurfaces(of: layer, at: (0, 0)), size: surface.size, on: layer.output ?? mainOutput)
  }

  private func capture(
    _ surfaces: [PlacedSurface], size: (width: Int, height: Int), on output: Output
  ) -> Capture {
    let limit = Double(max(8192, output.width, output.height))
    var canvas = Canvas(
      width: Int(min(limit, Double(size.width) * output.scale).rounded()),
      height: Int(min(limit, Double(size.height) * output.scale).rounded()), background: 0,
      scale: output.scale)
    for placed in surfaces { canvas.draw(placed) }
    return Capture(canvas.pixels)
  }
}
