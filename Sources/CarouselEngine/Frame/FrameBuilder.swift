internal import Geometry

/// Builds a frame: the visible items in the order in which they are drawn.
///
/// The order changes little from frame to frame. So the candidates (the items that may be visible) are
/// visited in the order of the last frame, and only the few that are out of order are moved. Memory is
/// allocated only if there are more items than before, or if the last frame is still retained.
struct FrameBuilder {
  /// The visible items. They are back to front after they have been sorted.
  private(set) var items: [CarouselFrame.Item] = []
  /// The sort key of each of `items`.
  private var keys: [Key] = []
  /// The candidates, in the order in which they were last drawn. Hidden candidates are last.
  private var order: [Int] = []
  /// The candidates that are hidden in this frame.
  private var unseen: [Int] = []
  /// The number of items at the end of ``items`` that are in the hand or glide from it.
  private var liftedCount = 0
  /// The space in which the items were placed.
  private var space = CarouselSpace(
    projection: .identity, center: .zero, depths: DepthOrder.Measure(current: .identity, axis: .horizontal))

  /// The sort key of one item.
  private struct Key {
    var depth: DepthOrder
    /// For an outgoing view twice the number of the candidate, and for the candidate's own view 1 more. Views
    /// with the same depth order are drawn in the order of their ranks.
    var rank: Int
    /// The index of the item in `items`.
    var position: Int

    static func < (a: Key, b: Key) -> Bool {
      if a.depth < b.depth { return true }
      return !(b.depth < a.depth) && (a.rank, a.position) < (b.rank, b.position)
    }
  }

  /// Fills the frame with the visible items of `scene`, back to front. If `scene` is `nil`, the frame is empty and has
  /// `emptySpace`.
  mutating func build(_ scene: borrowing FrameScene?, emptySpace: CarouselSpace) {
    switch scene {
    case .some(let scene): build(scene)
    case .none:
      space = emptySpace
      begin(candidates: 0)
      sort()
    }
  }

  /// Fills the frame with the visible items of `scene`, back to front.
  mutating func build(_ scene: borrowing FrameScene) {
    let (loaded, leaving, now) = (scene.loaded.span, scene.leaving.span, scene.time)
    space = scene.makeSpace()
    begin(candidates: loaded.count + leaving.count)
    for turn in 0..<loaded.count + leaving.count {
      let candidate = order[turn]
      let isSeen: Bool
      if candidate < loaded.count {
        // The fast path for most frames. Without it, testing whether a feature poses each item takes a
        // tenth of the time.
        if scene.features.isEmpty, !loaded[candidate].isChanging {
          isSeen = showPlain(loaded, candidate, in: scene)
        } else {
          isSeen = show(loaded[candidate], at: now, in: scene, candidate: candidate)
        }
      } else {
        let item = leaving[candidate - loaded.count]
        isSeen = show(
          item.content, of: item.index, at: scene.position(ofLeaving: item),
          opacity: item.opacity(at: now), in: scene, rank: 2 * candidate + 1, dropGlide: item.dropGlide,
          card: item.card)
      }
      if !isSeen { unseen.append(candidate) }
    }
    sort()
  }

  /// Returns the frame that draws `drawn`: the items that fade out, followed by ``items``.
  func frame(of drawn: [CarouselFrame.Item]) -> CarouselFrame {
    CarouselFrame(
      items: drawn, space: space, fadingCount: drawn.count - items.count, liftedCount: liftedCount)
  }

  /// Makes the next frame visit the candidates in the order of their positions. The delegate is asked for
  /// transforms in this order, and a replay does not know which frames were built before.
  mutating func forgetOrder() { order.removeAll(keepingCapacity: true) }

  /// Begins a frame with up to `count` candidates.
  private mutating func begin(candidates count: Int) {
    keys.removeAll(keepingCapacity: true)
    unseen.removeAll(keepingCapacity: true)
    if order.count != count {
      order.removeAll(keepingCapacity: true)
      order.append(contentsOf: 0..<count)
    }
  }

  /// Adds an item and its outgoing views below it. The item may slide, be in the hand, or be posed by a
  /// feature.
  ///
  /// - Returns: Whether the item's own view is visible.
  @inline(never)
  private mutating func show(
    _ item: LoadedItem, at now: Timestamp, in scene: borrowing FrameScene, candidate: Int
  ) -> Bool {
    let slot = scene.position(ofItem: item.index)
    let isHeld = item.index == scene.features.heldIndex
    guard item.isChanging || isHeld else {
      return show(item.content, of: item.index, at: slot, opacity: 1, in: scene, rank: 2 * candidate + 1)
    }
    let position = item.position(towards: slot, at: now)
    for outgoing in item.outgoing.indices {
      _ = show(
        item.outgoing[outgoing].content, of: item.index, at: position,
        opacity: item.opacity(ofOutgoing: outgoing, at: now), in: scene, rank: 2 * candidate,
        dropGlide: item.dropGlide, isHeld: isHeld)
    }
    return show(
      item.content, of: item.index, at: position, opacity: item.opacity(at: now), in: scene,
      rank: 2 * candidate + 1, dropGlide: item.dropGlide, isHeld: isHeld)
  }

  /// Adds one view, unless its pose is hidden. The view may be in the hand, glide from the hand, or be posed
  /// by a feature.
  ///
  /// - Parameter card: For a view that leaves and that a feature poses, the identifier of its card; `nil` for an
  ///   item's view.
  /// - Returns: Whether the view is visible.
  private mutating func show(
    _ content: LoadedView, of index: Int, at position: ItemPosition, opacity: Double,
    in scene: borrowing FrameScene, rank: Int, dropGlide: DropGlide? = nil, isHeld: Bool = false,
    card: Int? = nil
  ) -> Bool {
    var pose: Pose
    let depth: DepthOrder
    if isHeld, let lifted = scene.features.heldPose {
      (pose, depth) = (lifted, DepthOrder(inFront: index, isHeld: true))
    } else {
      pose = scene.pose(of: index, at: position, isDoubleSided: content.properties.isDoubleSided, card: card)
      if let dropGlide {
        pose = dropGlide.pose(towards: pose, at: scene.time, about: scene.center)
        depth = DepthOrder(inFront: index, isHeld: false)
      } else {
        guard !pose.isHidden else { return false }
        depth = DepthOrder(pose.transform, by: space.depths, index: index)
      }
    }
    if !hasNextView(ObjectIdentifier(content.view)) { setNextView(content.view) }
    add(
      content.properties, of: index, pose, opacity: opacity, at: position, in: scene,
      Key(depth: depth, rank: rank, position: keys.count))
    return true
  }

  /// Adds the view of item `candidate` at its position in the layout, unless its pose is hidden.
  ///
  /// - Returns: Whether the view is visible.
  @inline(__always)
  private mutating func showPlain(
    _ loaded: Span<LoadedItem>, _ candidate: Int, in scene: borrowing FrameScene
  ) -> Bool {
    let (index, properties) = (loaded[candidate].index, loaded[candidate].content.properties)
    let position = scene.plainPosition(ofItem: index)
    let pose = scene.plainPose(of: index, at: position, isDoubleSided: properties.isDoubleSided)
    guard !pose.isHidden else { return false }
    let depth = DepthOrder(pose.transform, by: space.depths, index: index)
    // A reference to the view is read only if the view has changed, because it would be retained for each item.
    if !hasNextView(ObjectIdentifier(loaded[candidate].content.view)) {
      setNextView(loaded[candidate].content.view)
    }
    add(
      properties, of: index, pose, opacity: 1, at: position, in: scene,
      Key(depth: depth, rank: 2 * candidate + 1, position: keys.count))
    return true
  }

  /// Whether the entry that is added next has the view with this identity.
  @inline(__always)
  private func hasNextView(_ identity: ObjectIdentifier) -> Bool {
    keys.count < items.count && ObjectIdentifier(items[keys.count].view) == identity
  }

  /// Sets the view of the entry that is added next.
  @inline(never)
  private mutating func setNextView(_ view: any ItemView) {
    if keys.count == items.count {
      items.append(CarouselFrame.Item(view))
    } else {
      items[keys.count].view = view
    }
  }

  /// Adds an entry, whose view has been set.
  @inline(__always)
  private mutating func add(
    _ properties: ViewProperties, of index: Int, _ pose: Pose, opacity: Double, at position: ItemPosition,
    in scene: borrowing FrameScene, _ key: Key
  ) {
    items[keys.count].show(
      properties, of: index, pose, opacity: opacity, offset: position.offset, about: scene.center)
    keys.append(key)
  }

  /// Sorts the items, back to front.
  private mutating func sort() {
    if items.count > keys.count { items.removeLast(items.count - keys.count) }
    if !sortNearlySorted() { keys.sort(by: <) }
    order.removeAll(keepingCapacity: true)
    for key in keys where key.rank % 2 == 1 { order.append(key.rank / 2) }
    order.append(contentsOf: unseen)
    liftedCount = 0
    while liftedCount < keys.count, keys[keys.count - 1 - liftedCount].depth.isInFront { liftedCount += 1 }
    moveItems()
  }

  /// Sorts the keys by insertion.
  ///
  /// - Returns: Whether the keys are sorted; `false` if too many are out of order for a fast sort.
  private mutating func sortNearlySorted() -> Bool {
    // Reversing the order of thirty items takes 30 × 29 / 2 = 435 moves.
    var moves = 16 * keys.count
    guard keys.count > 1 else { return true }
    for next in 1..<keys.count where keys[next] < keys[next - 1] {
      let key = keys[next]
      var slot = next
      repeat {
        keys[slot] = keys[slot - 1]
        slot -= 1
      } while slot > 0 && key < keys[slot - 1]
      keys[slot] = key
      moves -= next - slot
      if moves < 0 { return false }
    }
    return true
  }

  /// Moves the items to the positions of their keys.
  private mutating func moveItems() {
    for start in keys.indices where keys[start].position != start {
      var slot = start
      while true {
        let source = keys[slot].position
        keys[slot].position = slot
        if source == start { break }
        items.swapAt(slot, source)
        slot = source
      }
    }
  }
}
