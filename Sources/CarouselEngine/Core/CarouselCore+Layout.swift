internal import Geometry

/// Layout and loading.
extension CarouselCore {
  // MARK: Inputs

  /// Makes the carousel ask its delegate anew for options and item width, with the next frame.
  mutating func setNeedsLayout() {
    staleness.setNeedsLayout()
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
      staleness.setNeedsFrame()
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
    staleness.setNeedsFrame()
  }

  /// Takes other effects; where items are small, more of them are visible.
  mutating func setEffects(_ list: [ItemEffect]) {
    layout.set(ItemEffects(list))
    staleness.setNeedsVisibleItems()
    staleness.setNeedsFrame()
  }

  /// Lays out before the next task, if anything has changed since the last layout.
  mutating func layOutIfNeeded(at time: Timestamp?) {
    guard staleness.needsLayout, hasDataSource, !content.isGathering, !agenda.isLayingOut else { return }
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
    if staleness.needsLayout {
      agenda.push(.layOut(CoreTask.LayoutTask(time: time)))
    } else if needsUpdate {
      agenda.push(.update(.resolve))
    } else {
      return false
    }
    return true
  }

  /// Whether the visible items have to be updated.
  var needsUpdate: Bool { staleness.needsVisibleItems(commits: scroller.commitCount) }

  // MARK: Tasks

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
      staleness.beginLayout()
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
    staleness.setNeedsFrame()
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
      staleness.setNeedsFrame()
      guard hasDataSource, !content.isGathering, !hasLostPatience else {
        layout.endRound()
        staleness.takeVisibleItems(commits: scroller.commitCount)
        if hasDataSource { staleness.setNeedsVisibleItems() }
        return nil
      }
      if let request = resolveLayout() { return request }
      planVisibleItems()
      agenda.current = .update(.load)
    }
    guard hasDataSource, !content.isGathering else {
      // What is missing is another item after the changes that are gathered.
      staleness.setNeedsVisibleItems()
      return nil
    }
    while let index = loader.nextMissing() { if let request = requestLoad(of: index) { return request } }
    return nil
  }

  /// Unloads what is not visible and notes what is missing.
  private mutating func planVisibleItems() {
    staleness.takeVisibleItems(commits: scroller.commitCount)
    loader.plan(
      visibleRange, ring: scroller.ring, fade: layout.snapshot.fade, scrollOffset: scroller.offset,
      and: itemsPassingAway)
  }

  /// The items that are near enough to be loaded.
  var visibleRange: VisibleRange { layout.snapshot.visibleRange(at: scroller.offset, on: scroller.ring) }
}
