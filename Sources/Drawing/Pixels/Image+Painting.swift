public import Geometry

extension Image {
  /// Makes an image by drawing it, without a second copy; whether it is opaque is looked up in its pixels.
  ///
  /// - Parameters:
  ///   - width: In pixels, 1…32767.
  ///   - height: In pixels, 1…32767.
  ///   - size: The extent of the canvas in points, spread over all pixels; nil for one point a pixel.
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
