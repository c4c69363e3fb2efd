internal import CarouselUI
internal import Kiosk
internal import PhotoBrowserUI
internal import PhotoBrowsing
internal import PhotoLibrary

/// The item that was shown when the program ended. The next run begins with it.
package struct Resumption: Equatable, Sendable {
  package let id: KioskItemID
  /// The rest of its time, in seconds.
  package let remaining: Double
  /// The path of the second picture of a pair.
  package let partner: String?

  package init(_ id: KioskItemID, remaining: Double, partner: String? = nil) {
    (self.id, self.remaining, self.partner) = (id, remaining, partner)
  }
}

/// The show of a kiosk: which item is shown, for which time, and the motions between the show and the carousel for visitors.
@MainActor
final class KioskShow {
  /// Called when an item begins to appear, with its time in seconds and the reason: `schedule`, `fallback`, `request` or `restart`.
  var onShow: ((KioskItemID, Double, String) -> Void)?
  /// Called when an item is left out, or is damaged and has a plain slide, with the reason. Until its file changes, it is called once.
  var onSkip: ((_ id: KioskItemID, _ reason: String, _ isDamaged: Bool) -> Void)?
  /// Returns the view of a photo in the carousel; `nil` if it is not in sight.
  var viewOfPhoto: (PhotoID) -> View? = { _ in nil }

  private let items: ScheduledItems
  private let slides: KioskSlides
  /// The view that fills the window.
  private unowned let parent: View
  /// The show that is seen; `nil` during a visit.
  private var current: Run?
  /// The show that is prepared behind the present view.
  private var next: (run: Run, timer: (any ViewTimer)?, action: @MainActor () -> Void)?
  /// The show that shrinks into the carousel.
  private var leaving: Run?
  /// The reason for which the next item is shown; `nil` for the schedule.
  private var nextReason: String?
  /// The item that was shown when the program ended; `nil` after the first show has begun.
  private var resumed: Resumption?
  /// Whether the transition, order or mat has changed while a visitor uses a page.
  private var isReplacementDue = false
  /// The photos whose files have changed while a visitor uses a page.
  private var changedInUse: Set<PhotoID> = []
  /// The time of the item with which the show goes on, until it appears, in seconds.
  private var resumedTime: Double?

  /// The view of the show, and the motion between it and the carousel.
  @MainActor
  private final class Run {
    let view: AttractView
    let transition: SharedElementTransition
    /// Whether the show was started. It starts with the first items.
    var hasStarted = false

    init(_ view: AttractView, from source: @escaping (AttractView) -> View?) {
      self.view = view
      transition = SharedElementTransition(to: view) { [weak view] in view.flatMap(source) }
      transition.isDragEnabled = false
      transition.alignmentRect = { [weak view] in
        guard let view, let item = source(view), !item.size.isEmpty else { return view?.bounds ?? .zero }
        return ContentMode.fit.placement(of: item.size, in: view.bounds)
      }
    }
  }

  /// Creates the show, which is not seen until ``open()``.
  ///
  /// - Parameters:
  ///   - parent: The view that fills the window.
  ///   - resumed: The item with which the show begins; `nil` for the first one.
  init(_ items: ScheduledItems, _ slides: KioskSlides, in parent: View, resumed: Resumption?) {
    (self.items, self.slides, self.parent, self.resumed) = (items, slides, parent, resumed)
    slides.onDamage = { [weak self] id, reason in
      guard let self, items.didFail(id, isDamaged: true, isEmpty: false) else { return }
      onSkip?(id, reason, true)
    }
  }

  private var runs: [Run] { [current, next?.run, leaving].compactMap { $0 } }
  /// The show that receives the items: the prepared one, else the one that is seen.
  private var newest: Run? { next?.run ?? current }

  /// The item that is shown.
  var shownID: KioskItemID? { newest?.view.shownID }
  /// The photo that is shown; `nil` for another content.
  var shownPhoto: PhotoID? { newest.flatMap { Self.photo(of: $0.view) } }
  /// The text of the shown item for visitors who do not see it.
  var spokenText: String { newest?.view.spokenText ?? "" }
  var isMoving: Bool { runs.contains { $0.view.isMoving || $0.transition.isMoving } }
  var isLoading: Bool { newest?.view.isLoading == true }

  private static func photo(of view: AttractView) -> PhotoID? {
    view.shownItem?.photos.first?.id
  }

  // MARK: Beginning and end

  /// Opens the first show.
  func open() {
    let run = makeRun()
    current = run
    place(run)
    run.transition.open(animated: false)
  }

  /// Shrinks the show into the picture of the carousel that it shows.
  func shrink() {
    removeNext()
    leaving?.view.removeFromSuperview()
    leaving = current
    current = nil
    leaving?.view.isUserInteractionEnabled = false
    leaving?.view.accessibilityElementsHidden = true
    leaving?.transition.close()
  }

  /// Prepares a show behind the present view.
  ///
  /// - Parameter action: Called when its first item is painted, or after some time without one. It shows the show, with ``grow()``.
  func prepare(_ action: @escaping @MainActor () -> Void) {
    removeNext()
    (isReplacementDue, changedInUse) = (false, [])
    let run = makeRun()
    let end: @MainActor @Sendable () -> Void = { [weak self, weak run] in
      guard let self, let next, next.run === run else { return }
      next.timer?.cancel()
      self.next = nil
      current?.view.removeFromSuperview()
      current = next.run
      next.action()
    }
    next = (run, parent.startTimer(after: Self.longestPreparation, end), action)
    parent.insertSubview(run.view, at: 0)
    run.view.onCovered = end
    layOut()
    showItems()
  }

  /// The time after which a show without a painted item is shown, in seconds. Its backdrop is then seen.
  private static let longestPreparation = 20.0

  /// Lets the prepared show grow out of the carousel.
  func grow() {
    guard let current else { return }
    place(current)
    current.transition.open()
  }

  /// Adds or moves a show in front of the carousel, which is the rearmost view, and behind the service page.
  private func place(_ run: Run) { parent.insertSubview(run.view, at: 1) }

  /// Lets a show with the transition and order of a changed playlist replace the present one.
  func replace() {
    guard current != nil else { return }
    // A page stays under the hand of a visitor.
    guard !isInUse else {
      isReplacementDue = true
      return
    }
    prepare { [weak self] in
      guard let self, let current else { return }
      place(current)
      current.transition.open(animated: false)
    }
  }

  // MARK: Use of a page

  /// Whether a visitor uses the page that is shown. Its time stands still.
  var isInUse: Bool { current?.view.isInUse == true }

  /// Lets a visitor use the page that is shown.
  ///
  /// - Parameter point: The place of the first touch, in the coordinates of the window.
  /// - Returns: Whether a control of the page is there.
  func use(at point: Point) -> Bool {
    guard let view = current?.view, view.hasControl(at: point - view.frame.origin) else { return false }
    if next != nil { isReplacementDue = true }
    removeNext()
    view.isInUse = true
    return true
  }

  /// Lets the show go on.
  func endUse() {
    guard let view = current?.view, view.isInUse else { return }
    view.isInUse = false
    if let id = view.shownID { didShow(id, in: view) }
    let changed = changedInUse
    changedInUse = []
    itemsDidChange(changed)
    if isReplacementDue { replace() }
  }

  /// Releases the shows with their timers.
  func end() {
    removeNext()
    for run in [current, leaving] { run?.view.removeFromSuperview() }
    (current, leaving) = (nil, nil)
    steps?.leave(self)
  }

  private func removeNext() {
    next?.timer?.cancel()
    next?.run.view.removeFromSuperview()
    next = nil
  }

  private func makeRun() -> Run {
    let playlist = items.playlist
    let order: SlideshowOrder = playlist.isShuffled ? .random(seed: 1) : .list
    let settings = Slideshow<KioskItemID>.Settings(order: order, interval: playlist.duration)
    slides.mount = playlist.mat.map { SlideMount($0) }
    let view = AttractView(slides, settings, playlist.transitionKind)
    let run = Run(view) { [weak self] view in Self.photo(of: view).flatMap { self?.viewOfPhoto($0) } }
    view.onShow = { [weak self, weak view] id in if let view { self?.didShow(id, in: view) } }
    view.onSkip = { [weak self, weak view] id, reason in
      guard let self, let view else { return }
      onSkip?(id, reason, false)
      items.didFail(id, isDamaged: false, isEmpty: view.shownID == nil)
    }
    view.isHeld = isHeld
    view.step = { [weak self] due in self.flatMap { $0.steps?.time(for: due, of: $0) } ?? due }
    run.transition.onRest = { [weak self, weak run] isOpen in
      guard let self, !isOpen, let run, run === leaving else { return }
      leaving = nil
      run.view.removeFromSuperview()
    }
    return run
  }

  // MARK: Items

  private func didShow(_ id: KioskItemID, in view: AttractView) {
    let reason = nextReason ?? (items.isFallback ? "fallback" : "schedule")
    nextReason = nil
    let duration = resumedTime ?? remaining(of: view)
    resumedTime = nil
    onShow?(id, duration, reason)
    items.didShow(id)
  }

  /// The rest of the time of the item that a show shows, in seconds.
  private func remaining(of view: AttractView) -> Double {
    view.remaining ?? view.shownItem?.duration ?? items.playlist.duration
  }

  /// Shows the items that have changed, or does so when a visitor does not use a page any more.
  ///
  /// - Parameter changed: The photos whose files have changed.
  func itemsDidChange(_ changed: Set<PhotoID>) {
    slides.setItems(items.items)
    guard !isInUse else { return changedInUse.formUnion(changed) }
    showItems()
    let ids = items.ids(of: changed)
    if !ids.isEmpty { newest?.view.contentDidChange(of: ids) }
  }

  /// Passes the items to the show, and starts it with the first ones.
  private func showItems() {
    // During a visit, there is no show. The next one begins with the items of its time.
    guard !items.items.isEmpty, let run = newest else { return }
    run.view.setItems(items.items)
    guard !run.hasStarted else { return }
    if let resumed, !items.items.contains(where: { $0.id == resumed.id }), !items.isComplete { return }
    run.hasStarted = true
    run.view.start(at: resumed?.id, remaining: resumed?.remaining)
    if let resumed { (nextReason, resumedTime) = ("restart", resumed.remaining) }
    resumed = nil
  }

  /// Shows the next item, or the previous one.
  func step(back: Bool) {
    nextReason = "request"
    newest?.view.step(back: back)
  }

  /// Shows an item as soon as it is prepared.
  ///
  /// - Parameter path: The path of the item, or its last parts.
  /// - Returns: Whether the show has such an item.
  func show(_ path: String) -> Bool {
    // A pair has the path of its first picture.
    func first(where isSame: (String) -> Bool) -> KioskItem? {
      items.items.first { isSame($0.id.path) || $0.photos.contains { isSame($0.photo.path) } }
    }
    guard
      let item = first(where: { $0 == path })
        ?? first(where: { !path.isEmpty && $0.hasSuffix("/" + path) })
    else { return false }
    nextReason = "request"
    newest?.view.show(item.id)
    return true
  }

  /// The shows whose items change together with those of this one; `nil` if it is alone.
  var steps: StepGroup?

  /// Whether the time of the shown item stands still, because the show is not seen.
  var isHeld = false { didSet { for run in runs { run.view.isHeld = isHeld } } }

  /// Whether an item has a plain slide in place of a damaged picture.
  func isDamaged(_ id: KioskItemID) -> Bool { slides.isDamaged(id) }

  /// The path of the second picture of the pair that is shown.
  var shownPartner: String? {
    newest?.view.shownItem.flatMap { item in item.photos.count > 1 ? item.photos[1].photo.path : nil }
  }

  /// The item that is seen, with the rest of its time in seconds; `nil` before the first one and during a visit.
  var shown: (id: KioskItemID, remaining: Double)? {
    guard let view = current?.view, let id = view.shownItem?.id else { return nil }
    return (id, remaining(of: view))
  }

  // MARK: Layout

  /// The distance of the show from its usual place, in points. The show is larger than the window by ``shiftMargin`` on each side.
  var shift: Point? { didSet { if shift != oldValue { layOut() } } }
  /// The longest shift along each axis, in points.
  static let shiftMargin = 2.0

  func layOut() {
    items.fit(parent.size)
    var frame = parent.bounds
    if let shift {
      let margin = Self.shiftMargin
      frame = Rect(
        x: shift.x - margin, y: shift.y - margin, width: frame.size.width + 2 * margin,
        height: frame.size.height + 2 * margin)
    }
    for run in runs { run.view.frame = frame }
  }
}

extension Playlist {
  fileprivate var transitionKind: SlideshowTransition {
    transition.flatMap { SlideshowTransition(named: $0) } ?? .fade
  }
}
