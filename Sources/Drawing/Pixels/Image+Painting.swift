public import Geometry

extension Image {
  /// Returns an image that `body` draws directly into the image's memory. Its `isOpaque` is determined from
  /// the pixels.
  ///
  /// - Parameters:
  ///   - width: In pixels, 1 to 32767.
  ///   - height: In pixels, 1 to 32767.
  ///   - size: The size of the canvas in points, stretched over all pixels; `nil` means one point per pixel.
  ///   - body: Draws the image.
  /// - Throws: ``SurfaceError/invalidSize(width:height:)``, ``SurfaceError/outOfMemory(bytes:)``, or what
  ///   `body` throws.
  public static func drawn(
    width: Int, height: Int, size: Size? = nil, _ body: (Canvas) throws -> Void
  ) throws -> Image {
    let storage = try PixelStorage(width: width, height: height)
    let surface = ImageSurface(storage: storage)
    try surface.draw(size: size ?? Size(width: Double(width), height: Double(height)), body)
    return Image(storage: storage, isOpaque: surface.isOpaque)
  }
}
