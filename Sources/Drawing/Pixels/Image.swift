/// An immutable image: `height` rows of `stride` bytes, premultiplied BGRA, top row first, sRGB.
///
/// Copies share their pixels. Passing an image to another task is therefore cheap.
public struct Image: Sendable {
  let storage: PixelStorage
  /// Whether every pixel's alpha is 255, as stated when the image was created.
  public let isOpaque: Bool

  /// The number of pixels in a row.
  public var width: Int { storage.width }
  /// The number of rows.
  public var height: Int { storage.height }
  /// The distance between the starts of two rows, in bytes.
  public var stride: Int { storage.stride }
  /// The memory of the pixels, in bytes.
  public var byteCount: Int { storage.byteCount }

  /// Creates an image with pixels written in place, without a copy.
  ///
  /// - Parameters:
  ///   - width: In pixels, 1 to 32767.
  ///   - height: In pixels, 1 to 32767.
  ///   - isOpaque: Whether every alpha that `fill` writes is 255. Renderers ignore the alpha of an opaque image and
  ///     draw nothing behind it, so a wrong `true` causes dark edges.
  ///   - fill: Receives `height` rows of `stride` zero bytes and writes premultiplied BGRA, top row first. The buffer
  ///     is valid only during the call.
  /// - Throws: ``SurfaceError/invalidSize(width:height:)``, ``SurfaceError/outOfMemory(bytes:)``, or the
  ///   error of `fill`.
  public init(
    width: Int, height: Int, isOpaque: Bool,
    filledBy fill: (_ pixels: UnsafeMutableRawBufferPointer, _ stride: Int) throws -> Void
  ) throws {
    let storage = try PixelStorage(width: width, height: height)
    try fill(UnsafeMutableRawBufferPointer(start: storage.base, count: storage.byteCount), storage.stride)
    self.init(storage: storage, isOpaque: isOpaque)
  }

  init(storage: PixelStorage, isOpaque: Bool) {
    self.storage = storage
    self.isOpaque = isOpaque
  }

  /// Calls `body` with the pixels for reading: `height` rows of `stride` bytes, premultiplied BGRA, top row first.
  ///
  /// The buffer is valid only during the call.
  public func withPixels<Result, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    defer { withExtendedLifetime(storage) {} }
    return try body(UnsafeRawBufferPointer(start: storage.base, count: storage.byteCount))
  }

  /// Returns whether both images share their pixel memory. Images with equal pixels in different memory are
  /// not identical.
  public func isIdentical(to other: Image) -> Bool { storage === other.storage }
}
