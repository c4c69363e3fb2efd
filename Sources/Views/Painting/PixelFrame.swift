package import Drawing
package import Geometry

/// The pixels of a view and of the effects around it. The view and each side of the effects take a whole number
/// of pixels, so that a view with effects is as sharp as one without.
package struct PixelFrame: Hashable, Sendable {
  /// The size of the view in pixels.
  package let width, height: Int
  /// The number of pixels beyond each side of the view.
  package let left, top, right, bottom: Int
  private let size: Size

  /// Creates the frame of a view of `size` points.
  ///
  /// - Parameter outsets: How far the effects extend beyond the sides of the view, in points.
  /// - Throws: `SurfaceError.invalidSize` unless width and height, including the effects, are 1 to 32767 px.
  package init(of size: Size, outsets: EdgeInsets, scale: Double) throws(SurfaceError) {
    (width, height) = try ViewPainting.pixelSize(of: size, scale: scale)
    self.size = size
    func pixels(_ points: Double) -> Int {
      Int(exactly: min(max(points * scale - 1e-6, 0), Double(ImageSurface.maximumSide)).rounded(.up)) ?? 0
    }
    (left, top) = (pixels(outsets.left), pixels(outsets.top))
    (right, bottom) = (pixels(outsets.right), pixels(outsets.bottom))
    guard totalWidth <= ImageSurface.maximumSide, totalHeight <= ImageSurface.maximumSide else {
      throw .invalidSize(width: totalWidth, height: totalHeight)
    }
  }

  /// The size of the view with its effects, in pixels.
  package var totalWidth: Int { left + width + right }
  package var totalHeight: Int { top + height + bottom }

  /// The map from pixels to the view's points.
  package var toPoints: Transform2D {
    let (x, y) = (size.width / Double(width), size.height / Double(height))
    return Transform2D(a: x, b: 0, c: 0, d: y, tx: -Double(left) * x, ty: -Double(top) * y)
  }

  /// The rectangle of all pixels, in the view's points.
  package var area: Rect {
    let (x, y) = (size.width / Double(width), size.height / Double(height))
    return Rect(
      x: -Double(left) * x, y: -Double(top) * y, width: Double(totalWidth) * x,
      height: Double(totalHeight) * y)
  }

  /// Returns an image of the view with its effects. `body` paints in points from the view's top left corner.
  func paint(_ body: (Canvas) -> Void) throws -> Image {
    let area = area
    return try Image.drawn(width: totalWidth, height: totalHeight, size: area.size) { canvas in
      if left > 0 || top > 0 { canvas.translate(x: -area.minX, y: -area.minY) }
      body(canvas)
    }
  }
}
