import Controls
import Foundation
import Geometry
import TestSupport
import Testing
import ViewFixtures
import Views

/// Random programs of edits, gestures, keys and resizes, also during animations.
///
/// `CAROUSEL_GRID_PROGRAMS=10000` runs more programs than usual.
@Suite("Random programs of a collection view")
@MainActor
struct CollectionProgramTests {
  private static let usualCount = 150

  /// Performs a random action.
  private func act(_ rig: GridStage, _ random: inout SplitMix, _ next: inout Int, _ isDown: inout Bool) {
    let (stage, grid) = (rig.stage, rig.grid)
    let kinds: [Contact.Kind] = [.touch, .pen, .pointer(.primary), .pointer(.secondary)]
    func point(_ random: inout SplitMix) -> (Double, Double) {
      (random.number(-20...420), random.number(-20...200))
    }
    switch random.whole(0...18) {
    case 0, 1:
      var tiles = rig.tiles
      for _ in 0..<random.whole(1...5) {
        switch random.whole(0...3) {
        case 0 where !tiles.isEmpty: tiles.remove(at: random.whole(0...tiles.count - 1))
        case 1 where tiles.count > 1:
          tiles.swapAt(random.whole(0...tiles.count - 1), random.whole(0...tiles.count - 1))
        case 2 where !tiles.isEmpty: tiles[random.whole(0...tiles.count - 1)].version += 1
        default:
          tiles.insert(GridStage.Tile(id: next), at: random.whole(0...tiles.count))
          next += 1
        }
      }
      rig.show(tiles, animated: !random.once(in: 4))
    case 2:
      if random.once(in: 4) { rig.show([Int]()) }
      if random.once(in: 4) { rig.show(rig.tiles.shuffled(using: &random)) }
      if random.once(in: 8) {
        rig.show(
          (0..<5).map { section in ("\(section)", (0..<section * 4).map { 100_000 + section * 100 + $0 }) })
      }
    case 3: grid.size = Size(width: random.number(0...400), height: random.number(0...250))
    case 4:
      grid.collectionLayout.columns = random.once(in: 2) ? .count(random.whole(1...6)) : .minimumWidth(90)
    case 5: grid.layoutDirection = random.choice([.leftToRight, .rightToLeft])
    case 6, 7, 8:
      let (x, y) = point(&random)
      stage.modifiers = random.choice([[], [], .shift, .control, [.shift, .control]])
      if isDown { stage.cancel() }
      isDown = true
      stage.press(grid, x, y, as: random.choice(kinds))
      if random.once(in: 3) { stage.advance(0.6) }
    case 9, 10, 11:
      let (x, y) = point(&random)
      stage.move(grid, x, y)
    case 12:
      let (x, y) = point(&random)
      if isDown { stage.lift(grid, x, y) }
      isDown = false
    case 13:
      if isDown { stage.cancel() }
      isDown = false
    case 14:
      grid.becomeFocused()
      let keys: [Key] = [
        .down, .up, .left, .right, .home, .end, .pageUp, .pageDown, .space, .return, .escape, Key("a"),
      ]
      stage.key(random.choice(keys), random.choice([[], .shift, .control, .alt]))
    case 15: stage.turnWheel(grid, by: Point(x: 0, y: random.number(-9...9)))
    case 16: grid.contentOffset.y = random.number(-100...3000)
    case 17:
      grid.allowsReordering = random.once(in: 2)
      grid.allowsMultipleSelection = !random.once(in: 4)
    default: stage.advance(random.number(0...0.4))
    }
  }

  /// Ends all contacts, and expects that the grid is at rest and shows the right items at the right places.
  private func expectRest(_ rig: GridStage, _ comment: String) {
    rig.stage.modifiers = []
    #expect(rig.rest(), "\(comment)")
    let grid = rig.grid
    grid.size = Size(width: 400, height: 180)
    grid.layoutIfNeeded()
    #expect(rig.rest(), "\(comment)")
    let limit = max(grid.contentSize.height - 180, 0)
    #expect((0...limit).contains(grid.contentOffset.y), "\(comment)")
    // Each item in sight has one view, at its place; no other view is shown.
    let shown = rig.shown
    #expect(Set(shown.map(ObjectIdentifier.init)).count == shown.count, "\(comment)")
    let visible = grid.visibleIndexes
    #expect(shown.map(\.tile.id).sorted() == visible.map { rig.tiles[$0].id }.sorted(), "\(comment)")
    for index in visible {
      let view = grid.content(ofItem: index) as? GridStage.TileView
      #expect(view?.tile == rig.tiles[index], "\(comment)")
      let place = view?.superview?.convert(.zero, to: grid) ?? Point(x: -1, y: -1)
      let wanted = grid.frame(ofItem: index).origin - grid.contentOffset
      #expect(place.distance(to: wanted) < 1e-6, "\(comment), item \(index)")
    }
    #expect(grid.selectedIndexes.subtracting(RangeSet(0..<max(rig.tiles.count, 0))).isEmpty, "\(comment)")
    if !grid.allowsMultipleSelection { #expect(grid.selectedIndexes.ranges.count <= 1, "\(comment)") }
  }

  @Test("After random programs, the grid is at rest, each item in sight has one view, and nothing is lost")
  func programs() {
    let count =
      ProcessInfo.processInfo.environment["CAROUSEL_GRID_PROGRAMS"].flatMap { Int($0) } ?? Self.usualCount
    for seed in 0..<count {
      var random = SplitMix(seed: UInt64(seed))
      let rig = GridStage(random.choice([0, 1, 7, 60, 500]), random.choice(ControlStage.Plane.allCases))
      rig.grid.allowsReordering = random.once(in: 2)
      rig.grid.onMove = { [unowned rig] in rig.move($0, to: $1) }
      var (next, isDown) = (10_000, false)
      for _ in 0..<random.whole(5...60) { act(rig, &random, &next, &isDown) }
      if isDown, random.once(in: 2) { rig.stage.lift(rig.grid, 50, 50) } else if isDown { rig.stage.cancel() }
      expectRest(rig, "seed \(seed)")
    }
  }

  @Test("A grid of a million items survives a random program")
  func million() {
    var random = SplitMix(seed: 1)
    let rig = GridStage(1_000_000)
    for _ in 0..<60 {
      switch random.whole(0...5) {
      case 0: rig.grid.contentOffset.y = random.number(0...15_000_000)
      case 1: rig.stage.key(random.choice([.end, .home, .pageDown, .down]), random.choice([[], .shift]))
      case 2:
        rig.stage.drag(rig.grid, from: Point(x: 20, y: 20), to: Point(x: 390, y: 170), as: .pointer(.primary))
      case 3: rig.stage.drop()
      case 4:
        rig.grid.becomeFocused()
        rig.stage.key(Key("a"), .control)
      default: rig.grid.size.width = random.number(100...400)
      }
    }
    rig.stage.drop()
    rig.show(Array(rig.tiles.dropFirst(3)))
    expectRest(rig, "a million items")
    #expect(rig.grid.numberOfItems == 999_997 && rig.made < 400)
  }
}
