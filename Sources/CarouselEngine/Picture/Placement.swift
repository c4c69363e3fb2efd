/// A picture in the making: what is seen, and in which order.
///
/// From one picture to the next the order hardly changes, so everything is visited in the order of the last one and what
/// little is out of order moves to its place. Nothing is allocated unless there is more to see, or somebody still holds
/// the items of the last picture.
struct Placement {
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
    /// The candidate that it shows, doubled, with one more unless it is a predecessor that lies under it: views at one
    /// place in the order they were named.
    var rank: Int
    /// Where in `items` it is.
    var position: Int

    static func < (a: Key, b: Key) -> Bool {
      if a.depth < b.depth { return true }
      return a.rank < b.rank && !(b.depth < a.depth)
    }
  }

  /// Begins a picture of some of `count` candidates.
  mutating func begin(candidates count: Int) {
    keys.removeAll(keepingCapacity: true)
    unseen.removeAll(keepingCapacity: true)
    if order.count != count {
      order.removeAll(keepingCapacity: true)
      order.append(contentsOf: 0..<count)
    }
  }

  /// Returns the candidate to look at as number `turn`, from 0 on.
  func candidate(_ turn: Int) -> Int { order[turn] }

  /// Adds what is seen of a candidate, or what lies under it and passes away.
  mutating func add(
    _ item: CarouselFrame.Item, depth: DepthOrder, candidate: Int, isPredecessor: Bool = false
  ) {
    let position = keys.count
    keys.append(Key(depth: depth, rank: 2 * candidate + (isPredecessor ? 0 : 1), position: position))
    if position < items.count { items[position] = item } else { items.append(item) }
  }

  /// Takes note that a candidate itself is not seen.
  mutating func leaveOut(_ candidate: Int) { unseen.append(candidate) }

  /// Puts everything in order, back to front.
  mutating func sort() {
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
