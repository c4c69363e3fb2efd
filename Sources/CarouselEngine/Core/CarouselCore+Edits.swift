internal import Geometry

/// Changes of content. Edits become a map from old indexes to new indexes. The map is applied to all stored
/// indexes, and then items move to their new positions with an animation.
///
/// A single call is handled like a batch with one change. ``EditStyle`` states the differences, which are
/// those of iCarousel.
extension CarouselCore {
  // MARK: Inputs

  /// Makes one change of content.
  ///
  /// - Parameter anchor: The part of the carousel that stays in place.
  mutating func edit(
    _ request: ContentEdit, completion: CompletionID?, anchor: EditAnchor = .motionStyle, at moment: Moment
  ) {
    guard request.removesExistingItem(of: content.gatheredCount) else {
      // The index does not exist, so it is unknown which item the data source has removed.
      reloadData()
      return content.isGathering ? content.gather(nil, completion) : completeWithNextFrame(completion)
    }
    let edit = request.clamped(to: content.gatheredCount, wraps: scroller.ring.wraps)
    // The data source has already changed, so the answer to a pending request is out of date.
    if request.changesIndexes { dialogue.invalidate() }
    if content.isGathering { return content.gather(edit, completion) }
    switch request {
    case .remove where staleness.needsLayout && hasDataSource, .insert where staleness.needsLayout, .move:
      // The change is made as a batch if the loaded items are out of date or if it moves several items.
      return makeBatch(of: edit, completion: completion, anchor: anchor, at: moment)
    case .insert: guard hasDataSource else { return completeWithNextFrame(completion) }
    case .remove, .reload: break
    }
    guard let edit else { return completeWithNextFrame(completion) }
    var edits = ContentEdits(count: content.numberOfItems)
    edits.append(edit)
    apply(edits, style: .single, anchor: anchor, at: moment)
    content.wait(for: edits.progress(since: moment, isSeen: isSeen(edit)), completion)
  }

  /// Applies several changes of content together.
  mutating func edit(_ batch: ContentBatch, at moment: Moment) {
    beginUpdates(completion: batch.completion)
    for edit in batch.edits { self.edit(edit, completion: nil, at: moment) }
    if let anchor = batch.anchor { content.setAnchor(anchor) }
    endUpdates(at: moment)
  }

  private mutating func makeBatch(
    of edit: ContentEdit?, completion: CompletionID?, anchor: EditAnchor, at moment: Moment
  ) {
    content.beginBatch(completion, anchor: anchor)
    content.gather(edit, nil)
    endUpdates(at: moment)
  }

  private mutating func completeWithNextFrame(_ completion: CompletionID?) {
    content.wait(for: TimedProgress(since: timeline.nextFrame, duration: 0), completion)
  }

  /// Returns whether the edit may be visible: `false` only if it reloads an item that is not loaded.
  private func isSeen(_ edit: ContentEdit) -> Bool {
    if case .reload(let index, _) = edit { loader.position(of: index) != nil } else { true }
  }

  /// Opens a batch. Inside an open batch, opens a nested batch.
  mutating func beginUpdates(completion: CompletionID?) { content.beginBatch(completion) }

  /// Closes the innermost batch.
  mutating func endUpdates(at moment: Moment) {
    if content.needsCountComparison, hasDataSource {
      agenda.append(CloseBatchTask(moment: moment))
    } else if let batch = content.endBatch() {
      apply(batch, at: moment)
    }
  }

  /// Continues to close a batch: compares the data source's number of items with the number after the edits.
  fileprivate mutating func proceed(with task: CloseBatchTask) -> CarouselRequest? {
    if case .count(let count)? = dialogue.takeAnswer() {
      content.compareCount(count)
    } else if !task.isAsked, content.needsCountComparison, hasDataSource {
      agenda.current = CloseBatchTask(isAsked: true, moment: task.moment)
      return ask(.numberOfItems)
    }
    agenda.finishCurrent()
    if let batch = content.endBatch() { apply(batch, at: task.moment) }
    return nil
  }

  private mutating func apply(_ batch: ContentState.Batch, at moment: Moment) {
    var progress = TimedProgress(since: moment, duration: 0)
    if batch.reloads {
      if hasDataSource { reloadData() }
      progress = TimedProgress(since: timeline.nextFrame, duration: 0)
    } else if hasDataSource, !batch.edits.isEmpty {
      if batch.edits.isAnimated { progress = batch.edits.progress(since: moment, isSeen: true) }
      apply(batch.edits, style: .batch, anchor: batch.anchor, at: moment)
    }
    for completion in batch.completions { content.wait(for: progress, completion) }
    cancelSwipeWithoutItem()
  }

  /// Applies edits that the data source has already made to its content.
  ///
  /// - Parameter anchor: The part of the carousel that stays in place.
  private mutating func apply(
    _ edits: ContentEdits, style: EditStyle, anchor: EditAnchor, at moment: Moment
  ) {
    if edits.changesIndexes { dialogue.invalidate() }
    let before = scroller
    let hadItems = !loader.loaded.isEmpty
    notify(.edit(edits, at: moment))
    let seen = edits.changesIndexes ? detach(edits, at: moment) : positionsOfLoadedItems
    if edits.changesIndexes {
      content.setNumberOfItems(edits.count)
      let ring = ItemRing(count: edits.count, wraps: scroller.ring.wraps)
      if !notify(.ringChanged(edits, ring, before: before, at: moment)) {
        // If another carousel moves this carousel, both must keep the same scroll offset.
        switch isLed ? .scrollOffset : anchor {
        case .currentItem: scroller.setRing(ring, keepingCurrentItemDuring: edits, at: moment)
        case .motionStyle where scroller.traits.contains(.keepsCurrentItem):
          scroller.setRing(ring, keepingCurrentItemDuring: edits, at: moment)
        case .item(let item): scroller.setRing(ring, keepingCurrentItemDuring: edits, item, at: moment)
        case .scrollOffset, .motionStyle: scroller.setRing(ring)
        }
        if edits.removes, !scroller.traits.contains(.keepsCurrentItem) || scroller.isIdle {
          scroller.snapToCurrentItem(at: moment)
        }
      }
      contacts.follow(edits)
      effects.follow(edits)
      tapRecord.follow(edits)
      cancelSwipeWithoutItem()
    }
    layout.follow(edits)
    staleness.setNeedsFrame()
    let reloaded = edits.reloads ? loader.loaded.map(\.index) : []
    let reloads = reloaded.filter { index in
      guard seen[index] != nil, !content.isPlaceholder(index) else { return false }
      // The data source is being asked for this view, so the view that it returns is already the new view.
      if dialogue.isAsking(forViewOf: index) { return false }
      if case .reloaded = edits.origin(ofItem: index) { return true }
      return false
    }
    for index in reloads { loader.noteReload(of: index) }
    agenda.append(
      EditTask(
        phase: edits.oldCount == edits.count ? .load : .wrap, edits: edits, style: style, moment: moment,
        before: before, seen: seen, hadItems: hadItems, revision: loader.revision, reloads: reloads))
    notify(.edited(edits, at: moment))
  }

  /// Gives loaded items their new indexes. The views of removed items fade out or go to the reuse pool.
  ///
  /// - Returns: The positions where the remaining items are drawn now, by their new indexes.
  private mutating func detach(_ edits: ContentEdits, at moment: Moment) -> [Int: ItemPosition] {
    var seen: [Int: ItemPosition] = [:]
    seen.reserveCapacity(loader.loaded.count)
    var removed: [(item: LoadedItem, position: ItemPosition, isAnimated: Bool)] = []
    var departures: [Int: Departure] = [:]
    let start = timeline.preferringLastFrame(moment)
    for item in loader.loaded where !content.isPlaceholder(item.index) {
      if case .removed(let fades) = edits.fate(ofItem: item.index) {
        departures[item.index] = departure(ofItem: item.index, fades: fades, at: start)
      }
    }
    var departed: [LoadedItem] = []
    loader.releaseLeaving(at: positions)
    let (drawnPositions, content) = (drawnPositions, content)
    let now = timeline.now
    loader.renumber { item in
      let position = item.position(towards: drawnPositions.position(ofItem: item.index), at: now)
      guard !content.isPlaceholder(item.index) else {
        let index = item.index < 0 ? item.index : item.index + edits.count - edits.oldCount
        seen[index] = position
        return index
      }
      switch edits.fate(ofItem: item.index) {
      case .kept(let index):
        seen[index] = position
        return index
      case .removed(let isAnimated):
        if departures[item.index] != nil {
          departed.append(item)
        } else {
          removed.append((item, position, isAnimated))
        }
        return nil
      }
    }
    for item in departed {
      if let departure = departures[item.index] { loader.fly(item, departure, seenAt: now) }
    }
    for (item, position, isAnimated) in removed {
      if isAnimated {
        loader.fadeOut(item, at: position, seenAt: now, since: moment)
      } else {
        loader.put(item.view, isPlaceholder: false, kind: item.kind)
      }
    }
    return seen
  }

  /// Returns how the view of a removed item leaves that a feature moves; `nil` if no feature moves the item.
  private func departure(ofItem index: Int, fades: Bool, at moment: Moment) -> Departure? {
    Features.first { $0.departure(ofItem: index, fades: fades, self, at: moment) }
  }

  /// The positions of all items in the layout.
  var positions: ItemPositions { scroller.positions(itemWidth: layout.snapshot.context.itemWidth) }

  /// The positions at which items are drawn. They differ from ``positions`` while items are arranged.
  var drawnPositions: DrawnPositions { DrawnPositions(positions, arrangement) }

  /// The order in which items are drawn; `nil` if it is the order of their indexes.
  var arrangement: ItemArrangement? { Features.first { $0.arrangement(self) } }

  /// The position where each loaded item is drawn now, by its index.
  private var positionsOfLoadedItems: [Int: ItemPosition] {
    let positions = drawnPositions
    return Dictionary(
      uniqueKeysWithValues: loader.loaded.map {
        ($0.index, $0.position(towards: positions.position(ofItem: $0.index), at: timeline.now))
      })
  }

  // MARK: Tasks

  /// Continues an edit.
  fileprivate mutating func proceed(with task: EditTask) -> CarouselRequest? {
    var task = task
    let edits = task.edits
    guard task.revision == loader.revision, !hasReachedWorkLimit else {
      // The content has changed again since the edit began, so the items of this edit do not slide.
      layout.endRound()
      for item in loader.takeDeparted() { loader.put(item.view, isPlaceholder: false, kind: item.kind) }
      if hasReachedWorkLimit { loader.postponeReloads() }
      staleness.setNeedsVisibleItems()
      return nil
    }
    if task.phase == .wrap {
      task.phase = .load
      agenda.current = task
      if let request = askForWrap(default: scroller.ring.wraps) { return request }
    }
    if task.phase == .load {
      task.phase = keepsPushedOut(task) ? .resolve : .update
      agenda.current = task
      if task.style == .single, case .insert(let index, _)? = edits.edits.first {
        if let request = requestLoad(of: index) { return request }
      }
    }
    if task.phase == .resolve {
      if let request = resolveLayout() { return request }
      task.phase = .reload
      agenda.current = task
      // A drag beyond the last item may now be at an inserted item.
      if scroller.currentIndex != scroller.lastIndex { scroller.moveInside(at: task.moment) }
      if layout.snapshot.track != nil, pushVisibleItems() { return nil }
    }
    if task.phase == .update {
      task.phase = .reload
      agenda.current = task
      if edits.isAnimated, task.style == .batch { loader.keepDeparting() }
      guard !edits.onlyReloads || layout.settings.itemSizing == .individual || task.style == .batch else {
        return proceed(with: task)
      }
      if staleness.needsLayout {
        agenda.push(LayoutTask(moment: task.moment))
      } else {
        scroller.moveInside(at: task.moment)
        agenda.push(UpdateTask.resolve)
      }
      return nil
    }
    if task.phase == .reload, let index = task.reloads.popLast() {
      agenda.current = task
      if case .reloaded(_, let isAnimated) = edits.origin(ofItem: index) {
        agenda.push(
          ReloadTask(index: index, revision: task.revision, isAnimated: isAnimated, moment: task.moment))
        return nil
      }
    }
    animate(task)
    return nil
  }

  /// Returns whether items that a change pushes out of the visible range stay loaded until its end.
  private func keepsPushedOut(_ task: EditTask) -> Bool {
    guard task.style == .single, task.edits.isAnimated, !task.before.ring.isEmpty else { return false }
    switch task.edits.edits.first {
    case .insert: return true
    case .reload: return layout.settings.itemSizing == .individual && !staleness.needsLayout
    case .remove, .move, nil: return false
    }
  }

  /// Schedules the loading of items that have entered the visible range, and unloads no item. Returns whether
  /// there are items to load.
  private mutating func pushVisibleItems() -> Bool {
    let missing = visibleRange.indexes(on: scroller.ring).filter { loader.position(of: $0) == nil }
    for index in missing.reversed() {
      agenda.push(LoadTask(index: index, revision: loader.revision))
    }
    return !missing.isEmpty
  }

  /// Continues to reload the view of a loaded item. With animation the new view fades in over the old view.
  fileprivate mutating func proceed(with task: ReloadTask) -> CarouselRequest? {
    let index = task.index
    guard let replaced = task.replaced else {
      guard let old = loader.view(at: index) else { return nil }
      var task = task
      task.replaced = old
      agenda.current = task
      return requestLoad(of: index)
    }
    if dialogue.takeOrder() != nil {
      // There is no answer, because it was out of date or because the data source was deallocated.
      guard hasReachedWorkLimit else { return requestLoad(of: index) }
      loader.postponeReloads()
      return nil
    }
    staleness.setNeedsFrame()
    guard task.isAnimated, let new = loader.view(at: index) else { return nil }
    loader.fadeIn(
      at: index, over: new === replaced ? nil : replaced, seenAt: timeline.now, since: task.moment)
    return nil
  }

  /// Slides items from their former positions to their new positions. Either position may be outside the
  /// visible range.
  private mutating func animate(_ task: EditTask) {
    let edits = task.edits
    let departed = loader.takeDeparted()
    loader.anchorLeaving(at: scroller.offset)
    if edits.isAnimated { slide(task, departed) }
    if keepsPushedOut(task) {
      content.makeRoom(
        during: TimedProgress(since: task.moment, duration: TimedProgress.slideDuration))
      loader.unloadUnseen(outside: visibleRange, ring: scroller.ring, at: timeline.now)
    }
    staleness.setNeedsFrame()
    if !isLed { scroller.resumeAutoscroll(at: task.moment) }
    motionDidChange(at: task.moment)
    returnToFirstItem(gliding: edits.isAnimated && content.numberOfPlaceholders > 0, at: task.moment)
  }

  private mutating func slide(_ task: EditTask, _ departed: [LoadedItem]) {
    let (edits, delay) = (task.edits, task.edits.slideDelay)
    let (positions, content) = (drawnPositions, content)
    let former = task.before.positions(itemWidth: layout.snapshot.context.itemWidth)
    let (ring, length) = (scroller.ring, scroller.geometry.track?.length)
    func shift(_ index: Int, _ position: ItemPosition) -> ItemPosition? {
      position.shortShift(to: positions.position(ofItem: index), on: ring, length: length)
    }
    var inserted: [Int] = []
    var movedItems: Set<Int> = []
    Features.visitAll { movedItems.formUnion($0.movedItems(self)) }
    loader.slide(since: task.moment, delay: delay) { item in
      if movedItems.contains(item.index) { return nil }
      if !content.isPlaceholder(item.index) {
        switch edits.origin(ofItem: item.index) {
        case .inserted(let isAnimated):
          if isAnimated { inserted.append(item.index) }
          return nil
        case .kept(let index), .reloaded(let index, _):
          if task.seen[item.index] == nil {
            guard task.style == .batch, task.hadItems else { return nil }
            return shift(item.index, former.position(ofItem: index))
          }
        }
      }
      return task.seen[item.index].flatMap { shift(item.index, $0) }
    }
    for index in inserted {
      loader.fadeIn(
        at: index, over: nil, seenAt: timeline.now, since: task.moment,
        delay: task.style == .single ? 0 : delay)
    }
    for item in departed {
      guard let position = task.seen[item.index], let shift = shift(item.index, position) else {
        loader.put(item.view, isPlaceholder: false, kind: item.kind)
        continue
      }
      let slide = OffsetAnimation(
        shift: shift,
        progress: TimedProgress(since: task.moment, delay: delay, duration: TimedProgress.slideDuration))
      loader.travelOut(item, to: positions.position(ofItem: item.index), by: slide, seenAt: timeline.now)
    }
    loader.anchorLeaving(at: scroller.offset)
  }

  /// If the carousel rests before its first item, scrolls it to that item. A drag or a motion under way
  /// continues.
  mutating func returnToFirstItem(gliding: Bool, at moment: Moment) {
    guard content.numberOfItems > 0, scroller.offset < 0, scroller.isIdle else { return }
    scroller.scroll(
      to: 0, duration: gliding ? Scroller.scrollDuration : 0, for: .dataChange, at: moment)
    motionDidChange(at: moment)
  }
}

// MARK: Tasks

/// Compares the data source's number of items with the open batch, and closes the batch.
private struct CloseBatchTask: CoreTask {
  var isAsked = false
  let moment: Moment

  func proceed(in core: inout CarouselCore) -> CarouselRequest? { core.proceed(with: self) }
}

/// Applies changes of content. It stores the progress of the edit, and the data for its animation.
private struct EditTask: CoreTask {
  enum Phase: Sendable { case wrap, load, resolve, update, reload }
  var phase = Phase.wrap
  let edits: ContentEdits
  let style: EditStyle
  let moment: Moment
  /// The scroller before the edit.
  let before: Scroller
  /// The positions where the remaining items were drawn before the edit, by their new indexes.
  let seen: [Int: ItemPosition]
  /// Whether any item was loaded before the edit.
  let hadItems: Bool
  /// The revision of the loader after the edit. If it has changed, the content has changed again.
  let revision: Int
  /// The loaded items to reload.
  var reloads: [Int] = []

  var dependsOnContent: Bool { true }

  func proceed(in core: inout CarouselCore) -> CarouselRequest? { core.proceed(with: self) }
}

/// Loads the view of an item, whether or not it is visible.
private struct LoadTask: CoreTask {
  let index: Int
  let revision: Int
  var isAsked = false

  var dependsOnContent: Bool { true }

  func proceed(in core: inout CarouselCore) -> CarouselRequest? {
    guard !isAsked, revision == core.loader.revision else { return nil }
    core.agenda.current = LoadTask(index: index, revision: revision, isAsked: true)
    return core.requestLoad(of: index)
  }
}

/// Reloads the view of a loaded item.
private struct ReloadTask: CoreTask {
  let index: Int
  let revision: Int
  let isAnimated: Bool
  let moment: Moment
  /// The former view; `nil` until the new view is requested.
  var replaced: (any ItemView)?

  var dependsOnContent: Bool { true }

  func proceed(in core: inout CarouselCore) -> CarouselRequest? {
    revision == core.loader.revision ? core.proceed(with: self) : nil
  }
}

extension ItemPosition {
  /// Returns the vector from `destination` to this position, or `nil` if it is zero.
  ///
  /// On a ring it is the shortest vector, so that no item crosses the middle.
  ///
  /// - Parameter length: The length of the ring in nominal pitches; `nil` means that it equals the number of
  ///   items.
  func shortShift(
    to destination: ItemPosition, on ring: ItemRing, length: Double?
  ) -> ItemPosition? {
    var shift = self - destination
    if ring.wraps, !ring.isEmpty {
      let turns = (shift.offset / Double(ring.count)).rounded()
      shift.offset -= turns * Double(ring.count)
      shift.place -= turns * (length ?? Double(ring.count))
    }
    return shift.isZero ? nil : shift
  }
}

extension ContentEdits {
  /// Whether the edits change the index of any item.
  fileprivate var changesIndexes: Bool { !onlyReloads }

  /// Whether all items keep their indexes.
  var onlyReloads: Bool { !edits.contains { $0.changesIndexes } }

  /// The delay before items slide, in seconds. It is not 0 if removed items must fade out first.
  var slideDelay: Double { removesAnimated ? TimedProgress.fadeOutDuration : 0 }

  /// Returns the progress of the animation that the edits start.
  fileprivate func progress(since moment: Moment, isSeen: Bool) -> TimedProgress {
    TimedProgress(
      since: moment, delay: slideDelay, duration: isAnimated && isSeen ? TimedProgress.slideDuration : 0)
  }
}

extension ContentEdit {
  /// Whether an index may mean another item after the edit.
  fileprivate var changesIndexes: Bool { if case .reload = self { false } else { true } }

  /// Returns `false` if the edit removes an item that is not among `count` items, and `true` for all other
  /// edits.
  fileprivate func removesExistingItem(of count: Int) -> Bool {
    if case .remove(let index, _) = self { (0..<count).contains(index) } else { true }
  }

  /// Returns the edit with each index replaced by the nearest valid index among `count` items; `nil` if no
  /// index is valid.
  ///
  /// Indexes are clamped on a strip and wrapped on a ring.
  fileprivate func clamped(to count: Int, wraps: Bool) -> ContentEdit? {
    let ring = ItemRing(count: count, wraps: wraps)
    switch self {
    case .insert(let index, let isAnimated):
      return .insert(ItemRing(count: count + 1, wraps: wraps).index(index), isAnimated: isAnimated)
    case .remove(let index, let isAnimated):
      return (0..<count).contains(index) ? .remove(index, isAnimated: isAnimated) : nil
    case .move(let from, let to, let isAnimated):
      return count > 0 ? .move(from: ring.index(from), to: ring.index(to), isAnimated: isAnimated) : nil
    case .reload(let index, _): return (0..<count).contains(index) ? self : nil
    }
  }
}
