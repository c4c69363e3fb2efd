/// Changes of content.
///
/// The data source must know of a change before the carousel is told.
extension Carousel {
  /// Asks the data source for everything anew; the position stays as far as it can.
  ///
  /// Views are thrown away, those waiting for reuse too.
  ///
  /// iCarousel: `reloadData`.
  public func reloadData() {
    guard let dataSource else { return }
    loader.removeAll()
    insertions.removeAll()
    numberOfItems = Self.sane(dataSource.numberOfItems(in: self))
    numberOfPlaceholders = Self.sane(dataSource.numberOfPlaceholders(in: self))
    scroller.setRing(ItemRing(count: numberOfItems, wraps: isWrapEnabled))
    setNeedsLayout()
    returnToFirstItem(gliding: numberOfPlaceholders > 0)
  }

  /// Asks for the view of item `index` anew, if it is loaded, and for the widths of all items if each has its own.
  ///
  /// - Parameter animated: Whether the new view takes 0.4 seconds to appear over the old one, and other items as long to
  ///   make room where its width has changed.
  ///
  /// iCarousel: `reloadItemAtIndex:animated:`.
  public func reloadItem(at index: Int, animated: Bool) {
    if let old = loader.view(at: index) {
      load(index)
      if animated { loader.fadeIn(at: index, over: old === loader.view(at: index) ? nil : old, at: clock) }
      invalidate()
    }
    resizeItems(animated: animated)
  }

  /// Makes room for an item that the data source has inserted.
  ///
  /// - Parameters:
  ///   - index: Where; beyond the end means at the end.
  ///   - animated: Whether the items behind it take 0.4 seconds to make room.
  ///
  /// iCarousel: `insertItemAtIndex:animated:`.
  public func insertItem(at index: Int, animated: Bool) {
    guard dataSource != nil else { return }
    layOutIfNeeded()
    let before = scroller
    numberOfItems += 1
    updateWrap(default: isWrapEnabled)
    let index = scroller.ring.index(index)
    loader.shiftForInsertion(at: index)
    load(index)
    arrange()
    if animated {
      loader.slide(at: clock, delay: 0) { item in
        guard item.index != index else { return nil }
        return shift(of: item, from: item.index > index ? item.index - 1 : item.index, in: before)
      }
      loader.fadeIn(at: index, over: nil, at: clock)
      insertions.append(clock)
      scroller.decideWhatTheToggleFollows()
      turnToggle()
      invalidate()
    }
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
  ///
  /// iCarousel: `removeItemAtIndex:animated:`.
  public func removeItem(at index: Int, animated: Bool) {
    guard numberOfItems > 0 else { return }
    layOutIfNeeded()
    let index = scroller.ring.index(index)
    let before = scroller
    let spot = spot(ofItem: index)
    if let view = loader.extract(at: index) {
      if animated {
        loader.fadeOut(view, index: index, from: spot, at: clock)
      } else {
        loader.put(view, isPlaceholder: false)
      }
    }
    numberOfItems -= 1
    updateWrap(default: isWrapEnabled)
    arrange()
    scroller.snapToCurrentItem()
    if animated {
      loader.slide(at: clock, delay: Passage.fadeOutDuration) { item in
        shift(of: item, from: item.index >= index ? item.index + 1 : item.index, in: before)
      }
    }
    perform { $0.settle(at: clock, isJump: true) }
  }

  /// Brings a carousel that rests before its first item there; a drag or a spring back beyond the end goes on.
  private func returnToFirstItem(gliding: Bool) {
    guard numberOfItems > 0, scroller.offset < 0, scroller.isIdle else { return }
    perform {
      $0.scroll(to: 0, duration: gliding ? Scroller.scrollDuration : 0, for: .dataChange, at: clock)
    }
  }

  /// Returns how far from where it stands now an item was that had `oldIndex` in the former state; `nil` if it need not
  /// slide.
  func shift(of item: LoadedItem, from oldIndex: Int, in before: Scroller) -> Spot? {
    let former = before.spot(ofItem: oldIndex, itemWidth: arrangement.stage.itemWidth)
    let shift = former - spot(ofItem: item.index)
    // At the far side of a ring an item may change sides; nobody wants to see it cross the middle.
    if scroller.ring.wraps, abs(shift.offset) > Double(numberOfItems) / 2 { return nil }
    return shift.isZero ? nil : shift
  }

  /// Returns a count that can be reckoned with.
  private static func sane(_ count: Int) -> Int { min(max(count, 0), 1_000_000_000_000) }
}
