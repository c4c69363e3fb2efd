/// Changes of content: loaded views get other indexes, come, go and slide.
extension ItemLoader {
  /// Makes room for an item at `index`: the items from there on move up by one.
  mutating func shiftForInsertion(at index: Int) {
    revision += 1
    for position in insertionPoint(of: index)..<loaded.count { loaded[position].index += 1 }
  }

  /// Takes item `index` out and returns it if it was loaded; the items behind it move down by one.
  mutating func extract(at index: Int) -> LoadedItem? {
    revision += 1
    let item = position(of: index).map { loaded.remove(at: $0) }
    for position in insertionPoint(of: index)..<loaded.count { loaded[position].index -= 1 }
    return item
  }

  /// Gives each loaded item the index that `index` says; those without one are taken out.
  mutating func renumber(_ index: (LoadedItem) -> Int?) {
    revision += 1
    loaded = loaded.compactMap { item in
      guard let index = index(item) else { return nil }
      var item = item
      item.index = index
      return item
    }
    loaded.sort { $0.index < $1.index }
  }

  // MARK: Views on their way out

  /// Lets an item that was taken out fade, and what passes away under it, from what is seen at `now`.
  ///
  /// - Parameters:
  ///   - spot: Where it is seen.
  ///   - start: When that begins; `nil` means with the next frame.
  mutating func fadeOut(
    _ item: LoadedItem, at spot: Spot, seenAt now: Timestamp?, since start: Timestamp?
  ) {
    leave(
      item, to: spot, slide: nil, fades: true, seenAt: now,
      for: Passage(since: start, duration: Passage.fadeOutDuration))
  }

  /// Lets an item travel to where it is not loaded.
  ///
  /// - Parameters:
  ///   - place: Where it goes.
  ///   - slide: How it gets there.
  mutating func travelOut(_ item: LoadedItem, to place: Spot, by slide: Slide, seenAt now: Timestamp?) {
    leave(item, to: place, slide: slide, fades: false, seenAt: now, for: slide.passage)
  }

  private mutating func leave(
    _ item: LoadedItem, to place: Spot, slide: Slide?, fades: Bool, seenAt now: Timestamp?,
    for passage: Passage
  ) {
    let presence = item.presence(at: now)
    var left = LeavingItem(
      index: item.index, view: item.view, kind: item.kind, place: place, slide: slide,
      presence: presence, fades: fades, passage: passage)
    for predecessor in item.predecessors {
      // It waits for reuse already.
      left.view = predecessor.view
      left.isPooled = true
      left.presence = predecessor.presence * (1 - presence)
      left.fades = true
      leaving.append(left)
    }
    (left.view, left.isPooled, left.presence, left.fades) = (item.view, false, presence, fades)
    leaving.append(left)
    isChanging = true
  }

  /// Takes note of where views on their way out are, before their neighbours get other places.
  mutating func releaseLeaving(in scroller: Scroller) {
    for position in leaving.indices {
      leaving[position].place = leaving[position].place(in: scroller)
      leaving[position].anchor = scroller.offset
    }
  }

  /// Lets views on their way out move with the carousel from where it is now.
  mutating func anchorLeaving(at scrollOffset: Double) {
    for position in leaving.indices { leaving[position].anchor = scrollOffset }
  }

  // MARK: Views on their way to their places

  /// Lets items slide to their places: `shift` says how far away each starts, or `nil` if it is there.
  mutating func slide(since start: Timestamp?, delay: Double, shift: (LoadedItem) -> Spot?) {
    for position in loaded.indices {
      guard let shift = shift(loaded[position]) else {
        loaded[position].slide = nil
        continue
      }
      loaded[position].slide = Slide(
        shift: shift, passage: Passage(since: start, delay: delay, duration: Passage.slideDuration))
      isChanging = true
    }
  }

  /// Lets item `index` appear, over what it looked like if there is one.
  mutating func fadeIn(
    at index: Int, over old: (any ItemView)?, seenAt now: Timestamp?, since start: Timestamp?,
    delay: Double = 0
  ) {
    guard let position = position(of: index) else { return }
    loaded[position].appear(over: old, seenAt: now, since: start, delay: delay)
    isChanging = true
  }

  // MARK: Time

  /// Ends what is over at `now`; views that have left can be reused.
  mutating func advance(to now: Timestamp) {
    var goesOn = false
    for position in leaving.indices {
      leaving[position].passage.start(at: now)
      leaving[position].slide?.passage.start(at: now)
      let item = leaving[position]
      if item.passage.isOver(at: now), !item.isPooled {
        put(item.view, isPlaceholder: false, kind: item.kind)
      }
    }
    leaving.removeAll { $0.passage.isOver(at: now) }
    for position in loaded.indices {
      if loaded[position].slide != nil {
        loaded[position].slide?.passage.start(at: now)
        if loaded[position].slide?.passage.isOver(at: now) == true { loaded[position].slide = nil }
      }
      if loaded[position].appearance != nil {
        loaded[position].appearance?.start(at: now)
        if loaded[position].appearance?.isOver(at: now) == true {
          loaded[position].appearance = nil
          loaded[position].predecessors = []
        }
      }
      if loaded[position].slide != nil || loaded[position].appearance != nil { goesOn = true }
    }
    isChanging = goesOn || !leaving.isEmpty
  }
}
