package import Geometry

extension Image {
  /// Draws only a part of an image. The result has the same pixels as this part of the whole image.
  ///
  /// - Parameters:
  ///   - x: The left column of the part, in pixels of the whole image.
  ///   - y: The top row of the part, in pixels of the whole image.
  ///   - width: The width of the part, in pixels, 1 to 32767.
  ///   - height: The height of the part, in pixels, 1 to 32767.
  ///   - size: The size of the whole canvas, in points.
  ///   - scale: The number of pixels per point in each direction.
  ///   - body: Draws the whole image.
  /// - Throws: ``SurfaceError/invalidSize(width:height:)``, ``SurfaceError/outOfMemory(bytes:)``, or what
  ///   `body` throws.
  package static func drawnPart(
    x: Int, y: Int, width: Int, height: Int, of size: Size, scale: Size, _ body: (Canvas) throws -> Void
  ) throws -> Image {
    let storage = try PixelStorage(width: width, height: height)
    let surface = ImageSurface(storage: storage)
    try surface.draw(size: size, scale: scale, origin: Point(x: Double(x), y: Double(y)), body)
    return Image(storage: storage, isOpaque: surface.isOpaque)
  }
}
