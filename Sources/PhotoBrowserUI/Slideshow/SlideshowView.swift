package import CarouselUI
package import PhotoBrowsing
@_spi(Subclassing) package import Views

/// A page that shows a slideshow of any content.
///
/// ``Slideshow`` decides what is shown when; the page makes the slides and draws the transitions. Between two transitions of slides
/// that do not move, it draws no frame.
package final class SlideshowView<ID: Hashable & Sendable>: ContainerView {
  /// Called when a slide begins to appear.
  package var onShow: ((ID) -> Void)?
  /// Called when an entry is skipped.
  package var onSkip: ((ID, Slideshow<ID>.SkipReason) -> Void)?
  /// Called after the show was paused or resumed.
  package var onPauseChange: ((Bool) -> Void)?
  /// Called when a slide covers the page for the first time.
  package var onCovered: (() -> Void)?

  /// Returns the time at which the shown entry is replaced, for the time at which it was shown long enough; `nil` for this time.
  package var step: ((_ due: Double) -> Double)?

  /// Whether a touch pauses the show and a swipe steps through it, and whether the page tells that it is paused, or why nothing is
  /// shown; by default `true`.
  package var isSteeredByTouch = true

  private let content: any SlideshowContent<ID>
  /// How a slide replaces another one.
  package var transition: SlideshowTransition
  private var show: Slideshow<ID>
  /// The inputs that wait for the next frame, whose time is their time.
  private var inputs: [(inout Slideshow<ID>, Double) -> [Slideshow<ID>.Action]] = []
  /// The entry that is being prepared.
  private var preparation: SlidePreparation<ID>?
  /// The shown entry, which is prepared again because its content or the size of the page has changed.
  private var renewal: SlidePreparation<ID>?
  /// The slide that is shown, or appears.
  private var current: ShownSlide<ID>?
  /// The slide that is replaced.
  private var leaving: ShownSlide<ID>?
  private var change: Change?
  private var timer: (any ViewTimer)?
  private var box = PhotoBox(size: .zero, scale: 1)
  private var slideCount = 0
  private var press: Press?
  private let status = SlideshowStatus()
  private lazy var carousel = SlideCarousel()

  /// The duration of a transition, in seconds.
  private static var longestChange: Double { 1 }
  /// The duration of a transition that the user has requested, in seconds.
  private static var directChange: Double { 0.3 }
  /// A drag of this distance across is a swipe, in points.
  private static var swipeDistance: Double { 60 }

  /// A running transition.
  private struct Change {
    let transition: SlideshowTransition
    let duration: Double
    let start: Double
  }

  private struct Press {
    let id: Int
    /// Whether the press has paused the show.
    let hasPaused: Bool
  }

  /// Creates a page. The show begins with ``start(at:)``.
  ///
  /// - Parameters:
  ///   - content: Makes the slides.
  ///   - settings: The order and the interval.
  ///   - transition: How a slide replaces another one.
  package init(
    _ content: any SlideshowContent<ID>, _ settings: Slideshow<ID>.Settings = Slideshow<ID>.Settings(),
    transition: SlideshowTransition = .fade
  ) {
    (self.content, self.transition) = (content, transition)
    show = Slideshow(settings)
    super.init()
    clipsToBounds = true
    accessibilityLabel = "Slideshow"
    addSubview(status)
  }

  package override var semantics: Semantics {
    var semantics = Semantics(.group, label: "Slideshow", children: .subviews)
    let isPaused = isPaused
    semantics.states = .live
    semantics.actions = [
      AccessibilityAction(.custom(isPaused ? "continue" : "pause")) { [weak self] in self?.togglePause() },
      AccessibilityAction(.custom("next")) { [weak self] in self?.step(back: false) },
      AccessibilityAction(.custom("previous")) { [weak self] in self?.step(back: true) },
    ]
    return semantics
  }

  // MARK: The show

  /// The entry that is shown, or appears; `nil` before the first one.
  package var shownID: ID? { current?.id }
  /// The view of the shown entry.
  package var shownSlide: View? { current?.slide }
  /// The rest of the time of the shown entry at the last frame, in seconds; `nil` until its first frame.
  package var remaining: Double? { show.remaining(at: lastTime) }
  /// Whether the time of the shown entry stands still.
  package private(set) var isPaused = false
  /// Whether a slide moves, or is painted to be shown.
  package var isMoving: Bool {
    change != nil || !inputs.isEmpty || preparation?.isPainting == true || renewal?.isPainting == true
      || current?.isMoving(at: lastTime) == true
  }
  /// Whether an entry is being prepared.
  package var isLoading: Bool { [preparation, renewal].contains { $0.map { $0.slide == nil } == true } }
  private var lastTime = 0.0

  /// Replaces the entries.
  package func setEntries(_ entries: [SlideshowEntry<ID>]) { enqueue { $0.setEntries(entries, now: $1) } }

  /// Begins the show at an entry; `nil` begins with the first one of the order.
  ///
  /// - Parameter seconds: The rest of its time, which an earlier run has left; `nil` for its whole time.
  package func start(at id: ID?, remaining seconds: Double? = nil) {
    enqueue { $0.start(at: id, remaining: seconds, now: $1) }
  }

  /// Shows an entry as soon as it is prepared.
  package func show(_ id: ID) { enqueue { $0.show(id, now: $1) } }

  /// Shows the next entry, or the previous one, as soon as it is prepared.
  package func step(back: Bool) { enqueue { $0.step(back: back, now: $1) } }

  /// Changes the time for each entry, and shows it for a moment.
  package func setInterval(_ interval: Double) {
    enqueue { $0.setInterval(interval, now: $1) }
    status.flash(Self.text(ofInterval: interval))
  }

  /// Returns an interval for the user, such as "7 seconds for each photo".
  private static func text(ofInterval interval: Double) -> String {
    let number = interval == interval.rounded() ? "\(Int(interval))" : "\(interval)"
    return interval == 1 ? "1 second for each photo" : "\(number) seconds for each photo"
  }

  /// Changes the order. The shown entry stays.
  package func setOrder(_ order: SlideshowOrder) { enqueue { $0.setOrder(order, now: $1) } }

  /// Prepares the next entry again, for another transition.
  package func prepareNextAgain() { if let id = show.nextID { enqueue { show, _ in show.invalidate([id]) } } }

  /// Prepares entries again whose content has changed.
  package func contentDidChange(of ids: Set<ID>) {
    enqueue { show, _ in show.invalidate(ids) }
    if let current, ids.contains(current.id) { renewsCurrent = true }
  }
  private var renewsCurrent = false

  /// Pauses the show, or lets it go on.
  package func togglePause() {
    isPaused.toggle()
    let isPaused = isPaused
    enqueue { [weak self] show, time in
      guard isPaused || self?.isHeld == true else { return show.resume(now: time) }
      show.pause(now: time)
      return []
    }
    showPause()
    setNeedsLayout()
    accessibilityChanged(.state)
    onPauseChange?(isPaused)
  }

  /// Lets the time of the shown entry stand still while the show is not seen, or lets it go on. Unlike a pause, it shows no mark.
  package func setHeld(_ isHeld: Bool) {
    guard isHeld != self.isHeld else { return }
    self.isHeld = isHeld
    enqueue { [weak self] show, time in
      guard isHeld || self?.isPaused == true else { return show.resume(now: time) }
      show.pause(now: time)
      return []
    }
  }
  private var isHeld = false

  private func showPause() { status.show(isPaused && isSteeredByTouch ? .paused : nil) }

  /// Passes the result of a preparation to the show, unless another one has replaced it by then.
  private func enqueue(
    for preparation: SlidePreparation<ID>?,
    _ input: @escaping (inout Slideshow<ID>, Double) -> [Slideshow<ID>.Action]
  ) {
    enqueue { [weak self] show, now in
      preparation != nil && preparation === self?.preparation ? input(&show, now) : []
    }
  }

  private func enqueue(_ input: @escaping (inout Slideshow<ID>, Double) -> [Slideshow<ID>.Action]) {
    inputs.append(input)
    setNeedsAnimation()
  }

  // MARK: Frames

  package override func animate(to now: Timestamp) -> Bool {
    layoutIfNeeded()
    // Slides are made for a size. The layout requests another frame.
    guard !box.size.isEmpty else { return false }
    let time = now.seconds
    lastTime = time
    advanceChange(to: time)
    let due = inputs
    inputs = []
    for input in due { perform(input(&show, time), at: time) }
    if let due = show.due, let time = step?(due) { show.postpone(until: time) }
    perform(show.advance(to: time), at: time)
    renewCurrent()
    for shown in [current, leaving] {
      shown?.setPaused(isPaused || isHeld, at: time)
      shown?.move(to: time)
    }
    setTimer(at: time)
    let isMoving = [current, leaving].contains { $0?.isMoving(at: time) == true }
    return change != nil || isMoving || !inputs.isEmpty
  }

  private func perform(_ actions: [Slideshow<ID>.Action], at time: Double) {
    for action in actions {
      switch action {
      case .prepare(let id): prepare(id)
      case .discard(let id): if preparation?.id == id { discard() }
      case .show(let id, let isDirect): begin(id, isDirect: isDirect, at: time)
      case .clear: clear()
      case .skip(let id, let reason):
        if preparation?.id == id { discard() }
        if current == nil, isSteeredByTouch, case .failed(let text) = reason { status.show(.failed(text)) }
        setNeedsLayout()
        onSkip?(id, reason)
      }
    }
  }

  /// Wakes the page when the next entry is due.
  private func setTimer(at time: Double) {
    timer?.cancel()
    timer = nil
    guard let wake = show.wakeTime else { return }
    // A microsecond less: rounding must not move the timer behind a frame at this time.
    timer = startTimer(after: max(wake - time - 1e-6, 0)) { [weak self] in self?.setNeedsAnimation() }
  }

  // MARK: Preparing

  private func prepare(_ id: ID) {
    discard()
    let preparation = SlidePreparation(id)
    self.preparation = preparation
    preparation.onReady = { [weak self, weak preparation] in
      self?.enqueue(for: preparation) { $0.didPrepare(id, now: $1) }
    }
    preparation.onFailure = { [weak self, weak preparation] failure in
      self?.enqueue(for: preparation) { $0.didFail(id, failure.reason, now: $1) }
    }
    preparation.start(content, for: setting(number: slideCount), in: self)
  }

  private func setting(number: Int) -> SlideSetting {
    SlideSetting(
      box: box, number: number, allowsMotion: transition == .kenBurns && !effectiveTheme.isMotionReduced)
  }

  private func discard() {
    preparation?.cancel()
    preparation = nil
  }

  /// Makes the slide of the shown entry again, and shows it in place of the former one when it is painted.
  private func renewCurrent() {
    if renewsCurrent, let current, change == nil {
      renewsCurrent = false
      endRenewal()
      let renewal = SlidePreparation(current.id)
      self.renewal = renewal
      renewal.onReady = { [weak self] in self?.setNeedsAnimation() }
      // The shown slide stays if it cannot be made again.
      renewal.onFailure = { [weak self] _ in self?.endRenewal() }
      renewal.start(content, for: setting(number: max(slideCount - 1, 0)), in: self)
    }
    guard let renewal, let slide = renewal.paintedSlide else { return }
    self.renewal = nil
    guard let current, current.id == renewal.id, change == nil else { return slide.removeFromSuperview() }
    slide.isPreparedWhileTransparent = false
    slide.alpha = 1
    current.slide.removeFromSuperview()
    current.slide = slide
    slide.move(to: 0)
  }

  private func endRenewal() {
    renewal?.cancel()
    renewal = nil
  }

  // MARK: Transitions

  private func begin(_ id: ID, isDirect: Bool, at time: Double) {
    guard let preparation, preparation.id == id, let slide = preparation.slide else { return }
    self.preparation = nil
    endChange()
    endRenewal()
    renewsCurrent = false
    showPause()
    slide.isPreparedWhileTransparent = false
    leaving = current
    current = ShownSlide(id, slide, movingFor: motionDuration(of: id))
    slideCount += 1
    slide.move(to: 0)
    var kind = transition
    if effectiveTheme.isMotionReduced, kind != .none { kind = .fade }
    // The first slide waits for nothing: it replaces a picture of the same entry, or an empty page.
    if leaving == nil { kind = .none }
    let longest = min(Self.longestChange, show.duration(of: id) / 2)
    change = Change(
      transition: kind, duration: isDirect ? min(longest, Self.directChange) : longest, start: time)
    switch kind {
    case .carousel(let type):
      if let leaving {
        carousel.begin(type, from: leaving.slide, to: slide, in: self, over: duration(of: change))
      }
    case .none: slide.alpha = 1
    case .fade, .kenBurns: break
    }
    accessibilityChanged(.children)
    onShow?(id)
  }

  private func duration(of change: Change?) -> Double { change?.duration ?? 0 }

  private func advanceChange(to time: Double) {
    guard let change, let current else { return }
    let part = change.duration > 0 ? min(max((time - change.start) / change.duration, 0), 1) : 1
    switch change.transition {
    case .none: break
    case .fade, .kenBurns: current.slide.alpha = part
    case .carousel: carousel.move(to: part)
    }
    if part > 0 || change.transition == .none { appear(at: time) }
    if part >= 1 || change.transition == .none { endChange() }
  }

  /// The frame that is being prepared is the first one with the slide.
  private func appear(at time: Double) {
    guard let current, current.appear(at: time) else { return }
    perform(show.didAppear(current.id, now: time), at: time)
  }

  private func endChange() {
    guard let change else { return }
    self.change = nil
    if case .carousel = change.transition { carousel.end(in: self) }
    leaving?.slide.removeFromSuperview()
    let isFirst = leaving == nil
    leaving = nil
    current?.slide.alpha = 1
    if isFirst { onCovered?() }
  }

  private func clear() {
    endChange()
    endRenewal()
    current?.slide.removeFromSuperview()
    current = nil
  }

  /// The time for which a slide is visible, in seconds.
  private func motionDuration(of id: ID) -> Double {
    let duration = show.duration(of: id)
    return duration + min(Self.longestChange, duration / 2)
  }

  // MARK: Layout

  package override func layoutSubviews() {
    status.layOut(in: bounds)
    carousel.layOut(in: bounds)
    let next = PhotoBox(size: size, scale: tree?.scale ?? 1)
    guard next != box else { return }
    box = next
    for shown in [current, leaving] { shown?.slide.fit(size) }
    prepareNextAgain()
    renewsCurrent = current != nil
    setNeedsAnimation()
  }

  package override func scaleDidChange() { setNeedsLayout() }

  // MARK: Events

  package override var canBecomeFocused: Bool { true }
  package override var hasFocusRing: Bool { false }

  /// A touch pauses the show at once; a tap on a paused one lets it go on; a swipe shows the next or the previous entry.
  package override func contactBegan(_ contact: Contact) -> ContactResponse {
    guard isSteeredByTouch, contact.isPrimary, press == nil else { return .ignored }
    press = Press(id: contact.id, hasPaused: !isPaused)
    if !isPaused { togglePause() }
    return .tracking
  }

  package override func contactEnded(_ contact: Contact) -> ContactResponse {
    guard let press, press.id == contact.id else { return .ignored }
    self.press = nil
    let way = contact.translation(in: self)
    if abs(way.x) >= Self.swipeDistance, abs(way.x) > abs(way.y) {
      let isRightToLeft = effectiveLayoutDirection == .rightToLeft
      step(back: (way.x > 0) != isRightToLeft)
      if press.hasPaused { togglePause() }
    } else if !press.hasPaused {
      togglePause()
    }
    return .claimed
  }

  package override func contactCanceled(_ contact: Contact) { if press?.id == contact.id { press = nil } }
}
