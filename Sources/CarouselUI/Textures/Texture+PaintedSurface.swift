internal import CarouselViews
internal import Drawing
internal import Raster

extension Texture {
  /// Creates the texture of a painted view; smaller copies come when they are wanted.
  convenience init(_ surface: PaintedSurface) {
    let image = surface.image
    let pixels = image.withPixels { (buffer: UnsafeRawBufferPointer) in buffer.baseAddress }
    // An image's pixels stay where they are for as long as it lives.
    defer { withExtendedLifetime(image) {} }
    self.init(
      copying: pixels!, width: image.width, height: image.height, stride: image.stride,
      alpha: image.isOpaque ? .ignored : .premultiplied)
  }
}
