import Controls
import Drawing
import Geometry
import TestSupport
import ViewFixtures
import Views

/// A collection view of numbered tiles on a card of 400 × 300 points.
@MainActor
final class GridStage {
  struct Tile: Identifiable, Equatable {
    var id: Int
    var version = 0
  }

  /// The view of a tile.
  final class TileView: View {
    var tile = Tile(id: -1)
    override var semantics: Semantics { Semantics(.label, label: "Tile \(tile.id)") }
  }

  let stage: ControlStage
  let grid: CollectionView
  private(set) var tiles: [Tile] = []
  /// The number of tile views that were created, and of those that were requested.
  private(set) var made = 0
  private(set) var requested = 0

  /// Four columns of cells of 100 × 60 points in an area of 400 × 180 points.
  init(_ count: Int, _ plane: ControlStage.Plane = .flat, size: Size = Size(width: 400, height: 180)) {
    stage = ControlStage(plane)
    grid = CollectionView(
      CollectionLayout(
        columns: .count(4), itemHeight: .points(60), spacing: .zero, insets: .zero, headerHeight: 30),
      size: size)
    grid.accessibilityLabel = "Tiles"
    grid.allowsMultipleSelection = true
    show((0..<count).map { Tile(id: $0) }, animated: false)
    stage.add(grid, x: 0, y: 0)
  }

  func cell(_ tile: Tile, _ reusing: View?) -> View {
    let view = reusing as? TileView ?? TileView()
    if reusing == nil { made += 1 }
    requested += 1
    view.tile = tile
    return view
  }

  func show(_ tiles: [Tile], animated: Bool = true) {
    self.tiles = tiles
    grid.setItems(tiles, animated: animated) { [unowned self] in cell($0, $1) }
  }

  func show(_ ids: [Int], animated: Bool = true) { show(ids.map { Tile(id: $0) }, animated: animated) }

  /// Shows tiles in sections.
  func show(_ sections: [(String?, [Int])], animated: Bool = true) {
    tiles = sections.flatMap { $0.1.map { Tile(id: $0) } }
    grid.setSections(
      sections.map { CollectionSection($0.1.map { Tile(id: $0) }, title: $0.0) }, animated: animated
    ) { [unowned self] in cell($0, $1) }
  }

  /// Follows a move of the user.
  func move(_ index: Int, to newIndex: Int) { tiles.insert(tiles.remove(at: index), at: newIndex) }

  /// The identities of the selected tiles.
  var selected: [Int] { grid.selectedIndexes.ranges.flatMap { $0 }.map { tiles[$0].id } }

  /// The view of a tile; `nil` if it has none.
  func view(_ id: Int) -> TileView? {
    tiles.firstIndex { $0.id == id }.flatMap { grid.content(ofItem: $0) as? TileView }
  }

  /// The top left corner at which a tile is seen, in the coordinates of the grid.
  func place(_ id: Int) -> Point? { view(id)?.superview.flatMap { $0.convert(.zero, to: grid) } }

  /// All tile views below the grid that are visible.
  var shown: [TileView] {
    var found: [TileView] = []
    func search(_ view: View) {
      guard !view.isHidden, view.alpha > 0 else { return }
      if let tile = view as? TileView { found.append(tile) }
      view.subviews.forEach(search)
    }
    search(grid)
    return found
  }

  /// The label over the content.
  var label: View? { views(named: "CollectionLabel").first }

  /// The views below the grid of a class that the tests cannot name.
  func views(named name: String) -> [View] {
    var found: [View] = []
    grid.forEachInSubtree { if "\(type(of: $0))" == name { found.append($0) } }
    return found
  }

  /// Runs frames until nothing moves, for at most ten seconds. Returns whether that happened.
  func rest() -> Bool {
    for _ in 0..<100 {
      stage.advance(0.1)
      if !stage.tree.isMoving, stage.timerCount == 0 { return true }
    }
    return false
  }

  /// Presses a pointer or a finger at a point of the grid and lifts it, with modifier keys.
  func click(
    _ x: Double, _ y: Double, _ modifiers: KeyModifiers = [], as kind: Contact.Kind = .pointer(.primary)
  ) {
    stage.modifiers = modifiers
    stage.tap(grid, x, y, as: kind)
    stage.modifiers = []
    stage.advance(1)
  }
}
