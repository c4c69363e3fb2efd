import Drawing
public import Geometry

/// The painting of a view as it is now, to be done on any thread.
public struct PaintJob: Sendable {
  /// The view's size, in points.
  public let size: Size
  /// Pixels to a point.
  public let scale: Double
  /// The view's `contentVersion` at the time the job was made; compare it before the result is shown.
  public let contentVersion: Int
  let painter: Painter
  let counter: PaintCounter

  /// Paints; blocks for as long as it takes, typically 0.2 to 5 ms.
  ///
  /// - Throws: `SurfaceError.invalidSize` when the view has no area or is larger than 32767 px,
  ///   `SurfaceError.outOfMemory`.
  public func run() throws -> PaintedSurface {
    let pixels = try ViewPainting.pixelSize(of: size, scale: scale)
    counter.increment()
    let image = try Image.drawn(width: pixels.width, height: pixels.height, size: size) { painter($0) }
    return PaintedSurface(image: image, size: size, scale: scale, contentVersion: contentVersion)
  }
}
