internal import Geometry

/// The tasks of an edit: they load views, and then items slide to their new positions.
extension CarouselCore {

  /// Returns whether items that a change pushes out of the visible range stay loaded until its end.
  fileprivate func keepsPushedOut(_ edit: PendingEdit) -> Bool {
    guard edit.style == .single, edit.edits.isAnimated, !edit.before.row.isEmpty else { return false }
    switch edit.edits.edits.first {
    case .insert: return true
    case .reload: return layout.settings.itemSizing == .individual && !staleness.needsLayout
    case .remove, .move, nil: return false
    }
  }

  /// Requests the view of an item that has entered the visible range, unless the content has changed since.
  fileprivate mutating func requestMissing(_ index: Int, _ revision: Int) -> CarouselRequest? {
    guard revision == loader.revision, loader.position(of: index) == nil, !hasReachedWorkLimit else {
      return nil
    }
    return requestLoad(of: index)
  }

  /// Slides items from their former positions to their new positions. Either position may be outside the
  /// visible range.
  fileprivate mutating func animate(_ edit: PendingEdit) {
    let edits = edit.edits
    let departed = loader.takeDeparted()
    loader.leaving.anchor(at: scroller.offset)
    if edits.isAnimated { slide(edit, departed) }
    if keepsPushedOut(edit) {
      content.makeRoom(
        during: TimedProgress(since: edit.moment, duration: TimedProgress.slideDuration))
      loader.unloadUnseen(outside: visibleRange, row: scroller.row, at: timeline.now)
    }
    staleness.setNeedsFrame()
    scroller.resumeAutoscroll(at: edit.moment)
    motionDidChange(at: edit.moment)
    returnToFirstItem(gliding: edits.isAnimated && content.numberOfPlaceholders > 0, at: edit.moment)
  }

  private mutating func slide(_ edit: PendingEdit, _ departed: [LoadedItem]) {
    let (edits, delay) = (edit.edits, edit.edits.slideDelay)
    let (positions, content) = (drawnPositions, content)
    let former = edit.before.positions(itemWidth: layout.snapshot.context.itemWidth)
    let (row, length) = (scroller.row, scroller.geometry.track?.length)
    func shift(_ index: Int, _ position: ItemPosition) -> ItemPosition? {
      position.shortShift(to: positions.position(ofItem: index), on: row, length: length)
    }
    var inserted: [Int] = []
    var movedItems: Set<Int> = []
    Features.visitAll { movedItems.formUnion($0.movedItems(self)) }
    loader.slide(since: edit.moment, delay: delay, replacesAll: true) { item in
      if movedItems.contains(item.index) { return nil }
      let seen = edit.seen.position(ofItem: item.index)
      if !content.isPlaceholder(item.index) {
        switch edits.origin(ofItem: item.index) {
        case .inserted(let isAnimated):
          if isAnimated { inserted.append(item.index) }
          return nil
        case .kept(let index), .reloaded(let index, _):
          if seen == nil {
            guard edit.style == .batch, edit.hadItems else { return nil }
            return shift(item.index, former.position(ofItem: index))
          }
        }
      }
      return seen.flatMap { shift(item.index, $0) }
    }
    for index in inserted {
      loader.fadeIn(
        at: index, over: nil, seenAt: timeline.now, since: edit.moment,
        delay: edit.style == .single ? 0 : delay)
    }
    for item in departed {
      // Another update of the same edit may have loaded the item again.
      guard loader.position(of: item.index) == nil, let position = edit.seen.position(ofItem: item.index),
        let shift = shift(item.index, position)
      else {
        loader.put(item.view, isPlaceholder: false, kind: item.kind)
        continue
      }
      let slide = OffsetAnimation(
        shift: shift,
        progress: TimedProgress(since: edit.moment, delay: delay, duration: TimedProgress.slideDuration))
      loader.leaving.add(
        item, to: positions.position(ofItem: item.index), slide: slide, fades: false, seenAt: timeline.now,
        for: slide.progress)
    }
    loader.leaving.anchor(at: scroller.offset)
  }
}

/// An edit whose items are being loaded, with the data for its animation.
final class PendingEdit: Sendable {
  let edits: ContentEdits
  let style: EditStyle
  let moment: Moment
  /// The scroller before the edit.
  let before: Scroller
  /// The positions where the remaining items were drawn before the edit, by ascending new index.
  let seen: [ItemPosition]
  /// Whether any item was loaded before the edit.
  let hadItems: Bool
  /// The revision of the loader after the edit. If it has changed, the content has changed again.
  let revision: Int

  init(
    _ edits: ContentEdits, style: EditStyle, at moment: Moment, before: Scroller, seen: [ItemPosition],
    hadItems: Bool, revision: Int
  ) {
    (self.edits, self.style, self.moment, self.before) = (edits, style, moment, before)
    (self.seen, self.hadItems, self.revision) = (seen, hadItems, revision)
  }
}

/// Loads the items of an edit, and starts their animation.
struct EditTask: CoreTask {
  enum Phase: Sendable { case wrap, load, resolve, update, reload }
  var phase: Phase
  let edit: PendingEdit
  /// The loaded items to reload.
  var reloads: [Int]

  var dependsOnContent: Bool { true }

  /// Continues an edit.
  mutating func proceed(in core: inout CarouselCore) -> CarouselRequest? {
    let edits = edit.edits
    guard edit.revision == core.loader.revision, !core.hasReachedWorkLimit else {
      // The content has changed again since the edit began, so the items of this edit do not slide.
      core.layout.endRound()
      for item in core.loader.takeDeparted() {
        core.loader.put(item.view, isPlaceholder: false, kind: item.kind)
      }
      if core.hasReachedWorkLimit { core.loader.postponeReloads() }
      core.staleness.setNeedsVisibleItems()
      return nil
    }
    if phase == .wrap {
      phase = .load
      if let request = core.askForWrap(default: core.scroller.row.wraps) { return request }
    }
    if phase == .load {
      phase = core.keepsPushedOut(edit) ? .resolve : .update
      if edit.style == .single, case .insert(let index, _)? = edits.edits.first {
        if let request = core.requestLoad(of: index) { return request }
      }
    }
    if phase == .resolve {
      if let request = core.resolveLayout() { return request }
      phase = .reload
      // A drag beyond the last item may now be at an inserted item.
      if core.scroller.currentIndex != core.scroller.lastIndex { core.scroller.moveInside(at: edit.moment) }
      if core.layout.snapshot.track != nil {
        // The items that have entered the visible range are loaded, and no item is unloaded.
        let visible = core.visibleRange.indexes(on: core.scroller.row)
        let missing = visible.filter { core.loader.position(of: $0) == nil }
        for index in missing.reversed() {
          core.agenda.push(QuestionTask { [revision = edit.revision] in $0.requestMissing(index, revision) })
        }
        if !missing.isEmpty { return nil }
      }
    }
    if phase == .update {
      phase = .reload
      if edits.isAnimated, edit.style == .batch { core.loader.keepDeparting() }
      guard !edits.onlyReloads || core.layout.settings.itemSizing == .individual || edit.style == .batch
      else {
        return proceed(in: &core)
      }
      if core.staleness.needsLayout {
        core.agenda.push(LayoutTask(moment: edit.moment))
      } else {
        core.scroller.moveInside(at: edit.moment)
        core.agenda.push(UpdateTask.resolve)
      }
      return nil
    }
    if phase == .reload, let index = reloads.popLast() {
      if case .reloaded(_, let isAnimated) = edits.origin(ofItem: index) {
        core.agenda.push(
          ReloadTask(index: index, revision: edit.revision, isAnimated: isAnimated, moment: edit.moment))
        return nil
      }
    }
    core.animate(edit)
    return nil
  }
}

/// Reloads the view of a loaded item.
private struct ReloadTask: CoreTask {
  let index: Int
  let revision: Int
  let isAnimated: Bool
  let moment: Moment
  /// The former view; `nil` until the new view is requested.
  var replaced: LoadedView?

  var dependsOnContent: Bool { true }

  /// Continues to reload the view of a loaded item. With animation the new view fades in over the old view.
  mutating func proceed(in core: inout CarouselCore) -> CarouselRequest? {
    guard revision == core.loader.revision else { return nil }
    guard let former = replaced else {
      guard let position = core.loader.position(of: index) else { return nil }
      replaced = core.loader.loaded[position].content
      return core.requestLoad(of: index)
    }
    if core.dialogue.takeOrder() != nil {
      // There is no answer, because it was out of date or because the data source was deallocated.
      guard core.hasReachedWorkLimit else { return core.requestLoad(of: index) }
      core.loader.postponeReloads()
      return nil
    }
    core.staleness.setNeedsFrame()
    guard isAnimated, let new = core.loader.view(at: index) else { return nil }
    core.loader.fadeIn(
      at: index, over: new === former.view ? nil : former, seenAt: core.timeline.now, since: moment)
    return nil
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
    to destination: ItemPosition, on row: ItemRow, length: Double?
  ) -> ItemPosition? {
    var shift = self - destination
    if row.wraps, !row.isEmpty {
      let turns = (shift.offset / Double(row.count)).rounded()
      shift.offset -= turns * Double(row.count)
      shift.place -= turns * (length ?? Double(row.count))
    }
    return shift.isZero ? nil : shift
  }
}
