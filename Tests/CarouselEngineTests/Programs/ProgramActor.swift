import CarouselEngine
import Geometry

/// A carousel of a random program, with its data source and delegate. The delegate verifies the order of its
/// calls, and performs the actions of the program inside them.
@MainActor
final class ProgramActor: CarouselDataSource, CarouselDelegate {
  let carousel: Carousel
  /// The labels of the items, all different.
  private(set) var content: [Int]
  private var nextLabel = 0
  var placeholders = 0
  /// The number of the rule for the widths of items; 0 means 200 points for each item.
  var widthRule = 0
  /// The answers to the questions for options.
  var answers: [CarouselOption: Double] = [:]
  /// Whether the items were set by `setItems`.
  private(set) var usesItemList = false
  private var itemWidths: [Int: Double] = [:]

  /// The actions to perform in later callbacks.
  private var plans: [(callback: StoryCallback, actions: [StoryAction])] = []
  /// Performs an action inside a callback.
  var perform: (ProgramActor, StoryAction) -> Void = { _, _ in }
  private(set) var calls: [StoryCallback: Int] = [:]
  let ledger: ProgramLedger

  /// The contact on the carousel, in points along the axis and across it, from the middle of the view.
  var finger: (along: Double, across: Double)?
  var isTouchpadActive = false
  /// Whether the carousel is linked to another carousel of the program.
  var isLinked = false

  // The state that the delegate knows from its calls.
  private(set) var knownOffset = 0.0
  private(set) var knownIndex = -1
  private var open: Set<Activity> = []
  /// Whether a scroll by the program may have replaced an animated scroll, whose end is then not reported.
  private var mayLackEnd = false
  private(set) var settleCount = 0
  /// Whether the carousel has moved since it last reported that it has settled.
  private(set) var hasMoved = false
  /// Whether a change of content or layout may give the same position another offset.
  private var isShifted = true
  /// Whether the offset depends on a layout that waits for the next frame.
  private var isUnresolved = true
  private var isInFrame = false
  /// Whether the program has acted in a callback of the current frame.
  private var hasActed = false
  /// Whether the carousel has settled in the current frame.
  private var hasSettled = false
  private var isAnnounced = true
  private var lastPicture: [Drawn] = []
  private var eventsOfFrame: [StoryCallback] = []
  private(set) var isStarted = false

  private enum Activity: String { case dragging, decelerating, scrolling, reordering }

  private struct Drawn: Equatable {
    var view: ObjectIdentifier
    var transform: Transform3D
    var alpha: Double
  }

  init(_ ledger: ProgramLedger) {
    self.ledger = ledger
    carousel = Carousel(bounds: Size(width: 800, height: 600))
    content = []
    resize(to: 10)
  }

  func note(_ rule: ProgramRule, _ problem: String) { ledger.note(rule, problem) }

  /// Connects the delegate and the data source.
  func start() {
    isStarted = true
    carousel.onNeedsFrame = { [weak self] in
      guard let self else { return }
      if isInFrame { note(.needsFrame, "onNeedsFrame during a frame") }
      isAnnounced = true
      heard(.needsFrame)
    }
    carousel.delegate = self
    carousel.dataSource = self
  }

  /// Accepts the present offset and index as known.
  func forget() {
    (knownOffset, knownIndex) = (carousel.scrollOffset, carousel.currentItemIndex)
    (hasMoved, settleCount, isShifted) = (false, 0, false)
  }

  // MARK: Content

  private func newLabel() -> Int {
    nextLabel += 1
    return nextLabel
  }

  /// Replaces all labels by `count` new labels.
  func resize(to count: Int) { content = (0..<count).map { _ in newLabel() } }

  func insert(at index: Int) { content.insert(newLabel(), at: index) }
  func remove(at index: Int) { content.remove(at: index) }
  func move(from index: Int, to newIndex: Int) { content.insert(content.remove(at: index), at: newIndex) }
  func replace(at index: Int) { content[index] = newLabel() }
  func setContent(_ labels: [Int]) { content = labels }

  func setWidth(_ width: Double, at index: Int) {
    itemWidths[content[index]] = width
    (carousel.itemView(at: index) as? ProgramView)?.size = size(ofLabel: content[index])
  }

  /// Passes the content to the carousel as a list.
  func setItems(animated: Bool, completion: @escaping () -> Void) {
    usesItemList = true
    carousel.setItems(
      content.map(ProgramItem.init(id:)), animated: animated, completion: completion
    ) { [weak self] item, reused in
      guard let self else { return ProgramView() }
      return view(ofLabel: item.id, reused)
    }
  }

  func setDataSource(isPresent: Bool) {
    usesItemList = false
    carousel.dataSource = isPresent ? self : nil
  }

  private func width(ofLabel label: Int) -> Double {
    if let width = itemWidths[label] { return width }
    return switch widthRule {
    case 1: label % 2 == 0 ? 40 : 220
    case 2: 100 + Double(label * 37 % 120)
    case 3: 30
    case 4: label % 3 == 0 ? 900 : 100
    default: 200
    }
  }

  private func size(ofLabel label: Int) -> Size {
    let width = width(ofLabel: label)
    return carousel.isVertical ? Size(width: 150, height: width) : Size(width: width, height: 150)
  }

  private func view(ofLabel label: Int, _ reused: (any ItemView)?) -> ProgramView {
    let view = reused as? ProgramView ?? ProgramView()
    if view !== reused { ledger.add(view) }
    view.label = label
    view.size = size(ofLabel: label)
    return view
  }

  // MARK: Callbacks

  func plan(_ actions: [StoryAction], in callback: StoryCallback) { plans.append((callback, actions)) }
  func forgetPlans() { plans = [] }

  func heard(_ callback: StoryCallback) {
    calls[callback, default: 0] += 1
    guard let place = plans.firstIndex(where: { $0.callback == callback }) else { return }
    let plan = plans.remove(at: place)
    hasActed = true
    for action in plan.actions { perform(self, action) }
  }

  private func notified(_ callback: StoryCallback) {
    eventsOfFrame.append(callback)
    heard(callback)
  }

  private func begin(_ activity: Activity) {
    // A scroll by the program replaces another one without its end.
    if !open.insert(activity).inserted, activity != .scrolling { note(.pairs, "\(activity) begins twice") }
  }

  private func end(_ activity: Activity) {
    if open.remove(activity) == nil, activity != .scrolling || !mayLackEnd {
      note(.pairs, "\(activity) ends without its begin")
    }
  }

  /// The activity that has begun and must have ended when the carousel has settled.
  private var unended: Activity? {
    if mayLackEnd { open.remove(.scrolling) }
    mayLackEnd = false
    return open.first
  }

  func completed() { notified(.completion) }

  // MARK: Checks

  /// Resets the number of settles, because there was another input.
  ///
  /// - Parameter resolves: Whether the new offset is known before the next frame.
  func noteInput(shiftsContent: Bool, resolves: Bool) {
    settleCount = 0
    if shiftsContent { isShifted = true }
    if shiftsContent, !resolves { isUnresolved = true }
  }

  /// Accepts that the end of an animated scroll is missing, because another scroll by the program replaces
  /// it.
  func noteScrollByProgram() { mayLackEnd = true }

  /// Records that an input has moved the carousel.
  func noteMove(from offset: Double) {
    if carousel.numberOfItems > 0, abs(carousel.scrollOffset - offset) > 1e-6, settleCount == 0 {
      hasMoved = true
    }
  }

  /// Checks the carousel after an action, outside of frames.
  func checkAfterAction() {
    if carousel.needsFrame, !isAnnounced { note(.needsFrame, "a frame is needed without onNeedsFrame") }
    let offset = carousel.scrollOffset
    if !offset.isFinite { note(.finite, "the offset is \(offset)") }
    if !isUnresolved, carousel.isWrapEnabled, let last = content.indices.last, offset >= Double(last + 1) {
      note(.range, "offset \(offset) on a ring of \(last + 1)")
    }
    if !carousel.toggle.isFinite { note(.finite, "the toggle is \(carousel.toggle)") }
  }

  /// Advances a frame and checks it.
  ///
  /// - Parameter isNeeded: Whether the carousel or a linked one needs the frame.
  func frame(at now: Timestamp, isNeeded: Bool) {
    let before = carousel.scrollOffset
    eventsOfFrame = []
    isInFrame = true
    (hasSettled, hasActed) = (false, false)
    carousel.advance(to: now)
    let frame = carousel.frame()
    isInFrame = false
    check(frame)
    let picture = frame.items.map {
      Drawn(view: ObjectIdentifier($0.view), transform: $0.transform, alpha: $0.alpha)
    }
    if !isNeeded, !hasActed {
      let events = eventsOfFrame.filter { $0 != .prefetch && $0 != .cancelPrefetching }
      if let event = events.first { note(.needsFrame, "\(event) in a frame that was not needed") }
      if picture != lastPicture { note(.needsFrame, "the picture changes in a frame that was not needed") }
    }
    lastPicture = picture
    // A stack without cards has no item on which it settles.
    if carousel.numberOfItems == 0 || carousel.isOutOfItems || isShifted {
      hasMoved = false
    } else if abs(carousel.scrollOffset - before) > 1e-6, !hasSettled {
      hasMoved = true
    }
    (isShifted, isUnresolved) = (false, false)
  }

  /// Checks the carousel after all carousels have made a frame.
  func checkAfterFrame() {
    isAnnounced = carousel.needsFrame
    let (offset, index, count) = (carousel.scrollOffset, carousel.currentItemIndex, carousel.numberOfItems)
    guard carousel.delegate === self else { return forget() }
    if abs(offset - knownOffset) > 1e-4 {
      note(.didScroll, "offset \(offset) without didScroll, known is \(knownOffset)")
    }
    if index != knownIndex { note(.index, "index \(index) without its event, known is \(knownIndex)") }
    if count == 0 {
      if offset != -1 || index != -1 { note(.range, "empty and at \(offset), item \(index)") }
    } else if carousel.isWrapEnabled {
      if !(0..<Double(count)).contains(offset) { note(.range, "offset \(offset) on a ring of \(count)") }
    }
    if index >= count || index < 0 && count > 0 && !carousel.isOutOfItems {
      note(.range, "item \(index) of \(count)")
    }
  }

  private func check(_ frame: CarouselFrame) {
    // A view may also be in a former frame that fades out.
    var views: Set<ObjectIdentifier> = []
    for item in frame.items.dropFirst(frame.fadingCount)
    where !views.insert(ObjectIdentifier(item.view)).inserted {
      note(.views, "the view of item \(item.index) is twice in a frame")
    }
    for item in frame.items where !item.transform.isFinite || !(0...1).contains(item.alpha) {
      note(.finite, "item \(item.index) has no finite pose")
    }
  }

  /// Checks the carousel when nothing moves any longer.
  func checkAtRest() {
    if carousel.phase != .idle { note(.rest, "\(carousel.phase) at rest") }
    if carousel.isContactDragging { note(.rest, "a contact drags at rest") }
    if carousel.reorderingIndex != nil { note(.rest, "an item is lifted at rest") }
    if carousel.wakeTime != nil { note(.rest, "wakes up at rest") }
    guard carousel.delegate === self else { return }
    if let activity = unended { note(.pairs, "\(activity) has not ended at rest") }
    if hasMoved { note(.settle, "rests at \(carousel.scrollOffset), and has not settled") }
    guard carousel.dataSource != nil else { return }
    if carousel.numberOfItems != content.count {
      note(.content, "\(carousel.numberOfItems) items, not \(content.count)")
    }
    for (index, view) in zip(carousel.indexesForVisibleItems, carousel.visibleItemViews)
    where content.indices.contains(index) {
      let label = (view as? ProgramView)?.label ?? -1
      if label != content[index] { note(.content, "item \(index) shows \(label), not \(content[index])") }
    }
  }

  /// The number of views that the carousel may retain at rest.
  var knownViews: Int {
    let (loaded, pools) = (Set(carousel.visibleItemViews.map { ObjectIdentifier($0) }), carousel.poolCounts)
    return loaded.count + pools.items + pools.placeholders
  }

  // MARK: Data source

  func numberOfItems(in carousel: Carousel) -> Int {
    heard(.count)
    return content.count
  }

  func numberOfPlaceholders(in carousel: Carousel) -> Int {
    heard(.placeholderCount)
    return placeholders
  }

  func carousel(_ carousel: Carousel, reuseIdentifierForItemAt index: Int) -> String? {
    requested(index)
    heard(.identifier)
    return nil
  }

  private func requested(_ index: Int) {
    if !content.indices.contains(index) { note(.content, "item \(index) of \(content.count) requested") }
  }

  func carousel(
    _ carousel: Carousel, viewForItemAt index: Int, reusing view: (any ItemView)?
  ) -> any ItemView {
    requested(index)
    let label = content.indices.contains(index) ? content[index] : -1
    heard(.view)
    return self.view(ofLabel: label, view)
  }

  func carousel(
    _ carousel: Carousel, placeholderViewAt index: Int, reusing view: (any ItemView)?
  ) -> any ItemView {
    if !(0..<placeholders).contains(index) {
      note(.content, "placeholder \(index) of \(placeholders) requested")
    }
    heard(.placeholder)
    return self.view(ofLabel: -2, view)
  }

  func carousel(_ carousel: Carousel, prefetchItemsAt indexes: [Int]) {
    indexes.forEach(requested)
    notified(.prefetch)
  }

  func carousel(_ carousel: Carousel, cancelPrefetchingForItemsAt indexes: [Int]) {
    notified(.cancelPrefetching)
  }

  func carousel(_ carousel: Carousel, moveItemAt index: Int, to newIndex: Int) -> Bool {
    requested(index)
    requested(newIndex)
    if content.indices.contains(index), content.indices.contains(newIndex) { move(from: index, to: newIndex) }
    heard(.moveItem)
    return true
  }

  // MARK: Delegate

  func carouselWillBeginScrollingAnimation(_ carousel: Carousel) {
    begin(.scrolling)
    notified(.willBeginScrolling)
  }

  func carouselDidEndScrollingAnimation(_ carousel: Carousel) {
    end(.scrolling)
    notified(.didEndScrolling)
  }

  func carouselDidScroll(_ carousel: Carousel) {
    knownOffset = carousel.scrollOffset
    notified(.didScroll)
  }

  func carouselCurrentItemIndexDidChange(_ carousel: Carousel) {
    knownIndex = carousel.currentItemIndex
    notified(.indexDidChange)
  }

  func carouselWillBeginDragging(_ carousel: Carousel) {
    begin(.dragging)
    notified(.willBeginDragging)
  }

  func carouselDidEndDragging(_ carousel: Carousel, willDecelerate: Bool) {
    end(.dragging)
    notified(.didEndDragging)
  }

  func carouselWillBeginDecelerating(_ carousel: Carousel) {
    begin(.decelerating)
    notified(.willBeginDecelerating)
  }

  func carouselDidEndDecelerating(_ carousel: Carousel) {
    end(.decelerating)
    notified(.didEndDecelerating)
  }

  func carousel(_ carousel: Carousel, didSettleAt index: Int, reason: SettleReason) {
    (hasMoved, hasSettled) = (false, true)
    if index != carousel.currentItemIndex {
      note(.settle, "settles at \(index) of \(carousel.currentItemIndex)")
    }
    if index != knownIndex {
      note(.index, "settles at \(index) before the event of the index, known is \(knownIndex)")
    }
    if let activity = unended, activity != .reordering {
      note(.pairs, "settles before \(activity) has ended")
    }
    // Autoplay moves the carousel again and again without an input.
    if reason != .autoscroll { settleCount += 1 }
    if settleCount > 1 { note(.settle, "settles \(settleCount) times for one motion") }
    notified(.didSettle)
  }

  func carousel(_ carousel: Carousel, shouldSelectItemAt index: Int) -> Bool {
    heard(.shouldSelect)
    return true
  }

  func carousel(_ carousel: Carousel, didSelectItemAt index: Int) { notified(.didSelect) }

  func carousel(_ carousel: Carousel, didLongPressItemAt index: Int) -> Bool {
    notified(.didLongPress)
    return index % 2 == 0
  }

  func carousel(_ carousel: Carousel, didDoubleTapItemAt index: Int) -> Bool {
    notified(.didDoubleTap)
    return index % 2 == 0
  }

  func carousel(_ carousel: Carousel, didSwipePerpendicularly swipe: PerpendicularSwipe) {
    notified(.didSwipe)
  }

  func carousel(_ carousel: Carousel, canMoveItemAt index: Int) -> Bool {
    heard(.canMove)
    return index != 5
  }

  func carousel(
    _ carousel: Carousel, targetIndexForMoveFromItemAt index: Int, toProposedIndex proposedIndex: Int
  ) -> Int {
    heard(.moveTarget)
    return proposedIndex == 4 ? index : proposedIndex
  }

  func carousel(_ carousel: Carousel, willBeginReorderingItemAt index: Int) {
    begin(.reordering)
    notified(.willBeginReordering)
  }

  func carousel(_ carousel: Carousel, didEndReorderingItemAt index: Int, to newIndex: Int?) {
    end(.reordering)
    if usesItemList, let newIndex, content.indices.contains(index), content.indices.contains(newIndex) {
      move(from: index, to: newIndex)
    }
    notified(.didEndReordering)
  }

  func carousel(_ carousel: Carousel, shouldDismissItemAt index: Int, toward direction: SwipeDirection)
    -> Bool
  {
    heard(.shouldDismiss)
    return index != 5
  }

  func carousel(_ carousel: Carousel, didDismissItemAt index: Int, toward direction: SwipeDirection) {
    notified(.didDismiss)
  }

  func carousel(
    _ carousel: Carousel, didDragItemAt index: Int, progress: Double, toward direction: SwipeDirection?
  ) {
    if !(0...1).contains(progress) { note(.finite, "the progress of a card is \(progress)") }
    notified(.didDrag)
  }

  func carousel(_ carousel: Carousel, didUndoDismissalOfItemAt index: Int) { notified(.didUndo) }
  func carouselDidRunOutOfItems(_ carousel: Carousel) { notified(.didRunOut) }

  func carouselItemWidth(_ carousel: Carousel) -> Double {
    heard(.itemWidth)
    return 0
  }

  func carousel(_ carousel: Carousel, widthForItemAt index: Int) -> Double {
    requested(index)
    // Computed before the action can change the content, so that the answer is for the requested item.
    let width = content.indices.contains(index) ? width(ofLabel: content[index]) : 0
    heard(.widthForItem)
    return width
  }

  func carousel(
    _ carousel: Carousel, itemTransformForOffset offset: Double, baseTransform transform: Transform3D
  ) -> Transform3D {
    heard(.transform)
    return transform.translated(x: offset * 200, z: -abs(offset) * 30)
  }

  func carousel(_ carousel: Carousel, valueFor option: CarouselOption, withDefault value: Double) -> Double {
    heard(.option)
    return answers[option] ?? value
  }
}

/// A view that shows the label of its item; −2 for a placeholder.
@MainActor
final class ProgramView: ItemView {
  var label = -1
  var size = Size(width: 200, height: 150)
}

/// An item of a list.
struct ProgramItem: Identifiable {
  let id: Int
}

/// A strip that also runs down.
struct Staircase: CarouselLayout {
  func prepare(with resolver: inout LayoutResolver) -> LayoutGeometry {
    _ = resolver.layTrack(.line(share: 1))
    return LayoutGeometry(visible: .filling(resolver.length), isStrip: true)
  }

  func transform(at position: ItemPosition, in context: LayoutContext) -> Transform3D {
    let along = position.place * context.itemWidth
    return context.base.translated(x: along, y: along / 4)
  }
}

/// The rules that each program must keep.
enum ProgramRule: String, CaseIterable, Sendable {
  /// The carousel comes to rest in ten seconds, and nothing is held then.
  case rest
  /// The carousel rests at an item, at the start of a page or at an end.
  case place
  /// If two frames differ in the offset, `didScroll` was called between them.
  case didScroll
  /// A change of the current item is reported, and before `didSettle`.
  case index
  /// Each motion settles once.
  case settle
  /// The begin and the end of an activity come in pairs.
  case pairs
  /// All numbers are finite.
  case finite
  /// The offset and the index are in the range of the items.
  case range
  /// The views show the items of the data source, and only existing items are requested.
  case content
  /// No view is twice in a frame, and all views are released with the carousel.
  case views
  /// Each completion is called once.
  case completions
  /// A frame without need calls nothing and shows the same picture.
  case needsFrame
  /// The replay of the journal makes the same frames.
  case replay
  /// Linked carousels rest at the same place.
  case linked
}

/// The records of a program that outlive its carousels: the first problem, the views and the completions.
@MainActor
final class ProgramLedger {
  private struct Entry { weak var view: ProgramView? }

  private(set) var problem: (rule: ProgramRule, text: String)?
  private var views: [Entry] = []
  private(set) var completions: [Int] = []

  func note(_ rule: ProgramRule, _ text: String) { if problem == nil { problem = (rule, text) } }

  func add(_ view: ProgramView) { views.append(Entry(view: view)) }

  /// The number of views that were created.
  var viewCount: Int { views.count }

  /// The number of views that have not been deallocated.
  var livingViews: Int { views.count { $0.view != nil } }

  /// Returns a completion that counts its calls.
  func completion(of actor: ProgramActor) -> () -> Void {
    let place = completions.count
    completions.append(0)
    return { [weak self, weak actor] in
      self?.completed(place)
      actor?.completed()
    }
  }

  private func completed(_ place: Int) {
    completions[place] += 1
    if completions[place] > 1 { note(.completions, "a completion is called \(completions[place]) times") }
  }

  /// Checks that each completion was called once.
  func checkCompletions(_ moment: String) {
    let missing = completions.count { $0 == 0 }
    if missing > 0 {
      note(.completions, "\(missing) of \(completions.count) completions are not called \(moment)")
    }
  }
}
