/// Several changes of content at once.
extension Carousel {
  /// Makes several changes of content as one.
  ///
  /// The changes made inside count one after the other, each with the indexes as they are after the ones before it: after
  /// `removeItem(at: 0)`, what was item 1 is item 0. That is also the order in which they would be made one by one.
  /// (UICollectionView counts removals with the indexes from before the batch; here nothing is reordered.) Views are
  /// asked for at the end only, with the indexes that hold then, each once; an item that moves, also to and fro, keeps
  /// its view. Until then the carousel shows what it showed before.
  ///
  /// Items that are removed animated fade in 0.1 seconds; then all others take 0.4 seconds to slide to their new
  /// places and to appear, if any change of the batch is animated. Reloaded items cross-fade at once.
  ///
  /// If the data source's number of items is not what the changes make of the old one, or ``reloadData()`` is called
  /// inside, everything is asked for anew. A batch within a batch is a part of the outer one, and so is what the data
  /// source changes while it is asked for that number. Without a data source nothing changes.
  ///
  /// - Parameters:
  ///   - updates: Makes the changes, and may change the data source's content.
  ///   - completion: Called once after all the changes have come to rest; after it, those given to single changes.
  ///
  /// Beyond iCarousel; UICollectionView: `performBatchUpdates(_:completion:)`.
  public func performBatchUpdates(_ updates: () -> Void, completion: (() -> Void)? = nil) {
    if changes.batch == nil {
      changes.batch = ContentChanges.Batch(edits: ContentEdits(count: numberOfItems))
    } else {
      changes.batch?.depth += 1
    }
    if let completion { changes.batch?.completions.append(completion) }
    updates()
    if changes.batch?.depth == 1 { compareCounts() }
    changes.batch?.depth -= 1
    if let batch = changes.batch, batch.depth == 0 {
      changes.batch = nil
      finish(batch)
    }
  }

  /// Adds a change to the open batch, if it is one.
  func gather(_ completion: (() -> Void)?, _ edit: (ContentEdits) -> ContentEdit?) {
    guard let edits = changes.batch?.edits else { return }
    if let edit = edit(edits) { changes.batch?.edits.append(edit) }
    if let completion { changes.batch?.completions.append(completion) }
  }

  /// Looks whether the data source has as many items as the changes of the open batch make; those that it makes while it
  /// is asked count, too.
  private func compareCounts() {
    guard let batch = changes.batch, !batch.reloads, let dataSource else { return }
    guard batch.edits.edits.contains(where: \.changesCount) else { return }
    let count = dataSource.numberOfItems(in: self).asCount
    if count != changes.batch?.edits.count { changes.batch?.reloads = true }
  }

  /// Makes the changes of a batch.
  private func finish(_ batch: ContentChanges.Batch) {
    var passage = Passage(since: clock, duration: 0)
    if dataSource != nil, batch.reloads || !batch.edits.isEmpty {
      if batch.reloads {
        reloadData()
        passage.since = nil
      } else {
        if batch.edits.isAnimated {
          passage.delay = batch.edits.removesAnimated ? Passage.fadeOutDuration : 0
          passage.duration = Passage.slideDuration
        }
        apply(batch.edits)
      }
    }
    for completion in batch.completions { wait(for: passage, completion) }
    // What waited for the end of the batch.
    perform { _ in }
    cancelSwipeWithoutItem()
  }

  /// Makes changes of content that the data source knows of.
  private func apply(_ edits: ContentEdits) {
    let before = scroller
    let hadPicture = !loader.loaded.isEmpty
    let seen = detach(edits)
    numberOfItems = edits.count
    sizes.areStale = true
    updateWrap(default: isWrapEnabled)
    if edits.removes { scroller.snapToCurrentItem() }
    follow(edits)
    let revision = loader.revision
    if edits.isAnimated { loader.keepDeparting() }
    if needsLayout {
      layOutIfNeeded()
    } else {
      scroller.settle(at: clock, isJump: true)
      passOverItems()
    }
    let departed = loader.takeDeparted()
    // Somebody may have changed the content again while views were asked for.
    guard revision == loader.revision else {
      for item in departed { loader.put(item.view, isPlaceholder: false, kind: item.kind) }
      return invalidate()
    }
    loader.anchorLeaving(at: scroller.offset)
    reload(edits, seen: seen)
    if edits.isAnimated { animate(edits, from: before, seen: seen, departed, slidesIn: hadPicture) }
    invalidate()
    perform { _ in }
    returnToFirstItem(gliding: edits.isAnimated && numberOfPlaceholders > 0)
  }

  /// Gives loaded items their new indexes and lets those go that are removed.
  ///
  /// - Returns: Where those that stay are seen, by their new indexes.
  private func detach(_ edits: ContentEdits) -> [Int: Spot] {
    var seen: [Int: Spot] = [:]
    var removed: [(item: LoadedItem, spot: Spot, isAnimated: Bool)] = []
    loader.releaseLeaving(in: scroller)
    loader.renumber { item in
      let spot = item.spot(towards: spot(ofItem: item.index), at: frameTime)
      guard !isPlaceholder(item.index) else {
        let index = item.index < 0 ? item.index : item.index + edits.count - edits.oldCount
        seen[index] = spot
        return index
      }
      switch edits.fate(ofItem: item.index) {
      case .kept(let index):
        seen[index] = spot
        return index
      case .removed(let isAnimated):
        removed.append((item, spot, isAnimated))
        return nil
      }
    }
    for (item, spot, isAnimated) in removed {
      if isAnimated {
        loader.fadeOut(item, at: spot, seenAt: frameTime, since: clock)
      } else {
        loader.put(item.view, isPlaceholder: false, kind: item.kind)
      }
    }
    return seen
  }

  /// Asks anew for the items that were loaded and look different now.
  private func reload(_ edits: ContentEdits, seen: [Int: Spot]) {
    for index in loader.loaded.map(\.index) where seen[index] != nil && !isPlaceholder(index) {
      if case .reloaded(_, let isAnimated) = edits.origin(ofItem: index) {
        reloadView(at: index, animated: isAnimated)
      }
    }
  }

  /// Lets items slide from where they were seen, or would have been, to where they stand.
  private func animate(
    _ edits: ContentEdits, from before: Scroller, seen: [Int: Spot], _ departed: [LoadedItem],
    slidesIn: Bool
  ) {
    let delay = edits.removesAnimated ? Passage.fadeOutDuration : 0
    var inserted: [Int] = []
    loader.slide(since: clock, delay: delay) { item in
      if let spot = seen[item.index] { return shortShift(of: item.index, from: spot) }
      guard !isPlaceholder(item.index) else { return nil }
      switch edits.origin(ofItem: item.index) {
      case .inserted(let isAnimated):
        if isAnimated { inserted.append(item.index) }
        return nil
      case .kept(let index), .reloaded(let index, _):
        guard slidesIn else { return nil }
        return shortShift(
          of: item.index, from: before.spot(ofItem: index, itemWidth: arrangement.stage.itemWidth))
      }
    }
    for index in inserted {
      loader.fadeIn(at: index, over: nil, seenAt: frameTime, since: clock, delay: delay)
    }
    for item in departed {
      guard let spot = seen[item.index], let shift = shortShift(of: item.index, from: spot) else {
        loader.put(item.view, isPlaceholder: false, kind: item.kind)
        continue
      }
      let slide = Slide(
        shift: shift, passage: Passage(since: clock, delay: delay, duration: Passage.slideDuration))
      loader.travelOut(item, to: self.spot(ofItem: item.index), by: slide, seenAt: frameTime)
    }
    loader.anchorLeaving(at: scroller.offset)
  }
}

extension ContentEdit {
  /// Whether it makes the items more or fewer.
  fileprivate var changesCount: Bool {
    switch self {
    case .insert, .remove: true
    case .move, .reload: false
    }
  }
}
