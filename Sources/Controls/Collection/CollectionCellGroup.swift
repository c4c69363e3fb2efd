internal import Geometry
internal import Views

/// Cells of a collection that are painted together.
final class CollectionCellGroup: ContainerView {
  /// The views of the cells, the last ones of which may be hidden.
  private(set) var cells: [CollectionCell] = []
  /// Whether the contents of the cells are those that the collection wants.
  var isLoaded = false
  /// Whether a finger holds the cell, whose frame then does not follow from its item.
  private(set) var isLifted = false
  private var motion: CellMotion?

  init() {
    super.init()
    isLayered = true
  }

  /// Returns the cell of an item, unless it is not shown.
  func cell(_ index: Int) -> CollectionCell? { cells.first { $0.index == index && !$0.isHidden } }

  /// Shows items, and requests the contents of those that are not loaded.
  func show(_ items: Range<Int>, _ frame: (Int) -> Rect, makeContent: (_ item: Int, _ reusing: View?) -> View)
  {
    // `makeContent` may reload the collection, which sets `isLoaded` to `false`.
    let wasLoaded = isLoaded
    isLoaded = true
    let frames = items.map(frame)
    if let first = frames.first { place(at: frames.dropFirst().reduce(first) { $0.union($1) }) }
    for (place, index) in items.enumerated() {
      if place == cells.count {
        let cell = CollectionCell()
        cells.append(cell)
        addSubview(cell)
      }
      let cell = cells[place]
      cell.frame = Rect(origin: frames[place].origin - frames[0].origin, size: frames[place].size)
      if wasLoaded, cell.index == index, !cell.isHidden { continue }
      let content = makeContent(index, cell.content)
      cell.content = content
      // The application may return a view that another cell shows. The last cell gets it.
      if content.superview !== cell { cell.addSubview(content) }
      if cell.index != index {
        discardPixels()
        tree?.focus.forget(cell)
      }
      cell.index = index
      cell.isHidden = false
    }
    for cell in cells.dropFirst(items.count) { cell.isHidden = true }
  }

  // MARK: Motion

  /// Whether the cell moves or fades.
  var isMoving: Bool { motion != nil }
  /// Whether the cell keeps its view, although its item may be out of sight.
  var isHeld: Bool { isMoving || isLifted }

  /// Sets the frame of the cell at rest; while it moves, the cell is beside it.
  func place(at rest: Rect) {
    guard !isLifted else { return }
    frame = Rect(origin: rest.origin + (motion?.displacement ?? .zero), size: rest.size)
    alpha = motion?.alpha ?? 1
  }

  /// Moves the cell to its place, with its present velocity.
  func move(from displacement: Point) {
    let least = 0.25  // points
    guard isMoving || displacement.distance(to: .zero) > least else { return }
    motion = CellMotion(
      from: displacement, velocity: motion?.velocity ?? .zero, alpha: alpha,
      fade: alpha < 1 ? .fadesIn : .none)
  }

  /// Fades in at its place.
  func appear() {
    motion = CellMotion(from: .zero, alpha: 0, fade: .fadesIn)
    alpha = 0
  }

  /// Fades out at its place, and receives no events.
  func leave() {
    isLifted = false
    motion = CellMotion(from: .zero, alpha: alpha, fade: .fadesOut)
    isUserInteractionEnabled = false
    accessibilityElementsHidden = true
  }

  /// Advances the motion. Returns whether it goes on.
  func advance(to now: Timestamp) -> Bool {
    guard motion?.advance(to: now) == true else {
      motion = nil
      return false
    }
    alpha = motion?.alpha ?? 1
    return true
  }

  /// Ends the motion; the cell is at its place when it is next shown.
  func endMotion() { motion = nil }

  /// Lifts the cell. It then follows a finger.
  func lift() {
    (isLifted, motion, alpha) = (true, nil, 0.9)
    transform = .scale(x: 1.06, y: 1.06)
    superview?.bringSubviewToFront(self)
  }

  /// Drops the cell, which returns to its place when ``move(from:)`` is called.
  func drop() {
    isLifted = false
    alpha = 1
    transform = .identity
  }

  /// Prepares the group for other items.
  func reset() {
    (isLoaded, isLifted, motion, alpha) = (false, false, nil, 1)
    transform = .identity
    isUserInteractionEnabled = true
    accessibilityElementsHidden = false
  }
}
