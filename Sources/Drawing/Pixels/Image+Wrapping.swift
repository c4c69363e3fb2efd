extension Image {
  /// Creates an image from existing memory, without a copy.
  ///
  /// - Parameters:
  ///   - memory: `height` rows of `width` × 4 bytes, premultiplied BGRA, top row first, aligned to 4. They are only
  ///     read, and must not change.
  ///   - width: In pixels, 1 to 32767.
  ///   - height: In pixels, 1 to 32767.
  ///   - isOpaque: Whether every pixel's alpha is 255.
  ///   - owner: Retained by the image to keep the memory valid.
  /// - Throws: ``SurfaceError/invalidSize(width:height:)``.
  public init(
    wrapping memory: UnsafeRawPointer, width: Int, height: Int, isOpaque: Bool,
    keepingAlive owner: any AnyObject & Sendable
  ) throws(SurfaceError) {
    self.init(
      storage: try PixelStorage(wrapping: memory, width: width, height: height, owner: owner),
      isOpaque: isOpaque)
  }
}
