package import Drawing
package import Geometry

/// Newly painted pixels of a part of a view.
package struct PaintedPart: Sendable {
  /// The new pixels.
  package let image: Image
  /// The column and the row of the part's top left pixel in the pixels of the view.
  package let x, y: Int
}

/// A rectangle of whole pixels of a view.
struct PixelPart: Sendable {
  let x, y, width, height: Int
  /// Pixels per point in each direction.
  let scale: Size

  /// Creates the part that covers `area`, in points, with a margin of one pixel for antialiased edges.
  ///
  /// - Returns: `nil` if the part would be empty, or so large that painting the whole view costs little more.
  init?(covering area: Rect, of size: Size, pixels: (width: Int, height: Int)) {
    let scale = Size(width: Double(pixels.width) / size.width, height: Double(pixels.height) / size.height)
    func clamp(_ value: Double, _ limit: Int) -> Int { Int(min(max(value, 0), Double(limit))) }
    guard !area.isEmpty, area.minX.isFinite, area.minY.isFinite else { return nil }
    let left = clamp((area.minX * scale.width).rounded(.down) - 1, pixels.width)
    let right = clamp((area.maxX * scale.width).rounded(.up) + 1, pixels.width)
    let top = clamp((area.minY * scale.height).rounded(.down) - 1, pixels.height)
    let bottom = clamp((area.maxY * scale.height).rounded(.up) + 1, pixels.height)
    guard right > left, bottom > top,
      Double(right - left) * Double(bottom - top)
        < Self.mostShare * Double(pixels.width) * Double(pixels.height)
    else { return nil }
    (x, y, width, height) = (left, top, right - left, bottom - top)
    self.scale = scale
  }

  private static let mostShare = 0.6  // of the view's pixels; copying the other pixels takes time, too
}

extension PixelPart {
  /// Creates the part of a view that covers `area`, in points from the view's top left corner. Effects reach only beyond the
  /// right and the lower side of the view.
  @MainActor
  init?(covering area: Rect, of view: View, scale: Double) throws {
    let frame = try PixelFrame(of: view.size, outsets: view.effectOutsets, scale: scale)
    self.init(covering: area, of: frame.area.size, pixels: (frame.totalWidth, frame.totalHeight))
  }

  /// Returns the area of the part in the coordinates of `view`.
  @MainActor
  func area(in view: View) -> Rect {
    let (x, y) = (Double(x) / scale.width, Double(y) / scale.height)
    return Rect(
      x: view.bounds.minX + x, y: view.bounds.minY + y, width: Double(width) / scale.width,
      height: Double(height) / scale.height)
  }
}

extension PaintJob {
  /// Whether the job paints only a part of the view.
  package var isPartial: Bool { part != nil }

  /// Paints the part that a partial job is for.
  ///
  /// - Returns: `nil` if the job is for the whole view.
  /// - Throws: The errors of ``run()``.
  package func runPart() throws -> PaintedPart? {
    guard let part else { return nil }
    counter.increment()
    return try part.paint(size) { painter($0) }
  }
}

extension ViewPainting {
  /// Paints only `area` of a view with its `draw(in:)`. The area is in points from the view's top left corner.
  ///
  /// - Returns: `nil` if the view has effects around it, or if the area is so large that ``paint(_:scale:)``
  ///   costs little more.
  /// - Throws: The errors of ``paint(_:scale:)``.
  @MainActor
  package static func paintPart(_ area: Rect, of view: View, scale: Double) throws -> PaintedPart? {
    guard view.paintsParts, let part = try PixelPart(covering: area, of: view, scale: scale) else {
      return nil
    }
    view.paintCounter.increment()
    let inner = part.area(in: view)
    return try part.paint(view.size) { view.drawTree(in: $0, area: inner) }
  }
}

extension PixelPart {
  fileprivate func paint(_ size: Size, _ body: (Canvas) -> Void) throws -> PaintedPart {
    let image = try Image.drawnPart(x: x, y: y, width: width, height: height, of: size, scale: scale, body)
    return PaintedPart(image: image, x: x, y: y)
  }
}
