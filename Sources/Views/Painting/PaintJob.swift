import Drawing
public import Geometry

/// A job that paints a view in its current state, on any thread.
public struct PaintJob: Sendable {
  /// The view's size, in points.
  public let size: Size
  /// Pixels per point.
  public let scale: Double
  /// The view's `contentVersion` when the job was created. If the version has changed since, the result is
  /// outdated.
  public let contentVersion: Int
  let outsets: EdgeInsets
  let painter: Painter
  let counter: PaintCounter
  /// The part that the job paints; `nil` for the whole view.
  let part: PixelPart?

  /// Paints the view. The call blocks until the view is painted, typically for 0.2 to 5 ms.
  ///
  /// - Throws: `SurfaceError.invalidSize` if the view has no area or a side exceeds 32767 px,
  ///   `SurfaceError.outOfMemory` if its pixels cannot be allocated.
  public func run() throws -> PaintedSurface {
    let frame = try PixelFrame(of: size, outsets: outsets, scale: scale)
    counter.increment()
    let image = try frame.paint { painter($0) }
    return PaintedSurface(
      image: image, size: size, originX: frame.left, originY: frame.top, scale: scale,
      contentVersion: contentVersion)
  }
}
