internal import Geometry

/// Counting, layout and loading.
extension CarouselCore {
  // MARK: Inputs

  /// Makes the carousel ask its delegate anew for options and item width, with the next frame.
  mutating func setNeedsLayout() {
    staleness.layout = true
    staleness.picture = true
  }

  /// Asks the data source for everything anew; the position stays as far as it can.
  mutating func reloadData() {
    guard !content.isGathering else { return content.reloadGathered() }
    guard hasDataSource else { return }
    dialogue.invalidate()
    loader.removeAll()
    content.cutShort()
    _ = prefetch.forgetAll()
    contacts.forgetItems()
    effects.forgetItems()
    forgetTapResult()
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

  /// Takes other settings of the look.
  mutating func setLook(_ settings: LookSettings, at time: Timestamp?) {
    let old = layout.settings
    guard settings != old else { return }
    layout.set(settings)
    if settings.axis != old.axis { turnAxis() }
    if settings.type != old.type || settings.axis != old.axis || settings.contentOffset != old.contentOffset {
      layOut(at: time)
    } else if settings.bounds != old.bounds || settings.maximumVisibleItems != old.maximumVisibleItems
      || settings.snapAlignment != old.snapAlignment || settings.containsEnds != old.containsEnds
      || settings.itemSizing != old.itemSizing
    {
      layout.invalidateSizes()
      setNeedsLayout()
    } else if settings.perspective != old.perspective || settings.viewpointOffset != old.viewpointOffset {
      updateProjection()
    } else {
      staleness.picture = true
    }
  }

  /// Takes a layout of the application's own.
  mutating func setLayout(_ newLayout: any CarouselLayout, at time: Timestamp?) {
    layout.set(newLayout)
    layOut(at: time)
  }

  /// Lays out at once; while that is not possible, with the next frame.
  mutating func layOut(at time: Timestamp?) {
    dialogue.invalidate()
    layout.endRound()
    guard hasDataSource, !content.isGathering else {
      layout.invalidateSizes()
      return setNeedsLayout()
    }
    agenda.append(.layOut(CoreTask.LayoutTask(time: time)))
  }

  /// Takes the item width from a loaded view, along the axis as it runs now; the delegate still has the last word.
  private mutating func turnAxis() {
    scroller.turnAxis()
    layout.invalidateSizes()
    let item = loader.loaded.first { !content.isPlaceholder($0.index) } ?? loader.loaded.first
    if let item { layout.measure(item.size) }
  }

  /// Looks at the same items from another viewpoint.
  ///
  /// iCarousel: `transformItemViews`.
  private mutating func updateProjection() {
    layout.project()
    staleness.picture = true
  }

  /// Takes other effects; where items are small, more of them are visible.
  mutating func setEffects(_ list: [ItemEffect]) {
    layout.set(ItemEffects(list))
    staleness.visibleItems = true
    staleness.picture = true
  }

  /// Lays out before the next task, if anything has changed since the last layout.
  mutating func layOutIfNeeded(at time: Timestamp?) {
    guard staleness.layout, hasDataSource, !content.isGathering, !agenda.isLayingOut else { return }
    agenda.append(.layOut(CoreTask.LayoutTask(time: time)))
  }

  /// Catches up with what waits for the next frame.
  mutating func catchUp(at time: Timestamp?) {
    layOutIfNeeded(at: time)
    if needsUpdate, !agenda.isLayingOut { agenda.append(.update(.resolve)) }
  }

  /// Puts what has to be caught up with before the task under way; returns whether there was anything.
  mutating func pushCatchUp(at time: Timestamp?) -> Bool {
    guard hasDataSource, !content.isGathering, !hasLostPatience else { return false }
    if staleness.layout {
      agenda.push(.layOut(CoreTask.LayoutTask(time: time)))
    } else if needsUpdate {
      agenda.push(.update(.resolve))
    } else {
      return false
    }
    return true
  }

  /// Whether the visible items have to be updated.
  var needsUpdate: Bool { staleness.visibleItems || staleness.knownCommits != scroller.commitCount }

  /// The width of an item may have changed, or the size of its view has.
  mutating func itemSizeDidChange(at index: Int, size: Size?) {
    if let size { loader.setSize(size, at: index) }
    staleness.picture = true
    guard layout.settings.itemSizing == .individual, !content.isPlaceholder(index) else { return }
    layout.invalidateSize(ofItem: index)
    staleness.visibleItems = true
  }

  // MARK: Tasks

  /// Goes on with counting.
  mutating func proceed(with task: CoreTask.CountTask) -> CarouselRequest? {
    var task = task
    guard hasDataSource else {
      _ = content.endCounting()
      return finishCount()
    }
    if case .count(let count)? = dialogue.takeAnswer() {
      let isSameSource = task.source == dataSourceID
      let isDisturbed = content.endCounting()
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
        // Another data source has taken the place of the one with the last word.
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
    returnToFirstItem(gliding: content.numberOfPlaceholders > 0, at: nil)
    cancelSwipeWithoutItem()
    return nil
  }

  /// Goes on with a layout.
  ///
  /// iCarousel: `layOutItemViews`.
  mutating func proceed(with task: CoreTask.LayoutTask) -> CarouselRequest? {
    var task = task
    guard hasDataSource, !content.isGathering, !hasLostPatience else {
      layout.endRound()
      setNeedsLayout()
      return nil
    }
    if task.phase == .wrap {
      staleness.layout = false
      task.phase = .resolve
      agenda.current = .layOut(task)
      if let request = askForWrap(default: layout.layout.defaults.wraps) { return request }
    }
    if task.phase == .resolve {
      if let request = resolveLayout() { return request }
      task.phase = .align
    }
    if task.phase == .align {
      let wasAnimating = scroller.isAnimating
      if !isLed { scroller.alignAfterLayout(at: task.time) }
      task.phase = .commit
      agenda.current = .layOut(task)
      // The beginning of an alignment is notified where it begins, even if that is outside (recording `reload-to-3`).
      if !wasAnimating, scroller.isAnimating { return ask(.deliverEffects) }
    }
    _ = dialogue.takeAnswer()
    scroller.commit(at: task.time, isJump: true)
    if !isLed { scroller.resumeAutoscroll(at: task.time) }
    motionDidChange(at: task.time)
    staleness.picture = true
    agenda.insertNext(.update(layout.isCurrent(at: scroller.offset) ? .load : .resolve))
    planVisibleItems()
    return nil
  }

  /// Goes over the visible items: unloads those that have left, loads those that have come.
  ///
  /// - Complexity: O(the number of visible items).
  ///
  /// iCarousel: `loadUnloadViews`.
  mutating func proceed(with task: CoreTask.UpdateTask) -> CarouselRequest? {
    if task == .resolve {
      staleness.picture = true
      guard hasDataSource, !content.isGathering, !hasLostPatience else {
        layout.endRound()
        staleness.visibleItems = hasDataSource
        staleness.knownCommits = scroller.commitCount
        return nil
      }
      if let request = resolveLayout() { return request }
      planVisibleItems()
      agenda.current = .update(.load)
    }
    guard hasDataSource, !content.isGathering else {
      // What is missing is another item after the changes that are gathered.
      staleness.visibleItems = true
      return nil
    }
    while let index = loader.nextMissing() { if let request = requestLoad(of: index) { return request } }
    return nil
  }

  /// Unloads what is not visible and notes what is missing.
  private mutating func planVisibleItems() {
    // A width that was invalidated while widths were asked for is asked for with the next update.
    let missing = layout.missingWidths(count: content.numberOfItems, hasDelegate: hasDelegate)
    staleness.visibleItems = missing != nil
    staleness.knownCommits = scroller.commitCount
    loader.plan(
      visibleRange, ring: scroller.ring, fade: layout.snapshot.fade, scrollOffset: scroller.offset,
      and: itemsPassingAway)
  }

  /// The items that are near enough to be loaded.
  var visibleRange: VisibleRange { layout.snapshot.visibleRange(at: scroller.offset, on: scroller.ring) }

  // MARK: Prefetching

  /// Takes how far beyond the loaded items the data source is told what may be wanted soon.
  mutating func setPrefetchDistance(_ distance: PrefetchDistance) { prefetch.distance = distance.clamped }

  /// Returns what the data source is to prepare, or need not prepare any more.
  mutating func nextPrefetch() -> CarouselEffect? {
    guard prefetch.isOn, hasDataSource, !content.isGathering, !staleness.layout, agenda.isEmpty else {
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
