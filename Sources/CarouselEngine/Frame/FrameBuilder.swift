internal import Geometry

/// Builds a frame: the visible items in drawing order.
///
/// The order hardly changes from frame to frame. So candidates are visited in the order of the last frame,
/// and the few that are out of order are moved. Nothing is allocated unless there are more items, or the last
/// frame is still retained.
@MainActor
struct FrameBuilder {
  /// The visible items; back to front once sorted.
  private(set) var items: [CarouselFrame.Item] = []
  /// The sort key of each of `items`.
  private var keys: [Key] = []
  /// The candidates in the order in which they were last drawn; hidden ones are last.
  private var order: [Int] = []
  /// The candidates that are hidden.
  private var unseen: [Int] = []
  /// The measurements for the order.
  private var depths = DepthOrder.Measure(current: .identity, axis: .horizontal)

  /// The sort key of one item.
  private struct Key {
    var depth: DepthOrder
    /// Twice the number of the candidate, plus 1 unless it is an outgoing view under the candidate's view. It
    /// keeps views at one position in the order of the candidates.
    var rank: Int
    /// The index in `items`.
    var position: Int

    static func < (a: Key, b: Key) -> Bool {
      if a.depth < b.depth { return true }
      return !(b.depth < a.depth) && (a.rank, a.position) < (b.rank, b.position)
    }
  }

  /// Fills the frame with the visible items of `scene`, back to front.
  mutating func build(_ scene: borrowing FrameScene) {
    let (loaded, leaving, now) = (scene.loaded.span, scene.leaving.span, scene.time)
    depths = scene.measureDepths()
    begin(candidates: loaded.count + leaving.count)
    for turn in 0..<loaded.count + leaving.count {
      let candidate = order[turn]
      let isSeen: Bool
      if candidate < loaded.count {
        // The fast path for most frames: testing each item for cards and the hand would take a tenth of the
        // frame.
        if scene.isPlain, !loaded[candidate].isChanging {
          let index = loaded[candidate].index
          isSeen = showPlain(
            loaded[candidate].view, of: index, at: scene.places.position(ofItem: index), in: scene,
            rank: 2 * candidate + 1)
        } else {
          isSeen = show(loaded[candidate], at: now, in: scene, candidate: candidate)
        }
      } else {
        let item = leaving[candidate - loaded.count]
        isSeen = show(
          item.view, of: item.index, at: scene.position(ofLeaving: item),
          presence: item.presence(at: now), in: scene, rank: 2 * candidate + 1, dropGlide: item.dropGlide,
          card: item.card)
      }
      if !isSeen { unseen.append(candidate) }
    }
    sort()
  }

  /// Empties the frame.
  mutating func clear() {
    begin(candidates: 0)
    sort()
  }

  /// Begins a frame of up to `count` candidates.
  private mutating func begin(candidates count: Int) {
    keys.removeAll(keepingCapacity: true)
    unseen.removeAll(keepingCapacity: true)
    if order.count != count {
      order.removeAll(keepingCapacity: true)
      order.append(contentsOf: 0..<count)
    }
  }

  /// Adds an item that may be on its way to its place, on a stack or in the hand, over its outgoing views.
  ///
  /// - Returns: Whether its own view is visible.
  @inline(never)
  private mutating func show(
    _ item: LoadedItem, at now: Timestamp?, in scene: borrowing FrameScene, candidate: Int
  ) -> Bool {
    let place = scene.position(ofItem: item.index)
    let isHeld = item.index == scene.liftedIndex
    guard item.isChanging || isHeld else {
      return show(item.view, of: item.index, at: place, presence: 1, in: scene, rank: 2 * candidate + 1)
    }
    let position = item.position(towards: place, at: now)
    for outgoing in item.outgoing.indices {
      _ = show(
        item.outgoing[outgoing].view, of: item.index, at: position,
        presence: item.opacity(ofOutgoing: outgoing, at: now), in: scene, rank: 2 * candidate,
        dropGlide: item.dropGlide, isHeld: isHeld)
    }
    return show(
      item.view, of: item.index, at: position, presence: item.presence(at: now), in: scene,
      rank: 2 * candidate + 1, dropGlide: item.dropGlide, isHeld: isHeld)
  }

  /// Adds a view that may be in the hand, glide from it or be a card of a stack, unless its pose is hidden.
  ///
  /// - Parameter card: The identifier of the card of a stack for a view that leaves; `nil` for an item's view.
  /// - Returns: Whether it is visible.
  private mutating func show(
    _ view: any ItemView, of index: Int, at position: ItemPosition, presence: Double,
    in scene: borrowing FrameScene, rank: Int, dropGlide: DropGlide? = nil, isHeld: Bool = false,
    card: Int? = nil
  ) -> Bool {
    var pose: Pose
    let depth: DepthOrder
    if isHeld, let lifted = scene.liftedPose {
      (pose, depth) = (lifted, DepthOrder(inFront: index, isHeld: true))
    } else {
      pose = scene.pose(of: index, at: position, isDoubleSided: view.isDoubleSided, card: card)
      if let dropGlide {
        pose = dropGlide.pose(towards: pose, at: scene.time, about: scene.center)
        depth = DepthOrder(inFront: index, isHeld: false)
      } else {
        guard !pose.isHidden else { return false }
        depth = DepthOrder(pose.transform, by: depths, index: index)
      }
    }
    add(
      view, of: index, pose, presence: presence, at: position, in: scene,
      Key(depth: depth, rank: rank, position: keys.count))
    return true
  }

  /// Adds an item's view at its place in the layout, unless its pose is hidden.
  ///
  /// - Returns: Whether it is visible.
  @inline(__always)
  private mutating func showPlain(
    _ view: any ItemView, of index: Int, at position: ItemPosition, in scene: borrowing FrameScene, rank: Int
  ) -> Bool {
    let pose = scene.plainPose(of: index, at: position, isDoubleSided: view.isDoubleSided)
    guard !pose.isHidden else { return false }
    let depth = DepthOrder(pose.transform, by: depths, index: index)
    add(
      view, of: index, pose, presence: 1, at: position, in: scene,
      Key(depth: depth, rank: rank, position: keys.count))
    return true
  }

  @inline(__always)
  private mutating func add(
    _ view: any ItemView, of index: Int, _ pose: Pose, presence: Double, at position: ItemPosition,
    in scene: borrowing FrameScene, _ key: Key
  ) {
    let place = keys.count
    keys.append(key)
    if place == items.count { items.append(CarouselFrame.Item(view)) }
    items[place].show(
      view, of: index, pose, presence: presence, offset: position.offset, about: scene.center)
  }

  /// Sorts the items, back to front.
  private mutating func sort() {
    if items.count > keys.count { items.removeLast(items.count - keys.count) }
    if !sortNearlySorted() { keys.sort(by: <) }
    order.removeAll(keepingCapacity: true)
    for key in keys where key.rank % 2 == 1 { order.append(key.rank / 2) }
    order.append(contentsOf: unseen)
    moveItems()
  }

  /// Sorts the keys by insertion.
  ///
  /// - Returns: Whether the keys are sorted; `false` if too many are out of order for a fast sort.
  private mutating func sortNearlySorted() -> Bool {
    // A whole turn of thirty items takes 435 moves at worst.
    var moves = 16 * keys.count
    guard keys.count > 1 else { return true }
    for next in 1..<keys.count where keys[next] < keys[next - 1] {
      let key = keys[next]
      var place = next
      repeat {
        keys[place] = keys[place - 1]
        place -= 1
      } while place > 0 && key < keys[place - 1]
      keys[place] = key
      moves -= next - place
      if moves < 0 { return false }
    }
    return true
  }

  /// Moves the items to the positions of their keys.
  private mutating func moveItems() {
    for start in keys.indices where keys[start].position != start {
      var place = start
      while true {
        let source = keys[place].position
        keys[place].position = place
        if source == start { break }
        items.swapAt(place, source)
        place = source
      }
    }
  }
}
