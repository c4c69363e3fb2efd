/// Reloading all content, which begins with counting the items and placeholders, and prefetching items.
extension CarouselCore {
  /// Reloads all content from the data source. The offset stays the same if the new content has an item at
  /// this offset.
  mutating func reloadData() {
    guard !content.isGathering else { return content.reloadGathered() }
    guard hasDataSource else { return }
    cancelReordering(at: timeline.nextFrame)
    interruptAwaitedScroll()
    dialogue.invalidate()
    keepCardFlights()
    loader.removeAll()
    content.cutShort(at: timeline.nextFrame)
    _ = prefetch.forgetAll()
    contacts.forgetItems()
    effects.forgetItems()
    tapRecord.forgetItems()
    layout.invalidateItemWidth()
    layout.invalidateSizes()
    layout.endRound()
    if agenda.current?.dependsOnContent == true { dialogue.drop() }
    agenda.removeContentTasks()
    if dialogue.isWaiting {
      agenda.insertNext(.count(CoreTask.CountTask()))
    } else {
      agenda.push(.count(CoreTask.CountTask()))
    }
    setNeedsLayout()
  }

  /// Continues to request the numbers of items and placeholders.
  mutating func proceed(with task: CoreTask.CountTask) -> CarouselRequest? {
    var task = task
    guard hasDataSource else {
      _ = content.endCounting(completingAt: timeline.nextFrame)
      return finishCount()
    }
    if case .count(let count)? = dialogue.takeAnswer() {
      let isSameSource = task.source == dataSourceID
      let isDisturbed = content.endCounting(completingAt: timeline.nextFrame)
      switch task.phase {
      case .items, .lastItems: if !isDisturbed || task.phase == .lastItems { content.setNumberOfItems(count) }
      case .placeholders, .lastPlaceholders:
        if !isDisturbed || task.phase == .lastPlaceholders { content.setNumberOfPlaceholders(count) }
      }
      switch task.phase {
      case .items where !isDisturbed: task.phase = .placeholders
      case .placeholders where !isDisturbed, .lastItems where isSameSource: return finishCount()
      case .lastPlaceholders where isSameSource: task.phase = .lastItems
      case .items, .placeholders:
        task.rounds += 1
        task.phase = task.rounds < CoreTask.CountTask.mostRounds ? .items : .lastPlaceholders
      case .lastPlaceholders, .lastItems:
        // The data source was replaced while it was asked, so the new data source is asked for both numbers.
        task.sources += 1
        (task.rounds, task.phase) = (0, .items)
        if task.sources == CoreTask.CountTask.mostRounds {
          content.setNumberOfItems(0)
          content.setNumberOfPlaceholders(0)
          return finishCount()
        }
      }
    }
    task.source = dataSourceID
    agenda.current = .count(task)
    switch task.phase {
    case .items, .lastItems: return askForCount(.numberOfItems)
    case .placeholders, .lastPlaceholders: return askForCount(.numberOfPlaceholders)
    }
  }

  private mutating func finishCount() -> CarouselRequest? {
    scroller.setRing(ItemRing(count: content.numberOfItems, wraps: scroller.ring.wraps))
    followReload()
    returnToFirstItem(gliding: content.numberOfPlaceholders > 0, at: timeline.nextFrame)
    cancelSwipeWithoutItem()
    return nil
  }

  // MARK: Prefetching

  /// Sets the number of items beyond the loaded items that the data source is asked to prepare.
  mutating func setPrefetchDistance(_ distance: PrefetchDistance) { prefetch.distance = distance.clamped }

  /// Returns the next prefetch, or cancellation of a prefetch, to notify the data source of; `nil` if there
  /// is none.
  mutating func nextPrefetch() -> CarouselEffect? {
    guard prefetch.isOn, hasDataSource, !content.isGathering, !staleness.needsLayout, agenda.isEmpty else {
      return nil
    }
    guard scroller.ring.count == content.numberOfItems else { return nil }
    if !needsUpdate { prefetch.look(at: visibleRange, ring: scroller.ring) }
    guard prefetch.isDue else { return nil }
    let loader = loader
    let outOfReach = prefetch.takeWithdrawn { loader.position(of: $0) != nil }
    if !outOfReach.isEmpty { return .cancelPrefetching(outOfReach) }
    let wanted = prefetch.takeWanted { loader.position(of: $0) != nil }
    return wanted.isEmpty ? nil : .prefetch(wanted)
  }
}
