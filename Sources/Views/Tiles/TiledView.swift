public import Drawing
public import Geometry

/// A view that repeats another view, the tile, in rows and columns from the top left corner.
///
/// Use it for a pattern or for a gradient that fills a window: only one tile is painted and kept in memory. The
/// tiles at the right and bottom edges are clipped only if `clipsToBounds` is set. Each copy is a separate
/// layer, so the tile should not be tiny. The width and height of the tile should be whole pixels at the
/// window's scale; multiples of 120 points always are. Otherwise copies overlap by up to a pixel.
///
/// UIKit: `UIColor(patternImage:)`.
public final class TiledView: View {
  /// The view that is repeated: the tile.
  public let tile: View

  /// Creates a view of `size` points that is covered with copies of `tile`.
  public init(tile: View, size: Size = .zero) {
    self.tile = tile
    super.init(size: size)
    isUserInteractionEnabled = false
    addSubview(tile)
  }

  @_spi(Subclassing) public override var layersSubviews: Bool { true }
  @_spi(Subclassing) public override var isContentEmpty: Bool { true }

  public override func makePainter() -> Painter? {
    guard isFlattened else { return { _ in } }
    guard let paint = tile.makeTreePainter() else { return nil }
    let origins = origins(in: Rect(origin: .zero, size: size))
    return { canvas in
      for origin in origins {
        canvas.saved {
          canvas.translate(x: origin.x, y: origin.y)
          paint(canvas)
        }
      }
    }
  }

  /// Paints a tile that can only draw on the main actor, if this view is painted into the pixels of a
  /// superview.
  public override func draw(in canvas: Canvas) {
    guard isFlattened else { return }
    for origin in origins(in: Rect(origin: .zero, size: size)) {
      canvas.saved {
        canvas.translate(x: origin.x, y: origin.y)
        tile.drawTree(in: canvas)
      }
    }
  }

  @_spi(Subclassing) public override func forEachSubviewLayer(
    _ context: LayerContext, _ body: (ViewLayer) -> Void
  ) {
    guard !tile.isHidden, tile.alpha > 0 else { return }
    var inner = context
    inner.alpha *= min(max(tile.alpha, 0), 1)
    // In a tilted view, all copies are drawn, because the visible part is not known.
    let visible = context.map.isUpright ? context.map.inverse?.boundingBox(of: context.window) : nil
    for origin in origins(in: visible ?? bounds) {
      inner.map = Homography.scale(1, offset: origin).concatenated(with: context.map)
      tile.forEachLayer(inner, body)
    }
  }

  private static let mostCopies = 10_000.0  // above this limit nothing is drawn: each copy is a layer

  /// Returns the top left corners of the copies that intersect `area`, row by row.
  private func origins(in area: Rect) -> [Point] {
    let step = tile.size
    guard !step.isEmpty else { return [] }
    let columns = Self.copies(of: step.width, covering: size.width, from: area.minX, to: area.maxX)
    let rows = Self.copies(of: step.height, covering: size.height, from: area.minY, to: area.maxY)
    guard Double(columns.count) * Double(rows.count) <= Self.mostCopies else { return [] }
    return rows.flatMap { y in columns.map { Point(x: $0, y: y) } }
  }

  /// Returns the positions of copies of `side` points that cover `length` points. Copies outside of
  /// `start..<end` are skipped.
  private static func copies(of side: Double, covering length: Double, from start: Double, to end: Double)
    -> [Double]
  {
    let first = (max(start, 0) / side).rounded(.down)
    let last = min(length, end) / side
    guard first.isFinite, last - first <= mostCopies else { return [] }
    return stride(from: first, to: last, by: 1).map { $0 * side }
  }
}
