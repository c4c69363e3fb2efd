internal import Geometry

/// The views that fade or slide out because their items have left.
struct LeavingItems: Sendable {
  private(set) var items: [LeavingItem] = []

  var isEmpty: Bool { items.isEmpty }

  /// Adds the view of an item, and its outgoing views.
  ///
  /// - Parameters:
  ///   - position: The destination.
  ///   - slide: The animation to the destination; `nil` if the view does not slide.
  ///   - fades: Whether the view fades out, from its opacity at `now`. Outgoing views always do.
  ///   - card: The identifier of the card of a stack that shows the view.
  mutating func add(
    _ item: LoadedItem, to position: ItemPosition = ItemPosition(offset: 0, itemWidth: 0),
    slide: OffsetAnimation? = nil, fades: Bool, card: Int = LeavingItem.noCard, seenAt now: Timestamp,
    for progress: TimedProgress
  ) {
    let opacity = item.opacity(at: now)
    let own = LeavingItem(
      index: item.index, content: item.content, kind: item.kind, card: card, position: position,
      slide: slide, opacity: opacity, fades: fades,
      dropGlide: card == LeavingItem.noCard ? item.dropGlide : nil, progress: progress)
    for outgoing in item.outgoing where card == LeavingItem.noCard {
      var left = own
      // Outgoing views are already in the reuse pool.
      (left.content, left.isPooled) = (outgoing.content, true)
      (left.opacity, left.fades) = (outgoing.opacity * (1 - opacity), true)
      items.append(left)
    }
    items.append(own)
  }

  /// Updates the properties of a view.
  mutating func setProperties(_ properties: ViewProperties, at position: Int) {
    if items.indices.contains(position) { items[position].content.properties = properties }
  }

  /// Removes a view, because another item is about to use it.
  ///
  /// - Returns: Whether the view was there.
  mutating func remove(_ view: any ItemView) -> Bool {
    guard let position = items.firstIndex(where: { $0.view === view }) else { return false }
    items.remove(at: position)
    return true
  }

  /// Removes all views but those of cards, because all items are new. The views of cards are not reused.
  mutating func forgetItems() {
    items.removeAll { $0.card == LeavingItem.noCard }
    for position in items.indices { items[position].isPooled = true }
  }

  /// Removes the views of cards that leave a stack. Returns those to reuse.
  mutating func removeCards() -> [LeavingItem] { remove { $0.card != LeavingItem.noCard } }

  /// Starts the animations that start with this frame, and removes the views whose time is over at `now`.
  ///
  /// - Returns: The removed views to reuse.
  mutating func advance(to now: Timestamp) -> [LeavingItem] {
    for position in items.indices {
      items[position].progress.start(at: now)
      items[position].slide?.progress.start(at: now)
      items[position].dropGlide = items[position].dropGlide?.started(at: now)
    }
    return remove { $0.progress.isOver(at: now) }
  }

  private mutating func remove(where isRemoved: (LeavingItem) -> Bool) -> [LeavingItem] {
    let removed = items.filter { isRemoved($0) && !$0.isPooled }
    items.removeAll(where: isRemoved)
    return removed
  }

  /// Updates the stored positions before the items with which these views move get other positions.
  mutating func release(at positions: ItemPositions) {
    for position in items.indices {
      items[position].position = items[position].position(in: positions)
      items[position].anchor = positions.offset
    }
  }

  /// Makes the views move with the carousel, starting at its current offset.
  mutating func anchor(at scrollOffset: Double) {
    for position in items.indices { items[position].anchor = scrollOffset }
  }
}
