/// A picture that never changes: `height` rows of `stride` bytes, premultiplied BGRA, top row first, sRGB.
///
/// Copies share their pixels, so an image may be handed to any task at no cost.
public struct Image: Sendable {
  let storage: PixelStorage
  /// Whether every pixel's alpha is 255, as its maker stated.
  public let isOpaque: Bool

  /// The number of pixels in a row.
  public var width: Int { storage.width }
  /// The number of rows.
  public var height: Int { storage.height }
  /// The distance between the starts of two rows, in bytes.
  public var stride: Int { storage.stride }
  /// The memory that the pixels take, in bytes; what a byte budget counts.
  public var byteCount: Int { storage.byteCount }

  /// Makes an image by writing its pixels in place, without a second copy.
  ///
  /// - Parameters:
  ///   - width: In pixels, 1…32767.
  ///   - height: In pixels, 1…32767.
  ///   - isOpaque: Whether every alpha that `fill` writes is 255. Renderers skip what lies behind an opaque
  ///     image, so a wrong `true` shows dark fringes.
  ///   - fill: Gets `height` rows of `stride` bytes, all zero, and writes premultiplied BGRA, top row first.
  ///     The buffer must not be kept.
  /// - Throws: ``SurfaceError/invalidSize(width:height:)``, ``SurfaceError/outOfMemory(bytes:)``, or what
  ///   `fill` throws; nothing is kept then.
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

  /// Gives read access to the pixels: `height` rows of `stride` bytes, premultiplied BGRA, top row first.
  ///
  /// The buffer must not be kept beyond `body`.
  public func withPixels<Result, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    defer { withExtendedLifetime(storage) {} }
    return try body(UnsafeRawBufferPointer(start: storage.base, count: storage.byteCount))
  }

  /// Whether both share one set of pixels; says nothing about equal pixels in different memory.
  public func isIdentical(to other: Image) -> Bool { storage === other.storage }
}
