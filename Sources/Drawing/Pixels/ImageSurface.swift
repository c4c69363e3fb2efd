import CCairo
public import Geometry

/// A pixel surface to draw on: `height` rows of `stride` bytes, premultiplied BGRA, top row first.
///
/// A surface may be used on one thread at a time. Different surfaces may be drawn on concurrently.
///
/// cairo: `cairo_image_surface_create_for_data`, `CAIRO_FORMAT_ARGB32`.
public final class ImageSurface {
  /// The largest width and height, in pixels.
  ///
  /// cairo: `MAX_IMAGE_SIZE`.
  public static let maximumSide = 32767

  /// The number of pixels in a row.
  public let width: Int
  /// The number of rows.
  public let height: Int
  /// The distance between the starts of two rows, in bytes.
  public let stride: Int
  private let base: UnsafeMutableRawPointer
  private let owner: AnyObject?

  /// Creates a transparent surface and allocates its memory.
  ///
  /// - Throws: ``SurfaceError/invalidSize(width:height:)`` unless each side is 1 to 32767 px,
  ///   ``SurfaceError/outOfMemory(bytes:)``.
  public convenience init(width: Int, height: Int) throws(SurfaceError) {
    self.init(storage: try PixelStorage(width: width, height: height))
  }

  /// Creates a surface that draws into existing memory, such as a shared-memory buffer.
  ///
  /// - Parameters:
  ///   - memory: At least `height * stride` writable bytes, aligned to 4. The surface does not free them.
  ///   - width: In pixels, 1 to 32767.
  ///   - height: In pixels, 1 to 32767.
  ///   - stride: The distance between the starts of two rows, in bytes; a multiple of 4, at least `width * 4`.
  ///   - owner: An object that keeps the memory valid; the surface retains it. `nil` if the caller keeps the
  ///     memory valid.
  /// - Throws: ``SurfaceError/invalidSize(width:height:)``, ``SurfaceError/invalidStride(stride:width:)``.
  public init(
    wrapping memory: UnsafeMutableRawPointer, width: Int, height: Int, stride: Int,
    keepingAlive owner: AnyObject? = nil
  ) throws(SurfaceError) {
    try PixelStorage.check(width: width, height: height)
    guard stride >= width * 4, stride % 4 == 0, Int32(exactly: stride) != nil else {
      throw .invalidStride(stride: stride, width: width)
    }
    self.width = width
    self.height = height
    self.stride = stride
    self.base = memory
    self.owner = owner
  }

  init(storage: PixelStorage) {
    width = storage.width
    height = storage.height
    stride = storage.stride
    base = storage.base
    owner = storage
  }

  /// Draws on the surface with `scale` pixels per point.
  ///
  /// The pixels are not cleared first. The canvas is valid only during the call; afterwards it draws nothing.
  @discardableResult
  public func draw<Result, Failure: Error>(
    scale: Double = 1, _ body: (Canvas) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    precondition(scale > 0 && scale.isFinite, "scale must be positive and finite, is \(scale)")
    return try draw(
      size: Size(width: Double(width) / scale, height: Double(height) / scale), body)
  }

  /// Draws on the surface with a canvas of `size` points that is stretched over all its pixels.
  ///
  /// The pixels are not cleared first. The canvas is valid only during the call; afterwards it draws nothing.
  @discardableResult
  public func draw<Result, Failure: Error>(
    size: Size, _ body: (Canvas) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    precondition(!size.isEmpty, "size must have an area, is \(size)")
    let scale = Size(width: Double(width) / size.width, height: Double(height) / size.height)
    return try draw(size: size, scale: scale, origin: .zero, body)
  }

  /// Draws on the surface as a part of a larger canvas.
  ///
  /// - Parameters:
  ///   - size: The size of the whole canvas, in points.
  ///   - scale: The number of pixels per point in each direction.
  ///   - origin: The position of the surface's top left pixel on the whole canvas, in pixels.
  func draw<Result, Failure: Error>(
    size: Size, scale: Size, origin: Point, _ body: (Canvas) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let surface = cairo_image_surface_create_for_data(
      base.assumingMemoryBound(to: UInt8.self), CAIRO_FORMAT_ARGB32, Int32(width), Int32(height),
      Int32(stride))
    let context = cairo_create(surface)!  // never NULL: without memory, cairo returns an inert context
    cairo_translate(context, -origin.x, -origin.y)
    let canvas = Canvas(context, size: size, scale: scale)
    defer {
      withExtendedLifetime(self) {
        cairo_surface_finish(surface)  // an escaped canvas can no longer access the memory
        cairo_surface_destroy(surface)
      }
    }
    return try body(canvas)
  }

  /// Makes every pixel transparent.
  public func clear() {
    for row in 0..<height {
      (base + row * stride).initializeMemory(as: UInt8.self, repeating: 0, count: width * 4)
    }
  }

  /// Calls `body` with the pixels: `height` rows of `stride` bytes, premultiplied BGRA, top row first.
  ///
  /// The buffer is valid only during the call.
  public func withPixels<Result, Failure: Error>(
    _ body: (UnsafeMutableRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    defer { withExtendedLifetime(self) {} }
    return try body(UnsafeMutableRawBufferPointer(start: base, count: (height - 1) * stride + width * 4))
  }

  /// Whether the alpha of every pixel is 255.
  ///
  /// - Complexity: O(n) in the number of pixels. It ends at the first row that is not opaque.
  public var isOpaque: Bool {
    defer { withExtendedLifetime(self) {} }
    for row in 0..<height {
      let pixels = (base + row * stride).assumingMemoryBound(to: UInt32.self)
      var common = UInt32.max
      for x in 0..<width { common &= pixels[x] }
      if common < 0xff00_0000 { return false }
    }
    return true
  }

  /// Returns an immutable copy.
  ///
  /// - Throws: ``SurfaceError/outOfMemory(bytes:)``.
  public func makeImage() throws -> Image {
    try Image(width: width, height: height, isOpaque: isOpaque) { target, targetStride in
      withPixels { source in
        for row in 0..<height {
          let bytes = UnsafeRawBufferPointer(rebasing: source[row * stride..<row * stride + width * 4])
          UnsafeMutableRawBufferPointer(rebasing: target[(row * targetStride)...]).copyMemory(from: bytes)
        }
      }
    }
  }
}
