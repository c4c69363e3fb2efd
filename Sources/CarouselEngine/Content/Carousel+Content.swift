/// Changes of content.
///
/// The data source must know of a change before the carousel is told. Each change may be made at any time, in any phase
/// of motion; what is under way goes on from what is seen.
///
/// Each `completion` is called exactly once, after a frame: when the change has come to rest, also where a later change
/// cut it short or there was nothing to change; a change that is not animated rests with the next frame.
extension Carousel {
  /// Asks the data source for everything anew; the position stays as far as it can.
  ///
  /// Views are thrown away, those waiting for reuse too. Within a batch this waits for the end of the batch.
  ///
  /// iCarousel: `reloadData`.
  public func reloadData() {
    guard changes.batch == nil else {
      changes.batch?.reloads = true
      return
    }
    guard dataSource != nil else { return }
    loader.removeAll()
    makingRoom.removeAll()
    changes.cutShort()
    _ = prefetch.forgetAll()
    contacts.forgetItems()
    countItems()
    scroller.setRing(ItemRing(count: numberOfItems, wraps: isWrapEnabled))
    setNeedsLayout()
    returnToFirstItem(gliding: numberOfPlaceholders > 0)
    cancelSwipeWithoutItem()
  }

  /// Asks how many items and placeholders there are; again, if that makes somebody change the content.
  private func countItems() {
    for _ in 1...4 {
      if askOneDataSource() { return }
    }
    // Where one data source follows the other for ever, nothing is known of the last one.
    (numberOfItems, numberOfPlaceholders) = (0, 0)
  }

  /// Asks for the counts until they stay the same, but not for ever.
  ///
  /// - Returns: Whether no other data source has taken the place of the one with the last word.
  private func askOneDataSource() -> Bool {
    for _ in 1...4 {
      if countsUndisturbed({ numberOfItems = $0.numberOfItems(in: self).asCount }),
        countsUndisturbed({ numberOfPlaceholders = $0.numberOfPlaceholders(in: self).asCount })
      {
        return true
      }
    }
    // Who changes the content each time has the last word on the items here.
    let asked = dataSource
    _ = countsUndisturbed { numberOfPlaceholders = $0.numberOfPlaceholders(in: self).asCount }
    guard dataSource === asked else { return false }
    _ = countsUndisturbed { numberOfItems = $0.numberOfItems(in: self).asCount }
    return dataSource === asked
  }

  /// Lets `count` ask the data source. Changes of content made meanwhile are not carried out: the answers tell of them.
  ///
  /// - Returns: Whether there were none.
  private func countsUndisturbed(_ count: (any CarouselDataSource) -> Void) -> Bool {
    guard let dataSource else { return true }
    changes.batch = ContentChanges.Batch(edits: ContentEdits(count: numberOfItems))
    count(dataSource)
    guard let meanwhile = changes.batch else { return true }
    changes.batch = nil
    for completion in meanwhile.completions { wait(for: Passage(duration: 0), completion) }
    return !meanwhile.reloads && meanwhile.edits.isEmpty
  }

  /// Asks for the view of item `index` anew, if it is loaded, and for the widths of all items if each has its own.
  ///
  /// - Parameters:
  ///   - animated: Whether the new view takes 0.4 seconds to appear over the old one, and other items as long to make
  ///     room where its width has changed.
  ///   - completion: Called once when that is over.
  ///
  /// iCarousel: `reloadItemAtIndex:animated:`.
  public func reloadItem(at index: Int, animated: Bool, completion: (() -> Void)? = nil) {
    if changes.batch != nil {
      gather(completion) { (0..<$0.count).contains(index) ? .reload(index, isAnimated: animated) : nil }
      return
    }
    let isSeen = loader.position(of: index) != nil
    if isSeen { reloadView(at: index, animated: animated) }
    resizeItems(animated: animated)
    wait(for: Passage(since: clock, duration: animated && isSeen ? Passage.slideDuration : 0), completion)
  }

  /// Makes room for an item that the data source has inserted.
  ///
  /// - Parameters:
  ///   - index: Where; beyond the end means at the end.
  ///   - animated: Whether the items behind it take 0.4 seconds to make room.
  ///   - completion: Called once when that is over.
  ///
  /// iCarousel: `insertItemAtIndex:animated:`.
  public func insertItem(at index: Int, animated: Bool, completion: (() -> Void)? = nil) {
    if changes.batch != nil {
      gather(completion) {
        let ring = ItemRing(count: $0.count + 1, wraps: isWrapEnabled)
        return .insert(ring.index(index), isAnimated: animated)
      }
      return
    }
    guard dataSource != nil else { return wait(for: Passage(duration: 0), completion) }
    guard !needsLayout else {
      // What is loaded is out of date; a layout now would ask with indexes that have changed their meaning.
      return performBatchUpdates({ insertItem(at: index, animated: animated) }, completion: completion)
    }
    let before = scroller
    let spots = spotsOfLoadedItems()
    loader.releaseLeaving(in: before)
    numberOfItems += 1
    updateWrap(default: isWrapEnabled)
    let index = scroller.ring.index(index)
    loader.shiftForInsertion(at: index)
    follow(.insert(index, isAnimated: animated), of: before.ring.count)
    load(index)
    arrange()
    if animated {
      loader.slide(since: clock, delay: 0) { item in
        guard item.index != index else { return nil }
        return shortShift(of: item.index, from: spots[item.index > index ? item.index - 1 : item.index])
      }
      loader.fadeIn(at: index, over: nil, seenAt: frameTime, since: clock)
      makingRoom.append(Passage(since: clock, duration: Passage.slideDuration))
      scroller.decideWhatTheToggleFollows()
      turnToggle()
      invalidate()
    }
    loader.anchorLeaving(at: scroller.offset)
    wait(for: Passage(since: clock, duration: animated ? Passage.slideDuration : 0), completion)
    if !animated || before.ring.isEmpty {
      perform { $0.settle(at: clock, isJump: true) }
    }
    returnToFirstItem(gliding: animated && numberOfPlaceholders > 0)
  }

  /// Takes out an item that the data source has removed; the current item comes to the centre.
  ///
  /// - Parameters:
  ///   - index: Which; beyond the ends means the last one there.
  ///   - animated: Whether it fades in 0.1 seconds and the others close the gap in 0.4 seconds.
  ///   - completion: Called once when that is over.
  ///
  /// iCarousel: `removeItemAtIndex:animated:`.
  public func removeItem(at index: Int, animated: Bool, completion: (() -> Void)? = nil) {
    if changes.batch != nil {
      gather(completion) {
        guard $0.count > 0 else { return nil }
        return .remove(ItemRing(count: $0.count, wraps: isWrapEnabled).index(index), isAnimated: animated)
      }
      return
    }
    guard numberOfItems > 0 else { return wait(for: Passage(duration: 0), completion) }
    guard !needsLayout || dataSource == nil else {
      return performBatchUpdates({ removeItem(at: index, animated: animated) }, completion: completion)
    }
    let index = scroller.ring.index(index)
    let before = scroller
    let spots = spotsOfLoadedItems()
    loader.releaseLeaving(in: before)
    if let item = loader.extract(at: index) {
      if animated, let spot = spots[index] {
        loader.fadeOut(item, at: spot, seenAt: frameTime, since: clock)
      } else {
        loader.put(item.view, isPlaceholder: false, kind: item.kind)
      }
    }
    numberOfItems -= 1
    updateWrap(default: isWrapEnabled)
    follow(.remove(index, isAnimated: animated), of: before.ring.count)
    arrange()
    scroller.snapToCurrentItem()
    if animated {
      loader.slide(since: clock, delay: Passage.fadeOutDuration) { item in
        shortShift(of: item.index, from: spots[item.index >= index ? item.index + 1 : item.index])
      }
    }
    loader.anchorLeaving(at: scroller.offset)
    let passage = Passage(
      since: clock, delay: animated ? Passage.fadeOutDuration : 0,
      duration: animated ? Passage.slideDuration : 0)
    wait(for: passage, completion)
    perform { $0.settle(at: clock, isJump: true) }
    cancelSwipeWithoutItem()
  }

  /// Lets an item that the data source has moved travel to its new place.
  ///
  /// - Parameters:
  ///   - index: Which; beyond the ends means the last one there.
  ///   - newIndex: Where it stands afterwards; beyond the ends means the last place there.
  ///   - animated: Whether it takes 0.4 seconds, and the items between as long to make room.
  ///   - completion: Called once when that is over.
  ///
  /// Beyond iCarousel; UICollectionView: `moveItem(at:to:)`.
  public func moveItem(at index: Int, to newIndex: Int, animated: Bool, completion: (() -> Void)? = nil) {
    if changes.batch != nil {
      gather(completion) {
        guard $0.count > 0 else { return nil }
        let ring = ItemRing(count: $0.count, wraps: isWrapEnabled)
        return .move(from: ring.index(index), to: ring.index(newIndex), isAnimated: animated)
      }
      return
    }
    performBatchUpdates({ moveItem(at: index, to: newIndex, animated: animated) }, completion: completion)
  }

  /// Asks for the view of a loaded item anew; animated it appears over the old one.
  func reloadView(at index: Int, animated: Bool) {
    guard let old = loader.view(at: index) else { return }
    load(index)
    if animated {
      let isOther = old !== loader.view(at: index)
      loader.fadeIn(at: index, over: isOther ? old : nil, seenAt: frameTime, since: clock)
    }
    invalidate()
  }

  /// Lets the one who asked know when `passage` is over.
  func wait(for passage: Passage, _ completion: (() -> Void)?) {
    guard let completion else { return }
    changes.wait(for: passage, completion: completion)
    announce()
  }

  /// Lets what depends on the items' indexes go along with a change of what were `count` items.
  private func follow(_ edit: ContentEdit, of count: Int) {
    var edits = ContentEdits(count: count)
    edits.append(edit)
    follow(edits)
  }

  /// Lets what depends on the items' indexes go along with changes.
  func follow(_ edits: ContentEdits) {
    contacts.follow(edits)
    if prefetch.isOn { prefetch.follow(edits) }
  }

  /// Brings a carousel that rests before its first item there; a drag or a spring back beyond the end goes on.
  func returnToFirstItem(gliding: Bool) {
    guard numberOfItems > 0, scroller.offset < 0, scroller.isIdle else { return }
    perform {
      $0.scroll(to: 0, duration: gliding ? Scroller.scrollDuration : 0, for: .dataChange, at: clock)
    }
  }

  /// Returns where each loaded item is seen, by its index.
  func spotsOfLoadedItems() -> [Int: Spot] {
    var spots: [Int: Spot] = [:]
    for item in loader.loaded {
      spots[item.index] = item.spot(towards: spot(ofItem: item.index), at: frameTime)
    }
    return spots
  }

  /// Returns how far from where it stands now item `index` was that was seen at `former`, on a ring by the shortest way:
  /// nobody wants to see it cross the middle; `nil` if it need not slide.
  func shortShift(of index: Int, from former: Spot?) -> Spot? {
    guard let former else { return nil }
    var shift = former - spot(ofItem: index)
    let ring = scroller.ring
    if ring.wraps, !ring.isEmpty {
      let turns = (shift.offset / Double(ring.count)).rounded()
      let length = scroller.trackInForce?.length ?? Double(ring.count)
      shift.offset -= turns * Double(ring.count)
      shift.place -= turns * length
    }
    return shift.isZero ? nil : shift
  }

  /// Returns how far from where it stands now an item was that had `oldIndex` in the former state; `nil` if it need not
  /// slide.
  func shift(of item: LoadedItem, from oldIndex: Int, in before: Scroller) -> Spot? {
    let former = before.spot(ofItem: oldIndex, itemWidth: arrangement.stage.itemWidth)
    return shortShift(of: item.index, from: item.spot(towards: former, at: frameTime))
  }
}
