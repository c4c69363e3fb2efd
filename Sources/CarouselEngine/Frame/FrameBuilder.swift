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
        let index = loaded[candidate].index
        let place = scene.position(ofItem: index)
        if loaded[candidate].isChanging || index == scene.liftedIndex {
          isSeen = showChanging(loaded[candidate], towards: place, at: now, in: scene, candidate: candidate)
        } else {
          isSeen = show(
            loaded[candidate].view, of: index, at: place, presence: 1, in: scene, rank: 2 * candidate + 1)
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

  /// Adds an item on its way to `place` or in the hand, over its outgoing views.
  ///
  /// - Returns: Whether its own view is visible.
  private mutating func showChanging(
    _ item: LoadedItem, towards place: ItemPosition, at now: Timestamp?, in scene: borrowing FrameScene,
    candidate: Int
  ) -> Bool {
    let position = item.position(towards: place, at: now)
    let isHeld = item.index == scene.liftedIndex
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

  /// Adds a view that may be in the hand or glide from it, unless its pose is hidden.
  @inline(never)
  private mutating func show(
    _ view: any ItemView, of index: Int, at position: ItemPosition, presence: Double,
    in scene: borrowing FrameScene, rank: Int, dropGlide: DropGlide?, isHeld: Bool = false, card: Int? = nil
  ) -> Bool {
    let pose: Pose
    if isHeld, let lifted = scene.liftedPose {
      pose = lifted
    } else if let dropGlide {
      let slot = scene.pose(of: index, at: position, isDoubleSided: view.isDoubleSided)
      pose = dropGlide.pose(towards: slot, at: scene.time, about: scene.center)
    } else {
      return show(view, of: index, at: position, presence: presence, in: scene, rank: rank, card: card)
    }
    let place = keys.count
    keys.append(Key(depth: DepthOrder(inFront: index, isHeld: isHeld), rank: rank, position: place))
    if place == items.count { items.append(CarouselFrame.Item(view)) }
    items[place].show(
      view, of: index, pose, presence: presence, offset: position.offset, about: scene.center)
    return true
  }

  /// Adds a view in its slot, unless its pose is hidden.
  ///
  /// - Parameter card: The identifier of the card of a stack for a view that leaves; `nil` for an item's view.
  /// - Returns: Whether it is visible.
  private mutating func show(
    _ view: any ItemView, of index: Int, at position: ItemPosition, presence: Double,
    in scene: borrowing FrameScene,
    rank: Int, card: Int? = nil
  ) -> Bool {
    let pose = scene.pose(of: index, at: position, isDoubleSided: view.isDoubleSided, card: card)
    guard !pose.isHidden else { return false }
    let place = keys.count
    let depth = DepthOrder(pose.transform, by: depths, index: index)
    keys.append(Key(depth: depth, rank: rank, position: place))
    if place == items.count { items.append(CarouselFrame.Item(view)) }
    items[place].show(
      view, of: index, pose, presence: presence, offset: position.offset, about: scene.center)
    return true
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
