import CarouselEngine
import Geometry

/// A carousel of a random program, with its data source and delegate. Inside their calls it performs the actions
/// of the program.
@MainActor
final class ProgramActor: CarouselDataSource, CarouselDelegate {
  let carousel = Carousel(bounds: Size(width: 800, height: 600))
  let content: ProgramContent
  let watch: ProgramWatch
  let ledger: ProgramLedger
  /// The answers to the questions for options.
  var answers: [CarouselOption: Double] = [:]
  /// Whether the items were set by `setItems`.
  private(set) var usesItemList = false
  private(set) var isStarted = false

  /// The actions to perform in later callbacks.
  private var plans: [(callback: StoryCallback, actions: [StoryAction])] = []
  /// Performs an action inside a callback.
  var perform: (ProgramActor, StoryAction) -> Void = { _, _ in }
  private(set) var calls: [StoryCallback: Int] = [:]

  /// The contact on the carousel, in points along the axis and across it, from the middle of the view.
  var finger: (along: Double, across: Double)?
  var isTouchpadActive = false
  /// The result of the last contact that ended; `nil` if it was no tap.
  var lastTap: TapResult?
  /// Whether the carousel is linked to another carousel of the program.
  var isLinked = false

  init(_ ledger: ProgramLedger) {
    self.ledger = ledger
    content = ProgramContent(ledger)
    watch = ProgramWatch(carousel, ledger)
    content.resize(to: 10)
  }

  /// Connects the delegate and the data source.
  func start() {
    isStarted = true
    carousel.onNeedsFrame = { [weak self] in
      self?.watch.noteNeedsFrame()
      self?.heard(.needsFrame)
    }
    carousel.delegate = self
    carousel.dataSource = self
  }

  // MARK: Content

  /// Passes the content to the carousel as a list.
  func setItems(animated: Bool, completion: @escaping () -> Void) {
    usesItemList = true
    carousel.setItems(
      content.labels.map(ProgramItem.init(id:)), animated: animated, completion: completion
    ) { [weak self] item, reused in
      guard let self else { return ProgramView() }
      return content.view(ofLabel: item.id, reused, isInList: true, in: carousel)
    }
  }

  func setDataSource(isPresent: Bool) {
    usesItemList = false
    carousel.dataSource = isPresent ? self : nil
  }

  func setDelegate(isPresent: Bool) {
    carousel.delegate = isPresent ? self : nil
    watch.noteNewDelegate()
  }

  // MARK: Callbacks

  func plan(_ actions: [StoryAction], in callback: StoryCallback) { plans.append((callback, actions)) }
  func forgetPlans() { plans = [] }

  private func heard(_ callback: StoryCallback) {
    calls[callback, default: 0] += 1
    guard let place = plans.firstIndex(where: { $0.callback == callback }) else { return }
    let plan = plans.remove(at: place)
    watch.noteAct()
    for action in plan.actions { perform(self, action) }
  }

  private func notified(_ callback: StoryCallback) {
    watch.heard(callback)
    heard(callback)
  }

  func completed() { notified(.completion) }

  /// Advances a frame and checks it.
  ///
  /// - Parameters:
  ///   - isNeeded: Whether the carousel or a linked one needs the frame.
  ///   - isLaidOut: Whether the layout is resolved before the frame.
  func frame(at now: Timestamp, isNeeded: Bool, isLaidOut: Bool) {
    content.begin(isReloaded: watch.isUnresolved)
    watch.frame(at: now, isNeeded: isNeeded, isLaidOut: isLaidOut)
    defer { content.endFrame() }
    // A change in a callback may wait for the next frame.
    guard !watch.hasActed, carousel.dataSource != nil, !carousel.core.needsCatchUp else { return }
    content.checkRequests()
    content.check(carousel)
  }

  /// Begins an action outside of callbacks.
  ///
  /// - Parameter isReloaded: Whether the action changes the content or the layout.
  func begin(isReloaded: Bool) {
    watch.begin()
    content.begin(isReloaded: isReloaded || watch.isUnresolved)
  }

  /// Whether no gesture is in progress, and the carousel needs no frame now.
  var isAtRest: Bool {
    finger == nil && !isTouchpadActive && carousel.reorderingIndex == nil && !carousel.needsFrame
  }

  /// Checks the carousel when nothing moves any longer.
  func checkAtRest() {
    watch.checkAtRest()
    guard carousel.dataSource != nil else { return }
    content.check(carousel)
    watch.checkDrawn(content)
  }

  /// Checks that a new carousel in the same state shows the same items. A stack keeps views of deeper cards.
  func compareWithNew() {
    guard carousel.dataSource === self, carousel.delegate === self, content.hasOneWidth, !isLinked,
      !(carousel.layout is SwipeStackLayout)
    else {
      return
    }
    let source = ProgramSource(self)
    let fresh = source.makeCarousel(like: carousel)
    // The width of an item is that of the first loaded view, whose axis may have been another.
    guard fresh.itemWidth == carousel.itemWidth else { return }
    let (shown, expected) = (carousel.indexesForVisibleItems, fresh.indexesForVisibleItems)
    if shown != expected { ledger.note(.content, "shows items \(shown); a new carousel shows \(expected)") }
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
    return content.placeholders
  }

  func carousel(_ carousel: Carousel, reuseIdentifierForItemAt index: Int) -> String? {
    content.noteRequest(ofItem: index)
    let kind = content.kind(ofItem: index)
    heard(.identifier)
    return kind
  }

  func carousel(
    _ carousel: Carousel, viewForItemAt index: Int, reusing view: (any ItemView)?
  ) -> any ItemView {
    content.noteRequest(ofItem: index)
    let label = content.contains(index) ? content.labels[index] : ProgramContent.missing
    heard(.view)
    return content.view(ofLabel: label, view, in: carousel)
  }

  func carousel(
    _ carousel: Carousel, placeholderViewAt index: Int, reusing view: (any ItemView)?
  ) -> any ItemView {
    content.noteRequest(ofPlaceholder: index)
    heard(.placeholder)
    return content.view(ofLabel: ProgramContent.placeholder, view, in: carousel)
  }

  func carousel(_ carousel: Carousel, prefetchItemsAt indexes: [Int]) {
    indexes.forEach(content.noteRequest(ofItem:))
    notified(.prefetch)
  }

  func carousel(_ carousel: Carousel, cancelPrefetchingForItemsAt indexes: [Int]) {
    indexes.forEach(content.noteRequest(ofItem:))
    notified(.cancelPrefetching)
  }

  func carousel(_ carousel: Carousel, moveItemAt index: Int, to newIndex: Int) -> Bool {
    content.noteRequest(ofItem: index)
    content.noteRequest(ofItem: newIndex)
    if content.contains(index), content.contains(newIndex) { content.move(from: index, to: newIndex) }
    heard(.moveItem)
    return true
  }

  // MARK: Delegate

  func carouselWillBeginScrollingAnimation(_ carousel: Carousel) {
    watch.began(.scrolling)
    notified(.willBeginScrolling)
  }

  func carouselDidEndScrollingAnimation(_ carousel: Carousel) {
    watch.ended(.scrolling)
    notified(.didEndScrolling)
  }

  func carouselDidScroll(_ carousel: Carousel) {
    watch.scrolled()
    notified(.didScroll)
  }

  func carouselCurrentItemIndexDidChange(_ carousel: Carousel) {
    watch.indexChanged()
    notified(.indexDidChange)
  }

  func carouselWillBeginDragging(_ carousel: Carousel) {
    watch.began(.dragging)
    notified(.willBeginDragging)
  }

  func carouselDidEndDragging(_ carousel: Carousel, willDecelerate: Bool) {
    watch.ended(.dragging)
    notified(.didEndDragging)
  }

  func carouselWillBeginDecelerating(_ carousel: Carousel) {
    watch.began(.decelerating)
    notified(.willBeginDecelerating)
  }

  func carouselDidEndDecelerating(_ carousel: Carousel) {
    watch.ended(.decelerating)
    notified(.didEndDecelerating)
  }

  func carousel(_ carousel: Carousel, didSettleAt index: Int, reason: SettleReason) {
    watch.settled(at: index, reason: reason)
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
    watch.began(.reordering)
    notified(.willBeginReordering)
  }

  func carousel(_ carousel: Carousel, didEndReorderingItemAt index: Int, to newIndex: Int?) {
    watch.ended(.reordering)
    if usesItemList, let newIndex, content.contains(index), content.contains(newIndex) {
      content.move(from: index, to: newIndex)
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
    if !(0...1).contains(progress) { ledger.note(.finite, "the progress of a card is \(progress)") }
    notified(.didDrag)
  }

  func carousel(_ carousel: Carousel, didUndoDismissalOfItemAt index: Int) { notified(.didUndo) }
  func carouselDidRunOutOfItems(_ carousel: Carousel) { notified(.didRunOut) }

  func carouselItemWidth(_ carousel: Carousel) -> Double {
    heard(.itemWidth)
    return 0
  }

  func carousel(_ carousel: Carousel, widthForItemAt index: Int) -> Double {
    content.noteRequest(ofItem: index)
    // Computed before the action can change the content, so that the answer is for the requested item.
    let width = content.width(ofItem: index)
    heard(.widthForItem)
    return width
  }

  func carousel(
    _ carousel: Carousel, itemTransformForOffset offset: Double, baseTransform transform: Transform3D
  ) -> Transform3D {
    heard(.transform)
    return self.transform(at: offset, base: transform)
  }

  func transform(at offset: Double, base: Transform3D) -> Transform3D {
    base.translated(x: offset * 200, z: -abs(offset) * 30)
  }

  func carousel(_ carousel: Carousel, valueFor option: CarouselOption, withDefault value: Double) -> Double {
    heard(.option)
    return answers[option] ?? value
  }
}
