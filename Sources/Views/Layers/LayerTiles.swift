internal import Drawing
package import Geometry

/// The tiles of a layer that is too large for one texture.
///
/// Only the tiles near the visible part exist, and the texture cache paints them like other layers. The memory therefore
/// depends on the size of the visible part alone. If the visible part has very many pixels, as that of a huge tilted layer
/// does, the tiles have a lower resolution.
@MainActor
final class LayerTiles {
  /// The grid at full resolution.
  private let grid: TileGrid
  /// The grid of ``tiles``.
  private var shownGrid: TileGrid
  private var tiles: [TileGrid.Index: LayerTile] = [:]

  /// The number of tiles that are painted in advance on each side of the visible tiles.
  private static let nearby = 1
  /// The number of painted tiles that are kept on each side of the visible tiles.
  private static let kept = 2
  /// The largest number of visible tiles. An upright layer that fills a screen of 7680 × 4320 pixels has 162.
  private static let mostVisible = 256

  init(_ grid: TileGrid) { (self.grid, shownGrid) = (grid, grid) }

  /// Whether the tiles suit a layer with `grid`.
  func suits(_ grid: TileGrid) -> Bool { self.grid == grid }

  /// Passes the tiles in and near the visible part of `view` to `body`.
  func forEachLayer(of view: View, _ context: LayerContext, _ body: (ViewLayer) -> Void) {
    guard let seen = context.visibleArea(of: view) else {
      tiles = [:]
      return
    }
    let grid = grid.reduced(for: seen, toTiles: Self.mostVisible)
    if grid != shownGrid { (shownGrid, tiles) = (grid, [:]) }
    let kept = grid.tiles(in: seen, extra: Self.kept)
    tiles = tiles.filter { kept.columns.contains($0.key.column) && kept.rows.contains($0.key.row) }
    let corner = Homography.scale(1, offset: view.bounds.origin).concatenated(with: context.map)
    let near = grid.tiles(in: seen, extra: Self.nearby)
    for row in near.rows {
      for column in near.columns {
        let tile = tile(TileGrid.Index(column: column, row: row), of: view)
        let map = Homography.scale(grid.reduction, offset: tile.area.origin).concatenated(with: corner)
        let place = TilePlace(grid: grid, index: tile.index, map: corner)
        body(
          ViewLayer(
            view: tile, map: map, alpha: context.alpha, clip: context.clip, item: context.item,
            participant: context.participant, isMoving: context.isMoving, tile: place))
      }
    }
  }

  private func tile(_ index: TileGrid.Index, of view: View) -> LayerTile {
    let area = shownGrid.area(of: shownGrid.painted(index))
    let tile = tiles[index] ?? LayerTile(index, of: view, area: area, reduction: shownGrid.reduction)
    tiles[index] = tile
    tile.isLayered = view.wantsLayer
    return tile
  }

  /// Records that `area` of the layer has changed, in points from its top left corner.
  func recordDamage(_ area: Rect) { for tile in tiles.values { tile.recordDamage(ofLayer: area) } }
}

/// A part of a large layer, with pixels of its own.
final class LayerTile: View {
  let index: TileGrid.Index
  /// The painted part of the layer, in points from its top left corner.
  let area: Rect
  private weak var owner: View?
  /// See ``TileGrid/reduction``.
  private let reduction: Double

  init(_ index: TileGrid.Index, of owner: View, area: Rect, reduction: Double) {
    (self.index, self.owner, self.area, self.reduction) = (index, owner, area, reduction)
    super.init(size: Size(width: area.size.width / reduction, height: area.size.height / reduction))
  }

  /// Records that `changed` of the layer has changed.
  func recordDamage(ofLayer changed: Rect) {
    let part = changed.intersection(area)
    guard !part.isEmpty else { return }
    let factor = 1 / reduction
    let size = Size(width: part.size.width * factor, height: part.size.height * factor)
    setNeedsDisplay(Rect(origin: (part.origin - area.origin) * factor, size: size))
  }

  /// The painted part in the coordinates of the owner.
  private func area(in owner: View) -> Rect {
    Rect(origin: area.origin + owner.bounds.origin, size: area.size)
  }

  override func makePainter() -> Painter? {
    guard let owner else { return { _ in } }
    if owner.isContentReleased { owner.requestContent(hasPixels: false) }
    guard let paint = owner.makeTreePainter(area: area(in: owner)) else { return nil }
    let (origin, counter, factor) = (area.origin, owner.paintCounter, 1 / reduction)
    return { canvas in
      counter.increment()
      canvas.scale(x: factor, y: factor)
      canvas.translate(x: -origin.x, y: -origin.y)
      paint(canvas)
    }
  }

  override func draw(in canvas: Canvas) {
    guard let owner else { return }
    owner.paintCounter.increment()
    canvas.scale(x: 1 / reduction, y: 1 / reduction)
    canvas.translate(x: -area.minX, y: -area.minY)
    owner.drawTree(in: canvas, area: area(in: owner))
  }
}

/// The place of a tile in its layer.
package struct TilePlace {
  /// The size of the whole layer in pixels.
  package let width, height: Int
  /// The pixels that the tile shows, and those that it is painted with.
  package let shown, painted: TileGrid.Sides
  /// The size of the whole layer in points.
  package let size: Size
  /// The map from the points of the whole layer, from its top left corner, to the window's points.
  package let map: Homography
  private let area: Rect

  init(grid: TileGrid, index: TileGrid.Index, map: Homography) {
    (width, height, size) = (grid.width, grid.height, grid.size)
    (shown, painted) = (grid.shown(index), grid.painted(index))
    area = grid.area(of: shown)
    self.map = map
  }

  /// Returns the part of `clip` that the tile shows; neighbors meet without a gap.
  package func clip(_ clip: LayerClip?) -> LayerClip {
    let own = LayerClip(area, map: map)
    return clip?.intersection(own) ?? own
  }
}

extension LayerContext {
  /// Returns the part of `view` that the window shows, in points from the view's top left corner. If the view
  /// is outside of the window, returns the part inside the clips of its superviews; `nil` if there is no such
  /// part.
  ///
  /// - Parameter view: The view whose own context this is.
  fileprivate func visibleArea(of view: View) -> Rect? {
    let own = LayerClip(view.bounds, map: map)
    let clipped = clip.map { own.intersection($0) } ?? own
    let seen = clipped.intersection(LayerClip(window))
    // An unclipped layer outside of the window may be very large, so it is not painted in advance.
    guard let area = seen.isEmpty ? (clip == nil ? nil : clipped) : seen, !area.isEmpty,
      let inverse = map.inverse
    else { return nil }
    let corners = area.corners.isEmpty ? area.bounds.corners : area.corners
    let sources = corners.compactMap { inverse.project($0) }
    guard !sources.isEmpty else { return nil }
    let whole = Rect(containing: sources)
    return Rect(origin: whole.origin - view.bounds.origin, size: whole.size)
  }
}
