internal import Geometry

/// Builds a frame: what is seen, and in which order.
///
/// From one frame to the next the order hardly changes, so everything is visited in the order of the last one and what
/// little is out of order moves to its place. Nothing is allocated unless there is more to see, or the items of the last
/// frame are still held.
@MainActor
struct FrameBuilder {
  /// What is seen; back to front once it is sorted.
  private(set) var items: [CarouselFrame.Item] = []
  /// Where each of `items` stands.
  private var keys: [Key] = []
  /// The candidates in the order in which they were drawn last time, those that were not at the end.
  private var order: [Int] = []
  /// The candidates that are not seen.
  private var unseen: [Int] = []

  /// What one item is sorted by.
  private struct Key {
    var depth: DepthOrder
    /// The candidate that it shows, doubled, with one more unless it is a outgoing view that lies under it: views at one
    /// place in the order they were named.
    var rank: Int
    /// Where in `items` it is.
    var position: Int

    static func < (a: Key, b: Key) -> Bool {
      if a.depth < b.depth { return true }
      return !(b.depth < a.depth) && (a.rank, a.position) < (b.rank, b.position)
    }
  }

  /// Fills the frame with the items of `scene` that are seen, back to front.
  ///
  /// - Parameter custom: The delegate's transforms, for a `custom` carousel.
  mutating func build(_ scene: FrameScene, custom: CustomTransforms?) {
    guard scene.isShown else {
      begin(candidates: 0)
      return sort()
    }
    let (loaded, leaving, now) = (scene.loaded, scene.leaving, scene.time)
    let context = FrameContext(scene, custom: custom)
    begin(candidates: loaded.count + leaving.count)
    for turn in 0..<loaded.count + leaving.count {
      let candidate = candidate(turn)
      if candidate < loaded.count {
        let index = loaded[candidate].index
        let position = loaded[candidate].position(
          towards: context.positions.position(ofItem: index), at: now)
        let presence = loaded[candidate].presence(at: now)
        for outgoing in loaded[candidate].outgoing.indices {
          addOutgoing(
            loaded[candidate].outgoing[outgoing].view, of: index, at: position,
            presence: loaded[candidate].opacity(ofOutgoing: outgoing, at: now), in: context, under: candidate)
        }
        add(
          loaded[candidate].view, of: index, at: position, presence: presence, in: context,
          candidate: candidate)
      } else {
        let item = leaving[candidate - loaded.count]
        add(
          item.view, of: item.index, at: item.position(at: now, in: scene.scroller),
          presence: item.presence(at: now), in: context, candidate: candidate)
      }
    }
    sort()
  }

  /// Begins a picture of some of `count` candidates.
  private mutating func begin(candidates count: Int) {
    keys.removeAll(keepingCapacity: true)
    unseen.removeAll(keepingCapacity: true)
    if order.count != count {
      order.removeAll(keepingCapacity: true)
      order.append(contentsOf: 0..<count)
    }
  }

  /// Returns the candidate to look at as number `turn`, from 0 on.
  private func candidate(_ turn: Int) -> Int { order[turn] }

  /// Adds what is seen of a candidate's view, if anything is.
  ///
  /// - Parameters:
  ///   - presence: How much of it there is, in `0...1`.
  private mutating func add(
    _ view: any ItemView, of index: Int, at position: ItemPosition, presence: Double,
    in context: FrameContext,
    candidate: Int
  ) {
    if !show(view, of: index, at: position, presence: presence, in: context, rank: 2 * candidate + 1) {
      unseen.append(candidate)
    }
  }

  /// Adds what is seen of a view that lies under a candidate's and passes away, if anything is.
  private mutating func addOutgoing(
    _ view: any ItemView, of index: Int, at position: ItemPosition, presence: Double,
    in context: FrameContext,
    under candidate: Int
  ) {
    _ = show(view, of: index, at: position, presence: presence, in: context, rank: 2 * candidate)
  }

  /// Adds a view, unless it is turned away.
  ///
  /// - Returns: Whether it is seen.
  private mutating func show(
    _ view: any ItemView, of index: Int, at position: ItemPosition, presence: Double,
    in context: FrameContext,
    rank: Int
  ) -> Bool {
    let pose = context.pose(of: index, at: position, isDoubleSided: view.isDoubleSided)
    guard !pose.isHidden else { return false }
    let place = keys.count
    let depth = DepthOrder(pose.transform, by: context.depths, index: index)
    keys.append(Key(depth: depth, rank: rank, position: place))
    if place == items.count { items.append(CarouselFrame.Item(view)) }
    items[place].show(
      view, of: index, pose, presence: presence, offset: position.offset, about: context.center)
    return true
  }

  /// Puts everything in order, back to front.
  private mutating func sort() {
    if items.count > keys.count { items.removeLast(items.count - keys.count) }
    if !sortNearlySorted() { keys.sort(by: <) }
    order.removeAll(keepingCapacity: true)
    for key in keys where key.rank % 2 == 1 { order.append(key.rank / 2) }
    order.append(contentsOf: unseen)
    moveItems()
  }

  /// Moves what is out of order to its place.
  ///
  /// - Returns: Whether that was done; not if so much is out of order that it would take long.
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

  /// Moves the items to where their keys are.
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
