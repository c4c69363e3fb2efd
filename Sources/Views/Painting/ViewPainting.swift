public import Drawing
public import Geometry

/// Paints views: immediately on the main actor, or with a job on any thread.
public enum ViewPainting {
  /// Paints `view` and its subviews with their `draw(in:)`.
  ///
  /// - Parameters:
  ///   - view: The view to paint.
  ///   - scale: Pixels per point, such as 1, 1.5 or 2.
  /// - Returns: The pixels. Their number is size × scale, rounded up in each direction, plus the pixels of
  ///   effects around the view.
  /// - Throws: `SurfaceError.invalidSize` if the view has no area or a side exceeds 32767 px,
  ///   `SurfaceError.outOfMemory` if its pixels cannot be allocated.
  @MainActor
  public static func paint(_ view: View, scale: Double) throws -> PaintedSurface {
    view.layoutIfNeeded()
    let version = view.contentVersion  // read first: a change during painting makes the result outdated
    let size = view.size
    let frame = try PixelFrame(of: size, outsets: view.effectOutsets, scale: scale)
    view.paintCounter.increment()
    let image = try frame.paint { view.drawTree(in: $0) }
    return PaintedSurface(
      image: image, size: size, originX: frame.left, originY: frame.top, scale: scale,
      contentVersion: version)
  }

  /// Returns a job that paints `view` on any thread, or `nil` if the view can only draw on the main actor.
  ///
  /// The job yields the same pixels as ``paint(_:scale:)``.
  @MainActor
  public static func job(for view: View, scale: Double) -> PaintJob? {
    view.layoutIfNeeded()
    guard let painter = view.makeTreePainter() else { return nil }
    return PaintJob(
      size: view.size, scale: scale, contentVersion: view.contentVersion, outsets: view.effectOutsets,
      painter: painter, counter: view.paintCounter, part: nil)
  }

  /// Returns a job that paints only `area` of `view` on any thread. The area is in points from the view's top
  /// left corner.
  ///
  /// - Returns: `nil` if the view can only draw on the main actor, if its effects need all of its pixels, or if the area is so
  ///   large that painting the whole view costs little more.
  @MainActor
  package static func job(for area: Rect, of view: View, scale: Double) -> PaintJob? {
    view.layoutIfNeeded()
    guard view.paintsParts, let part = try? PixelPart(covering: area, of: view, scale: scale),
      let painter = view.makeTreePainter(area: part.area(in: view))
    else { return nil }
    return PaintJob(
      size: view.size, scale: scale, contentVersion: view.contentVersion, outsets: .zero, painter: painter,
      counter: view.paintCounter, part: part)
  }

  /// Returns the size in pixels of a view with its effects; `nil` if the view cannot be painted.
  @MainActor
  package static func paintedSize(of view: View, scale: Double) -> (width: Int, height: Int)? {
    let frame = try? PixelFrame(of: view.size, outsets: view.effectOutsets, scale: scale)
    return frame.map { ($0.totalWidth, $0.totalHeight) }
  }

  /// Returns the memory of the pixels of a view with its effects, in bytes; 0 if the view cannot be painted.
  @MainActor
  package static func byteCount(of view: View, scale: Double) -> Int {
    paintedSize(of: view, scale: scale).map { $0.width * $0.height * 4 } ?? 0
  }

  /// Returns size × scale in whole pixels, rounded up. An excess of up to a millionth of a pixel is regarded as
  /// a rounding error and ignored.
  ///
  /// - Throws: `SurfaceError.invalidSize` unless both sides are 1 to 32767 px.
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
