internal import Drawing
internal import Geometry
internal import Views

/// Recognizes what a contact does in a collection view: a tap, the rectangle of a selection, a selection that a long press
/// begins, or the drag of an item to another place. The scroll view recognizes scrolling.
@MainActor
final class CollectionGestures {
  /// The consequence of a movement.
  enum Response {
    /// The gesture owns the contact.
    case owned
    /// The gesture begins with this movement.
    case claims
    /// The contact may still scroll.
    case waits
  }

  /// A press that may become a tap or a gesture.
  private struct Press {
    let contact: Int
    var item: Int?
    let isDrag: Bool
    let timers: [(any ViewTimer)?]
    var isHighlighted = false
  }

  /// A rectangle that selects items. The start is in the coordinates of the content.
  private struct Band {
    let start: Point
    /// The selection before the drag.
    var original: RangeSet<Int>
    /// The items of the original selection that the rectangle is combined with.
    var base: RangeSet<Int>
    let isToggling: Bool
    let view: RubberBandView
  }

  /// A drag that selects the items between its start and the contact.
  private struct Sweep {
    var start: Int
    /// The selection before the drag.
    var original: RangeSet<Int>
  }

  /// The drag of an item.
  private struct Lift {
    let item: Int
    weak var group: CollectionCellGroup?
    /// The position of the contact in the cell.
    let grip: Point
    /// The position of the contact in the collection view at the beginning.
    let start: Point
    let isTouch: Bool
    var hasMoved = false
  }

  private enum Drag {
    case band(Band)
    case sweep(Sweep)
    case lift(Lift)
  }

  private enum State {
    case idle
    case pressed(Press)
    /// The location is in the coordinates of the collection view.
    case dragging(Drag, contact: Int, location: Point)
  }

  private unowned let view: CollectionView
  private var state = State.idle
  private var edge = EdgeScroll()

  init(of view: CollectionView) { self.view = view }

  /// Whether a contact draws a rectangle, selects or drags an item.
  var isActive: Bool { if case .dragging = state { true } else { false } }

  /// The item that looks pressed.
  var highlightedItem: Int? {
    if case .pressed(let press) = state, press.isHighlighted { press.item } else { nil }
  }

  private var contact: Int? {
    switch state {
    case .idle: nil
    case .pressed(let press): press.contact
    case .dragging(_, let contact, _): contact
    }
  }

  /// Whether the gestures follow a contact.
  func isTracking(_ contact: Contact) -> Bool { self.contact == contact.id }

  // MARK: Press

  /// Begins to follow a contact. Returns whether it may become a tap or a gesture.
  func began(_ contact: Contact) -> Bool {
    guard case .idle = state else { return false }
    let item = view.indexOfItem(at: contact.location(in: view))
    let isDrag = view.usesDrags(of: contact)
    guard item != nil || isDrag && view.selectsSeveral else { return false }
    let id = contact.id
    var timers = [view.startTimer(after: Control.highlightDelay) { [weak self] in self?.highlight(id) }]
    if !isDrag, item != nil, view.selectsSeveral || view.canReorder {
      timers.append(view.startTimer(after: LongPress.duration) { [weak self] in self?.longPress(contact) })
    }
    state = .pressed(Press(contact: id, item: item, isDrag: isDrag, timers: timers))
    return true
  }

  private func highlight(_ id: Int) {
    guard case .pressed(var press) = state, press.contact == id else { return }
    press.timers[0]?.cancel()
    press.isHighlighted = true
    state = .pressed(press)
    view.contents.updateMarks()
  }

  func becameExclusive(_ contact: Contact) { highlight(contact.id) }

  private func endPress() {
    guard case .pressed(let press) = state else { return }
    for timer in press.timers { timer?.cancel() }
    state = .idle
    if press.isHighlighted { view.contents.updateMarks() }
  }

  private func longPress(_ contact: Contact) {
    guard case .pressed(let press) = state, press.contact == contact.id, let item = press.item else { return }
    // The finger has hardly moved.
    let location = contact.location(in: view)
    endPress()
    if view.canReorder {
      guard begin(lifting: item, contact, at: location) else { return }
    } else if view.selectsSeveral {
      let sweep = Sweep(start: item, original: view.selectedIndexes)
      // The closure for the new selection may change the items, which the drag then follows.
      state = .dragging(.sweep(sweep), contact: contact.id, location: location)
      view.beginSelecting(item)
    }
    guard isActive else { return }
    view.becomeFocused()
    view.tree?.claimContact(contact.id, by: view)
  }

  // MARK: Drags

  private func begin(lifting item: Int, _ contact: Contact, at location: Point) -> Bool {
    guard let group = view.contents.lift(item) else { return false }
    let grip = location + view.contentOffset - group.frame.origin
    let lift = Lift(
      item: item, group: group, grip: grip, start: location, isTouch: !view.usesDrags(of: contact))
    state = .dragging(.lift(lift), contact: contact.id, location: location)
    return true
  }

  /// Handles a movement of a contact.
  func moved(_ contact: Contact) -> Response {
    guard isTracking(contact) else { return .waits }
    let location = contact.location(in: view)
    switch state {
    case .idle: return .waits
    case .pressed(let press):
      let start = contact.startLocation(in: view)
      guard location.distance(to: start) >= DragThreshold.distance else { return .waits }
      endPress()
      guard press.isDrag else { return .waits }
      if let item = press.item, view.canReorder {
        guard begin(lifting: item, contact, at: start) else { return .waits }
      } else if view.selectsSeveral {
        let keeps = !contact.modifiers.isDisjoint(with: [.shift, .control])
        let band = Band(
          start: start + view.contentOffset, original: view.selectedIndexes,
          base: keeps ? view.selectedIndexes : RangeSet(), isToggling: contact.modifiers.contains(.control),
          view: RubberBandView())
        view.viewport.addSubview(band.view)
        state = .dragging(.band(band), contact: contact.id, location: start)
      } else {
        return .waits
      }
      // Escape cancels the drag.
      view.becomeFocused()
      move(to: location)
      return .claims
    case .dragging:
      move(to: location)
      return .owned
    }
  }

  private func move(to location: Point) {
    guard case .dragging(var drag, let contact, _) = state else { return }
    let point = location + view.contentOffset
    if case .lift(var lift) = drag {
      if location.distance(to: lift.start) >= DragThreshold.distance { lift.hasMoved = true }
      drag = .lift(lift)
    }
    state = .dragging(drag, contact: contact, location: location)
    switch drag {
    case .band(let band): select(band, to: point)
    case .sweep(let sweep):
      guard let item = view.indexOfItem(at: location) else { break }
      let range = min(item, sweep.start)..<max(item, sweep.start) + 1
      view.changeSelectionByUser { $0.set(sweep.original.union(RangeSet(range))) }
    case .lift(let lift):
      guard let group = lift.group else { break }
      group.frame.origin = point - lift.grip
      if let superview = group.superview, superview.subviews.last !== group {
        superview.bringSubviewToFront(group)
      }
      view.contents.moveLifted(to: group.frame.center)
    }
    if EdgeScroll.velocity(at: location.y, height: view.size.height) != 0 { view.setNeedsAnimation() }
  }

  private func select(_ band: Band, to point: Point) {
    let rect = Rect(
      x: min(band.start.x, point.x), y: min(band.start.y, point.y), width: abs(point.x - band.start.x),
      height: abs(point.y - band.start.y))
    let found = view.contents.items(in: rect)
    let selected = band.isToggling ? band.base.symmetricDifference(found) : band.base.union(found)
    view.changeSelectionByUser { $0.set(selected) }
    // The part far out of sight needs no pixels.
    let margin = 4.0  // points
    band.view.frame = rect.intersection(Rect(origin: view.contentOffset, size: view.size).inset(by: -margin))
  }

  /// Follows the content, which has scrolled below the contact.
  func contentDidScroll() {
    if case .dragging(_, _, let location) = state { move(to: location) }
  }

  /// Scrolls the content while the contact is near a side. Returns whether it needs another frame.
  func advance(to now: Timestamp) -> Bool {
    guard case .dragging(_, _, let location) = state else { return false }
    let height = view.size.height
    let old = view.contentOffset.y
    let distance = edge.distance(until: now, y: location.y, height: height)
    if distance != 0 { view.contentOffset.y += distance }
    let velocity = EdgeScroll.velocity(at: location.y, height: height)
    return velocity != 0 && (distance == 0 || view.contentOffset.y != old)
  }

  // MARK: End

  /// Handles the end of a contact. Returns whether it did something.
  func ended(_ contact: Contact) -> Bool {
    guard isTracking(contact) else { return false }
    switch state {
    case .idle: return false
    case .pressed(let press):
      endPress()
      guard view.allowsSelection else { return false }
      view.becomeFocused()
      if let item = press.item {
        view.tap(item, contact)
      } else if contact.modifiers.isDisjoint(with: [.shift, .control]) {
        view.clickBeside()
      }
    case .dragging(let drag, _, _):
      finish(drag, isCanceled: false)
      view.becomeFocused()
    }
    return true
  }

  private func finish(_ drag: Drag, isCanceled: Bool) {
    state = .idle
    edge = EdgeScroll()
    switch drag {
    case .band(let band):
      band.view.removeFromSuperview()
      if isCanceled { view.changeSelectionByUser { $0.set(band.original) } }
    case .sweep(let sweep):
      if isCanceled { view.changeSelectionByUser { $0.set(sweep.original) } }
    case .lift(let lift):
      let isMoved = view.contents.drop(isCanceled: isCanceled)
      if !isCanceled, lift.isTouch, !lift.hasMoved, !isMoved, view.selectsSeveral {
        view.beginSelecting(lift.item)
      }
    }
  }

  /// Handles the loss of a contact.
  func canceled(_ contact: Contact) {
    guard isTracking(contact) else { return }
    endPress()
    cancelDrag()
  }

  /// Ends the press of a contact that scrolls.
  func end(_ contact: Contact) { if isTracking(contact) { endPress() } }

  /// Ends a drag without its effect. A press may still become a tap.
  func cancelDrag() { if case .dragging(let drag, _, _) = state { finish(drag, isCanceled: true) } }

  /// Ends the drag of an item without its effect. A drag that selects goes on.
  func cancelLift() { if case .dragging(.lift, _, _) = state { cancelDrag() } }

  /// Follows the items of a gesture to their new indexes. A press, or a drag that selects, ends if its first item is removed.
  ///
  /// - Parameter map: Returns the new indexes of selected items.
  func itemsDidChange(_ newIndex: (Int) -> Int?, map: (RangeSet<Int>) -> RangeSet<Int>) {
    switch state {
    case .pressed(var press):
      guard let item = press.item else { return }
      guard let index = newIndex(item) else { return endPress() }
      press.item = index
      state = .pressed(press)
    case .dragging(.band(var band), let contact, let location):
      (band.original, band.base) = (map(band.original), map(band.base))
      state = .dragging(.band(band), contact: contact, location: location)
    case .dragging(.sweep(var sweep), let contact, let location):
      guard let start = newIndex(sweep.start) else {
        state = .idle
        edge = EdgeScroll()
        return
      }
      (sweep.start, sweep.original) = (start, map(sweep.original))
      state = .dragging(.sweep(sweep), contact: contact, location: location)
    case .idle, .dragging(.lift, _, _): return
    }
  }
}
