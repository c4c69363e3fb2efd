internal import Drawing
internal import Raster
internal import Views

extension Texture {
  /// Creates a texture with the pixels of a painted view and without smaller mip levels.
  convenience init(_ surface: PaintedSurface) {
    let image = surface.image
    let pixels = image.withPixels { (buffer: UnsafeRawBufferPointer) in buffer.baseAddress }
    // The address of the pixels stays the same during the image's lifetime.
    defer { withExtendedLifetime(image) {} }
    self.init(
      copying: pixels!, width: image.width, height: image.height, stride: image.stride,
      alpha: image.isOpaque ? .ignored : .premultiplied)
  }

  /// Creates a copy of `old` in which one part is replaced by newly painted pixels.
  convenience init(_ old: Texture, updatedWith part: PaintedPart) {
    let image = part.image
    let pixels = image.withPixels { (buffer: UnsafeRawBufferPointer) in buffer.baseAddress }
    defer { withExtendedLifetime(image) {} }
    self.init(
      updating: old, in: PixelRect(x: part.x, y: part.y, width: image.width, height: image.height),
      copying: pixels!, stride: image.stride, alpha: image.isOpaque ? .ignored : .premultiplied)
  }

  /// The memory of the pixels without smaller mip levels, in bytes.
  var baseBytes: Int { LevelSize.base.byteCount(width: width, height: height) }
}
