public import Drawing
public import Geometry

/// Turns views into pixels: at once on the main actor, or as a job for any thread.
public enum ViewPainting {
  /// Paints `view` now.
  ///
  /// - Parameters:
  ///   - view: Is asked to draw itself.
  ///   - scale: Pixels to a point: 1, 1.5, 2 …
  /// - Returns: Pixels of size × scale, rounded up.
  /// - Throws: `SurfaceError.invalidSize` when the view has no area or is larger than 32767 px,
  ///   `SurfaceError.outOfMemory`.
  @MainActor
  public static func paint(_ view: View, scale: Double) throws -> PaintedSurface {
    let version = view.contentVersion  // what changes while it draws is not in the pixels
    let size = view.size
    let pixels = try pixelSize(of: size, scale: scale)
    view.paintCounter.increment()
    let image = try Image.drawn(width: pixels.width, height: pixels.height, size: size) { view.draw(in: $0) }
    return PaintedSurface(image: image, size: size, scale: scale, contentVersion: version)
  }

  /// Returns the painting of `view` for another thread, or nil when the view can only draw on the main actor.
  ///
  /// The same pixels come out as of ``paint(_:scale:)``.
  @MainActor
  public static func job(for view: View, scale: Double) -> PaintJob? {
    guard let painter = view.makePainter() else { return nil }
    return PaintJob(
      size: view.size, scale: scale, contentVersion: view.contentVersion, painter: painter,
      counter: view.paintCounter)
  }

  /// Returns how many bytes the pixels of a view of `size` take; 0 if it cannot be painted.
  package static func byteCount(of size: Size, scale: Double) -> Int {
    (try? pixelSize(of: size, scale: scale)).map { $0.width * $0.height * 4 } ?? 0
  }

  /// Returns size × scale in whole pixels, rounded up; a rounding error of the product adds no pixel.
  public static func pixelSize(
    of size: Size, scale: Double
  ) throws(SurfaceError) -> (width: Int, height: Int) {
    func pixels(_ points: Double) -> Int { Int(exactly: (points * scale - 1e-6).rounded(.up)) ?? 0 }
    let width = pixels(size.width)
    let height = pixels(size.height)
    guard (1...ImageSurface.maximumSide).contains(width), (1...ImageSurface.maximumSide).contains(height)
    else { throw .invalidSize(width: width, height: height) }
    return (width, height)
  }
}
