internal import Geometry

/// Layout and loading.
extension CarouselCore {
  // MARK: Inputs

  /// Applies new look settings.
  mutating func setLook(_ settings: LookSettings, at moment: Moment) {
    let old = layout.settings
    guard settings != old else { return }
    layout.set(settings)
    notify(.layoutChanged(at: moment))
    if settings.axis != old.axis { turnAxis() }
    if settings.type != old.type || settings.axis != old.axis || settings.contentOffset != old.contentOffset {
      layOut(at: moment)
    } else if settings.bounds != old.bounds || settings.maximumVisibleItems != old.maximumVisibleItems
      || settings.snapAlignment != old.snapAlignment || settings.containsEnds != old.containsEnds
      || settings.itemSizing != old.itemSizing || settings.itemSize != old.itemSize
    {
      layout.invalidateSizes()
      staleness.setNeedsLayout()
    } else if settings.options != old.options {
      staleness.setNeedsLayout()
    } else {
      layout.project()
      staleness.setNeedsFrame()
    }
  }

  /// Applies a custom layout.
  mutating func setLayout(_ newLayout: any CarouselLayout, at moment: Moment) {
    layout.set(newLayout)
    notify(.layoutChanged(at: moment))
    layOut(at: moment)
  }

  /// Resolves the layout immediately if possible, otherwise at the next frame.
  mutating func layOut(at moment: Moment) {
    dialogue.invalidate()
    layout.endRound()
    guard hasDataSource, !content.isGathering else {
      layout.invalidateSizes()
      return staleness.setNeedsLayout()
    }
    agenda.append(LayoutTask(moment: moment))
  }

  /// Measures the item width along the new axis from a loaded view. The delegate's answer still has
  /// precedence.
  private mutating func turnAxis() {
    scroller.turnAxis()
    layout.invalidateSizes()
    let item = loader.loaded.first { !content.isPlaceholder($0.index) } ?? loader.loaded.first
    if let item { layout.measure(item.size) }
  }

  /// Applies new effects, which may change the number of visible items.
  mutating func setEffects(_ list: [ItemEffect]) {
    layout.set(ItemEffects(list))
    staleness.setNeedsVisibleItems()
    staleness.setNeedsFrame()
  }

  /// Schedules a layout if its input has changed since the last layout.
  mutating func layOutIfNeeded(at moment: Moment) {
    guard staleness.needsLayout, hasDataSource, !content.isGathering, !agenda.isLayingOut else { return }
    agenda.append(LayoutTask(moment: moment))
  }

  /// Schedules the work that otherwise waits for the next frame.
  mutating func catchUp(at moment: Moment) {
    layOutIfNeeded(at: moment)
    if needsUpdate, !agenda.isLayingOut { agenda.append(UpdateTask.resolve) }
  }

  /// Schedules the work that otherwise waits for the next frame before the current task. Returns whether
  /// there was such work.
  mutating func pushCatchUp(at moment: Moment) -> Bool {
    guard hasDataSource, !content.isGathering, !hasReachedWorkLimit else { return false }
    if staleness.needsLayout {
      agenda.push(LayoutTask(moment: moment))
    } else if needsUpdate {
      agenda.push(UpdateTask.resolve)
    } else {
      return false
    }
    return true
  }

  /// Whether the set of visible items must be computed again.
  var needsUpdate: Bool { staleness.needsVisibleItems(moves: scroller.moveCount) }

  // MARK: Tasks

  /// Unloads the items outside the visible range, and determines the missing items inside the range.
  fileprivate mutating func planVisibleItems() {
    staleness.takeVisibleItems(moves: scroller.moveCount)
    // A width that was invalidated during the request for widths is requested with the next update.
    if layout.missingWidths(count: content.numberOfItems, hasDelegate: hasDelegate) != nil {
      staleness.setNeedsVisibleItems()
    }
    // These items stay loaded although they may be outside the visible range.
    var kept: [Int] = []
    Features.visitAll { kept += $0.keptItems(self) }
    loader.plan(
      visibleRange, row: scroller.row, fade: layout.snapshot.fade, scrollOffset: scroller.offset,
      and: kept)
  }

  /// The range of items that must be loaded.
  var visibleRange: VisibleRange { layout.snapshot.visibleRange(at: scroller.offset, on: scroller.row) }
}

/// Asks whether the carousel wraps, resolves the layout, and makes a carousel at rest snap to an item.
struct LayoutTask: CoreTask {
  enum Phase: Sendable { case wrap, resolve, align, commit }
  var phase = Phase.wrap
  let moment: Moment

  var dependsOnContent: Bool { true }
  var laysOut: Bool { true }

  /// Continues to resolve the layout.
  mutating func proceed(in core: inout CarouselCore) -> CarouselRequest? {
    guard core.hasDataSource, !core.content.isGathering, !core.hasReachedWorkLimit else {
      core.layout.endRound()
      core.staleness.setNeedsLayout()
      return nil
    }
    if phase == .wrap {
      core.staleness.beginLayout()
      phase = .resolve
      if let request = core.askForWrap(default: core.layout.layout.defaults.wraps) { return request }
    }
    if phase == .resolve {
      if let request = core.resolveLayout() { return request }
      phase = .align
    }
    if phase == .align {
      let wasAnimating = core.scroller.isAnimating
      if !core.isLed { core.scroller.alignAfterLayout(at: moment) }
      phase = .commit
      // The delegate is notified of the start of a snap before the offset is clamped, as in iCarousel
      // (recording `reload-to-3`).
      if !wasAnimating, core.scroller.isAnimating { return core.ask(.deliverEffects) }
    }
    _ = core.dialogue.takeAnswer()
    core.scroller.moveInside(at: moment)
    core.scroller.resumeAutoscroll(at: moment)
    core.motionDidChange(at: moment)
    core.staleness.setNeedsFrame()
    core.agenda.insertNext(core.layout.isCurrent(at: core.scroller.offset) ? UpdateTask.load : .resolve)
    core.planVisibleItems()
    return nil
  }
}

/// Resolves the layout again and loads the visible items.
enum UpdateTask: CoreTask {
  case resolve
  /// The resolved layout has moved the carousel, and depends on the offset.
  case resolveAgain
  case load

  var dependsOnContent: Bool { true }

  /// Updates the visible items: unloads the items that have left the visible range, and loads the items that
  /// have entered it.
  ///
  /// - Complexity: O(*n*) in the number of visible items.
  mutating func proceed(in core: inout CarouselCore) -> CarouselRequest? {
    if self != .load {
      core.staleness.setNeedsFrame()
      guard core.hasDataSource, !core.content.isGathering, !core.hasReachedWorkLimit else {
        core.layout.endRound()
        core.staleness.takeVisibleItems(moves: core.scroller.moveCount)
        if core.hasDataSource { core.staleness.setNeedsVisibleItems() }
        return nil
      }
      if let request = core.resolveLayout() { return request }
      if self == .resolve, !core.layout.isCurrent(at: core.scroller.offset) {
        self = .resolveAgain
        return proceed(in: &core)
      }
      core.planVisibleItems()
      self = .load
    }
    guard core.hasDataSource, !core.content.isGathering else {
      // Loading waits until the collected changes are applied, because they will give these indexes to other
      // items.
      core.staleness.setNeedsVisibleItems()
      return nil
    }
    while let index = core.loader.nextMissing() {
      if let request = core.requestLoad(of: index) { return request }
    }
    return nil
  }
}
