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
    let edit = request.clamped(to: content.gatheredCount, wraps: scroller.row.wraps)
    // The data source has already changed, so the answer to a pending request is out of date.
    if request.changesIndexes { dialogue.invalidate() }
    if content.isGathering { return content.gather(edit, completion) }
    switch request {
    case .remove where staleness.needsLayout && hasDataSource, .insert where staleness.needsLayout, .move:
      // The change is made as a batch if the loaded items are out of date or if it moves several items.
      content.beginBatch(completion, anchor: anchor)
      content.gather(edit, nil)
      return endUpdates(at: moment)
    case .insert: guard hasDataSource else { return completeWithNextFrame(completion) }
    case .remove, .reload: break
    }
    guard let edit else { return completeWithNextFrame(completion) }
    var edits = ContentEdits(count: content.numberOfItems)
    edits.append(edit)
    apply(edits, style: .single, anchor: anchor, at: moment)
    // The edit is invisible only if it reloads an item that is not loaded.
    let isSeen = if case .reload(let index, _) = edit { loader.position(of: index) != nil } else { true }
    content.wait(for: edits.progress(since: moment, isSeen: isSeen), completion)
  }

  /// Applies several changes of content together.
  mutating func edit(_ batch: ContentBatch, at moment: Moment) {
    content.beginBatch(batch.completion)
    for edit in batch.edits { self.edit(edit, completion: nil, at: moment) }
    if let anchor = batch.anchor { content.setAnchor(anchor) }
    endUpdates(at: moment)
  }

  private mutating func completeWithNextFrame(_ completion: CompletionID?) {
    content.wait(for: TimedProgress(since: timeline.nextFrame, duration: 0), completion)
  }

  /// Closes the innermost batch.
  mutating func endUpdates(at moment: Moment) {
    if content.needsCountComparison, hasDataSource {
      agenda.append(QuestionTask { $0.closeBatch(at: moment) })
    } else if let batch = content.endBatch() {
      apply(batch, at: moment)
    }
  }

  /// Continues to close a batch: compares the data source's number of items with the number after the edits.
  private mutating func closeBatch(at moment: Moment) -> CarouselRequest? {
    if case .count(let count)? = dialogue.takeAnswer() {
      content.compareCount(count)
    } else if content.needsCountComparison, hasDataSource {
      return ask(.numberOfItems)
    }
    agenda.finishCurrent()
    if let batch = content.endBatch() { apply(batch, at: moment) }
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
    if !edits.onlyReloads { dialogue.invalidate() }
    let before = scroller
    let hadItems = !loader.loaded.isEmpty
    notify(.edit(edits, at: moment))
    let seen = edits.onlyReloads ? positionsOfLoadedItems : detach(edits, at: moment)
    if !edits.onlyReloads {
      content.setNumberOfItems(edits.count)
      let row = ItemRow(count: edits.count, wraps: scroller.row.wraps)
      if !notify(.rowChanged(edits, row, before: before, at: moment)) {
        // If another carousel moves this carousel, both must keep the same scroll offset.
        switch isLed ? .scrollOffset : anchor {
        case .currentItem: scroller.setRow(row, keepingCurrentItemDuring: edits, at: moment)
        case .motionStyle where scroller.traits.contains(.keepsCurrentItem):
          scroller.setRow(row, keepingCurrentItemDuring: edits, at: moment)
        case .item(let item): scroller.setRow(row, keepingCurrentItemDuring: edits, item, at: moment)
        case .scrollOffset, .motionStyle: scroller.setRow(row)
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
      guard seen.position(ofItem: index) != nil, !content.isPlaceholder(index) else { return false }
      // The data source is being asked for this view, so the view that it returns is already the new view.
      if dialogue.isAsking(forViewOf: index) { return false }
      if case .reloaded = edits.origin(ofItem: index) { return true }
      return false
    }
    for index in reloads { loader.noteReload(of: index) }
    let edit = PendingEdit(
      edits, style: style, at: moment, before: before, seen: seen, hadItems: hadItems,
      revision: loader.revision)
    agenda.append(
      EditTask(phase: edits.oldCount == edits.count ? .load : .wrap, edit: edit, reloads: reloads))
    notify(.edited(edits, at: moment))
  }

  /// Gives loaded items their new indexes. The views of removed items fade out or go to the reuse pool.
  ///
  /// - Returns: The positions where the remaining items are drawn now, by ascending new index.
  private mutating func detach(_ edits: ContentEdits, at moment: Moment) -> [ItemPosition] {
    var (seen, newIndexes): ([ItemPosition], [Int?]) = ([], [])
    seen.reserveCapacity(loader.loaded.count)
    newIndexes.reserveCapacity(loader.loaded.count)
    var removed: [(item: LoadedItem, position: ItemPosition, isAnimated: Bool)] = []
    loader.leaving.release(at: positions)
    let (drawnPositions, now) = (drawnPositions, timeline.now)
    // The items are read in place, because copying them would take most of the time of an edit.
    for number in loader.loaded.indices {
      let index = loader.loaded.span[number].index
      let slot = drawnPositions.position(ofItem: index)
      var position = loader.loaded.span[number].position(towards: slot, at: now)
      // The placeholders after the last item move with it.
      let fate =
        content.isPlaceholder(index)
        ? .kept(index < 0 ? index : index + edits.count - edits.oldCount) : edits.fate(ofItem: index)
      switch fate {
      case .kept(let newIndex):
        position.index = newIndex
        seen.append(position)
        newIndexes.append(newIndex)
      case .removed(let isAnimated):
        removed.append((loader.loaded[number], position, isAnimated))
        newIndexes.append(nil)
      }
    }
    loader.renumber(newIndexes)
    let start = timeline.preferringLastFrame(moment)
    for (item, position, isAnimated) in removed {
      // A feature may move the item.
      let departure = Features.first {
        $0.departure(ofItem: item.index, fades: isAnimated, self, at: start)
      }
      if let departure {
        loader.leaving.add(
          item, fades: departure.fades, card: departure.card, seenAt: now, for: departure.progress)
      } else if isAnimated {
        loader.leaving.add(
          item, to: position, fades: true, seenAt: now,
          for: TimedProgress(since: moment, duration: TimedProgress.fadeOutDuration))
      } else {
        loader.put(item.view, isPlaceholder: false, kind: item.kind)
      }
    }
    seen.sort { $0.index < $1.index }
    return seen
  }

  /// The positions of all items in the layout.
  package var positions: ItemPositions { scroller.positions(itemWidth: layout.snapshot.context.itemWidth) }

  /// The positions at which items are drawn. They differ from ``positions`` while items are arranged.
  var drawnPositions: DrawnPositions { DrawnPositions(positions, arrangement) }

  /// The order in which items are drawn; `nil` if it is the order of their indexes.
  var arrangement: ItemArrangement? { Features.first { $0.arrangement(self) } }

  /// The position where each loaded item is drawn now, by ascending index.
  private var positionsOfLoadedItems: [ItemPosition] {
    let positions = drawnPositions
    return loader.loaded.map {
      var position = $0.position(towards: positions.position(ofItem: $0.index), at: timeline.now)
      position.index = $0.index
      return position
    }
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

extension ContentEdits {
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

extension [ItemPosition] {
  /// Returns the position of an item, if these positions ascend by index; `nil` if it is not among them.
  func position(ofItem index: Int) -> ItemPosition? {
    let number = indices.partitioningIndex { self[$0].index >= index }
    return number < count && self[number].index == index ? self[number] : nil
  }
}
