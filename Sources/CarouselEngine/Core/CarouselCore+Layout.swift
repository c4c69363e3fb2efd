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

  /// Continues to resolve the layout.
  fileprivate mutating func proceed(with task: inout LayoutTask) -> CarouselRequest? {
    guard hasDataSource, !content.isGathering, !hasReachedWorkLimit else {
      layout.endRound()
      staleness.setNeedsLayout()
      return nil
    }
    if task.phase == .wrap {
      staleness.beginLayout()
      task.phase = .resolve
      if let request = askForWrap(default: layout.layout.defaults.wraps) { return request }
    }
    if task.phase == .resolve {
      if let request = resolveLayout() { return request }
      task.phase = .align
    }
    if task.phase == .align {
      let wasAnimating = scroller.isAnimating
      if !isLed { scroller.alignAfterLayout(at: task.moment) }
      task.phase = .commit
      // The delegate is notified of the start of a snap before the offset is clamped, as in iCarousel
      // (recording `reload-to-3`).
      if !wasAnimating, scroller.isAnimating { return ask(.deliverEffects) }
    }
    _ = dialogue.takeAnswer()
    scroller.moveInside(at: task.moment)
    scroller.resumeAutoscroll(at: task.moment)
    motionDidChange(at: task.moment)
    staleness.setNeedsFrame()
    agenda.insertNext(layout.isCurrent(at: scroller.offset) ? UpdateTask.load : .resolve)
    planVisibleItems()
    return nil
  }

  /// Updates the visible items: unloads the items that have left the visible range, and loads the items that
  /// have entered it.
  ///
  /// - Complexity: O(*n*) in the number of visible items.
  fileprivate mutating func proceed(with task: inout UpdateTask) -> CarouselRequest? {
    if task != .load {
      staleness.setNeedsFrame()
      guard hasDataSource, !content.isGathering, !hasReachedWorkLimit else {
        layout.endRound()
        staleness.takeVisibleItems(moves: scroller.moveCount)
        if hasDataSource { staleness.setNeedsVisibleItems() }
        return nil
      }
      if let request = resolveLayout() { return request }
      if task == .resolve, !layout.isCurrent(at: scroller.offset) {
        task = .resolveAgain
        return proceed(with: &task)
      }
      planVisibleItems()
      task = .load
    }
    guard hasDataSource, !content.isGathering else {
      // Loading waits until the collected changes are applied, because they will give these indexes to other
      // items.
      staleness.setNeedsVisibleItems()
      return nil
    }
    while let index = loader.nextMissing() { if let request = requestLoad(of: index) { return request } }
    return nil
  }

  /// Unloads the items outside the visible range, and determines the missing items inside the range.
  private mutating func planVisibleItems() {
    staleness.takeVisibleItems(moves: scroller.moveCount)
    // A width that was invalidated during the request for widths is requested with the next update.
    if layout.missingWidths(count: content.numberOfItems, hasDelegate: hasDelegate) != nil {
      staleness.setNeedsVisibleItems()
    }
    loader.plan(
      visibleRange, ring: scroller.ring, fade: layout.snapshot.fade, scrollOffset: scroller.offset,
      and: itemsKept)
  }

  /// The items that stay loaded although they may be outside the visible range.
  private var itemsKept: [Int] {
    var items: [Int] = []
    Features.visitAll { items += $0.keptItems(self) }
    return items
  }

  /// The range of items that must be loaded.
  var visibleRange: VisibleRange { layout.snapshot.visibleRange(at: scroller.offset, on: scroller.ring) }

  // MARK: Sizes

  /// Handles a change of the properties of an item's view.
  mutating func viewDidChange(at index: Int, _ properties: ViewProperties) {
    guard let old = loader.setProperties(properties, at: index) else { return }
    staleness.setNeedsFrame()
    if old.size != properties.size { itemSizeDidChange(at: index) }
  }

  /// Handles a change of the properties of a view that fades or slides out.
  mutating func fadingViewDidChange(at number: Int, _ properties: ViewProperties) {
    loader.setProperties(properties, ofFading: number)
    staleness.setNeedsFrame()
  }

  /// Handles a possible change of an item's width.
  ///
  /// A changed size takes this path:
  ///
  /// 1. ``Carousel/itemSizeDidChange(at:)`` makes the input ``CarouselInput/itemSizeDidChange(index:)``.
  /// Before it draws a view whose size has changed, ``Carousel/frame()`` makes the input
  /// ``CarouselInput/viewDidChange(index:_:)``, which stores the size in the loader.
  /// 2. This method marks the item's width in ``ItemSizes`` as unknown.
  /// 3. At the next frame, ``advanceMotion(to:)`` adds an update task. Its ``resolveLayout()`` asks the delegate for
  /// the unknown widths with ``CarouselRequest/itemWidths(_:)``.
  /// 4. ``ItemSizes`` stores the answer. ``LayoutResolver/layTrack(_:)`` makes a new ``ItemTrack`` in one pass
  /// over all widths.
  /// 5. ``FrameScene`` reads the new ``ItemPositions`` from the track, and the scroller moves along it.
  mutating func itemSizeDidChange(at index: Int) {
    staleness.setNeedsFrame()
    guard layout.settings.itemSizing == .individual, !content.isPlaceholder(index) else { return }
    layout.invalidateSize(ofItem: index)
    staleness.setNeedsVisibleItems()
  }
}

/// Asks whether the carousel wraps, resolves the layout, and makes a carousel at rest snap to an item.
struct LayoutTask: CoreTask {
  enum Phase: Sendable { case wrap, resolve, align, commit }
  var phase = Phase.wrap
  let moment: Moment

  var dependsOnContent: Bool { true }
  var laysOut: Bool { true }

  mutating func proceed(in core: inout CarouselCore) -> CarouselRequest? { core.proceed(with: &self) }
}

/// Resolves the layout again and loads the visible items.
enum UpdateTask: CoreTask {
  case resolve
  /// The resolved layout has moved the carousel, and depends on the offset.
  case resolveAgain
  case load

  var dependsOnContent: Bool { true }

  mutating func proceed(in core: inout CarouselCore) -> CarouselRequest? { core.proceed(with: &self) }
}
