package import CarouselEngine
package import Drawing
package import Geometry

/// A tree of views with its event handling, independent of a window.
///
/// The owner, such as a window, passes input and calls ``prepareFrame(at:)`` before it draws the layers of
/// ``forEachLayer(_:)``.
@MainActor
package final class ViewTree {
  /// The view at the top.
  package var root: View {
    didSet {
      guard root !== oldValue else { return }
      cancelEvents(of: oldValue)
      detach(oldValue)
      attach()
    }
  }

  /// Passes contacts to views.
  package let contacts = ContactRouter()
  /// Passes pointer movements, scrolls and pinches to views.
  package let pointer = PointerRouter()
  /// Manages the focus: the view that keys go to.
  package private(set) lazy var focus: FocusRing = {
    let focus = FocusRing(
      root: { [weak self] in self?.modalView ?? self?.root },
      fallback: { [weak self] in self?.modalView ?? self?.carouselViews.first })
    focus.onChange = { [weak self] in
      self?.updateCarousels()
      self?.root.requestFrame()
      self?.onFocusChange?()
    }
    return focus
  }()

  /// The view that keeps the focus within it, such as an alert in front of the other views; `nil`, the default, if the
  /// focus may be in any view. When it is set, the contacts of all views are canceled.
  package weak var modalView: View? {
    didSet {
      guard let modalView, modalView !== oldValue else { return }
      contacts.remove(root)
      taps.cancelAll()
      pointer.remove(root)
      if focus.focusedView?.isDescendant(of: modalView) == false { focus.clear() }
    }
  }

  /// Called after the focus has moved.
  package var onFocusChange: (() -> Void)?
  /// The clipboard of the window's seat; `nil` outside of a window.
  package var clipboard: (any TextClipboard)?
  /// The clipboard with the last selected text of the seat, which the middle button pastes; `nil` outside of a
  /// window.
  package var primarySelection: (any TextClipboard)?

  /// Shows the popups of the views; `nil` outside of a window.
  package weak var presenter: (any PopupPresenter)?

  /// The number of pixels per point of the window.
  package var scale = 1.0 {
    didSet { if scale != oldValue { root.forEachInSubtree { $0.scaleDidChange() } } }
  }
  /// Called when a frame is needed.
  package var onNeedsFrame: (() -> Void)?
  /// Starts a timer, which runs until it is canceled or the result is released. The arguments are the delay and the
  /// interval in seconds, and the action.
  package var startTimer: ((Double, Double?, @escaping @MainActor () -> Void) -> any ViewTimer)?
  /// Called with a sentence about content that a view cannot show.
  package var onProblem: ((String) -> Void)?
  /// Paints the items of a carousel into a canvas, if the carousel is painted into the pixels of another view.
  package var paintCarousel: ((CarouselView, Canvas) -> Void)?
  /// Whether the assignment of pixels to views may have changed since the last ``updateLayers()``.
  package var needsLayerUpdate = true
  private var animations = ViewAnimations()

  /// Creates a tree.
  package init(root: View) {
    self.root = root
    attach()
  }

  private func attach() {
    root.removeFromSuperview()
    // A view can be the root of one tree only. The other tree gets an empty root.
    if let other = root.rootedTree, other !== self { other.root = View() }
    root.rootedTree = self
    root.forEachInSubtree { $0.treeDidChange(to: self) }
    needsLayerUpdate = true
    onNeedsFrame?()
  }

  private func detach(_ root: View) {
    guard root.rootedTree === self else { return }
    root.rootedTree = nil
    root.forEachInSubtree {
      removeAnimation(of: $0)
      $0.treeDidChange(to: nil)
    }
  }

  /// Cancels the timers of all views, which can start no more, because the window is closed.
  package func cancelTimers() {
    startTimer = nil
    root.forEachInSubtree { for timer in $0.timers { timer.cancel() } }
  }

  /// Cancels the contacts of a view that leaves the tree or no longer receives events, ends its hovering and
  /// takes its focus.
  package func cancelEvents(of view: View) {
    contacts.remove(view)
    pointer.remove(view)
    focus.remove(view)
  }

  /// Converts a point of the window to the root's coordinates.
  package func rootPoint(at point: Point) -> Point {
    Homography(root.mapToSuperview).sourcePoint(seenAt: point) ?? point
  }

  /// Begins to call ``View/animate(to:)`` of `view`, once a frame.
  func addAnimation(of view: View) {
    animations.add(view)
    onNeedsFrame?()
  }

  /// Ends the calls of ``View/animate(to:)`` of a view that leaves the tree. The view's `wantsAnimation` stays
  /// set.
  func removeAnimation(of view: View) { animations.remove(view) }

  /// Whether an animated view is visible.
  package var isAnimating: Bool { animations.isRunning }

  /// Animates and lays out the views, and decides on their layers.
  package func prepareFrame(at now: Timestamp) {
    isPreparing = true
    defer { isPreparing = false }
    // `animate(to:)` may start animations, also of the same view.
    for view in animations.due where view.tree === self {
      view.wantsAnimation = false
      if view.animate(to: now) { view.wantsAnimation = true }
    }
    animations.removeIdle()
    root.layoutIfNeeded()
    updateCarouselFrames(at: now)
    for control in pageControls { control.update() }
    focus.restore()
    root.layoutIfNeeded()
    pointer.updateHover(in: root)
    root.layoutIfNeeded()
    updateLayers()
  }

  /// Whether a frame is being prepared. Changes during the preparation do not request another frame.
  package private(set) var isPreparing = false

  // MARK: Carousels

  private struct WeakCarousel {
    weak var view: CarouselView?
    let number: Int
  }
  private var carousels: [WeakCarousel] = []
  private var lastCarouselNumber = -1

  /// The carousels of the tree, in the order in which they were added.
  package var carouselViews: [CarouselView] { carousels.compactMap(\.view) }

  /// Adds a carousel. The first one of the window gets the focus, so that keys scroll it.
  func add(_ view: CarouselView) {
    let isFirst = carouselViews.isEmpty
    lastCarouselNumber += 1
    carousels.append(WeakCarousel(view: view, number: lastCarouselNumber))
    if isFirst, focus.focusedView == nil { focus.move(to: view) }
    updateCarousels()
  }

  /// Removes a carousel, which gets no more frames.
  func remove(_ view: CarouselView) {
    carousels.removeAll { $0.view == nil || $0.view === view }
    view.carousel.isOffscreen = true
  }

  /// Returns the number of a carousel. Numbers are never reused in a window.
  package func number(of view: CarouselView) -> Int { carousels.first { $0.view === view }?.number ?? 0 }

  /// Advances the carousels. A carousel inside an item of another one may enter or leave the tree meanwhile.
  private func updateCarouselFrames(at now: Timestamp) {
    var done: Set<Int> = []
    while let next = carousels.first(where: { !done.contains($0.number) }) {
      done.insert(next.number)
      next.view?.update(to: now)
      root.layoutIfNeeded()
    }
  }

  private var pageControlReferences: [WeakPageControl] = []
  private struct WeakPageControl { weak var control: PageControl? }
  /// The page controls of the tree.
  private var pageControls: [PageControl] { pageControlReferences.compactMap(\.control) }

  /// Adds a page control. Each frame reads its position.
  func add(_ control: PageControl) {
    remove(control)
    pageControlReferences.append(WeakPageControl(control: control))
  }

  func remove(_ control: PageControl) {
    pageControlReferences.removeAll { $0.control == nil || $0.control === control }
  }

  /// Whether an animation or a carousel needs another frame.
  package var isMoving: Bool { isAnimating || carouselViews.contains { $0.carousel.needsFrame } }

  /// The earliest time at which a carousel at rest needs a frame; `nil` if no carousel is waiting for a time.
  package var wakeTime: Timestamp? { carouselViews.compactMap(\.carousel.wakeTime).min() }

  /// Whether the window has the keyboard focus.
  package var hasKeyboard = false {
    didSet { if hasKeyboard != oldValue { updateCarousels() } }
  }
  /// Whether the window is hidden, so that autoplay pauses.
  package var isSuspended = false {
    didSet { if isSuspended != oldValue { updateCarousels() } }
  }

  /// Sets `isFocused` and `isOffscreen` of all carousels.
  private func updateCarousels() {
    for view in carouselViews {
      view.carousel.isFocused = hasKeyboard && focus.focusedView?.isDescendant(of: view) == true
      view.carousel.isOffscreen = isSuspended
    }
  }

  // MARK: Input

  /// The views that get the focus when a touch is lifted.
  private var taps = TapFocus()

  /// Begins a contact at a point of the window. The deepest view under it that can have the focus gets the
  /// focus: at once for a pointer, otherwise when the contact ends as a tap.
  package func contactBegan(
    _ id: Int, _ kind: Contact.Kind, at point: Point, time: Timestamp, modifiers: KeyPress.Modifiers = []
  ) {
    root.layoutIfNeeded()
    pointer.endScroll(time: time)
    let position = rootPoint(at: point)
    let contact = Contact(id: id, kind: kind, at: position, time: time, modifiers: modifiers)
    if contact.isPrimary {
      focus.isRingVisible = false
      let target = root.hitTest(position)?.chain.first { $0.canBecomeFocused && $0.isReachable }
      if case .pointer = kind {
        if let target { focus.move(to: target) }
      } else {
        taps.began(id, on: target)
      }
    }
    contacts.began(contact, in: root)
  }

  /// Moves a contact to a point of the window.
  package func contactMoved(_ id: Int, to point: Point, time: Timestamp) {
    contacts.moved(id, to: rootPoint(at: point), time: time)
  }

  /// Ends a contact at a point of the window.
  package func contactEnded(_ id: Int, at point: Point, time: Timestamp) {
    let position = rootPoint(at: point)
    // The views are notified afterwards, because the action of a tap may move the focus.
    if let target = taps.ended(id, at: position, owner: contacts.owner(of: id)) { focus.move(to: target) }
    contacts.ended(id, at: position, time: time)
  }

  /// Cancels a contact.
  package func contactCanceled(_ id: Int, time: Timestamp) {
    taps.canceled(id)
    contacts.canceled(id, time: time)
  }

  /// Passes a key to the focused view and its superviews. A key that no view uses may move the focus.
  @discardableResult
  package func keyPressed(_ key: KeyPress) -> Bool { focus.press(key) || focus.handle(key) }

  /// Updates which views have their own pixels, if that may have changed.
  package func updateLayers() {
    guard needsLayerUpdate else { return }
    needsLayerUpdate = false
    LayerRoles.update(root)
    needsLayerUpdate = false
  }

  /// Passes the layers to `body`, back to front. The map of a layer leads to the window's points.
  package func forEachLayer(_ body: (ViewLayer) -> Void) {
    guard let context = rootContext else { return }
    root.forEachLayer(context, body)
    if let focused = focus.focusedView, let outline = focused.focusOutline,
      let context = self.context(of: focused)
    {
      focusFrame.forEachLayer(outline, of: focused, context, body)
    }
  }
  private let focusFrame = FocusFrame()

  /// Returns the map, the opacity and the clip with which the subviews of `view` are shown in the window; `nil` if the view
  /// is hidden or not in the tree.
  package func subviewContext(of view: View) -> LayerContext? { context(of: view)?.clipped(by: view) }

  /// Returns the context of `view`; `nil` if the view is hidden or not in the tree.
  private func context(of view: View) -> LayerContext? {
    let path = view.chain.reversed()
    guard path.first === root, var context = rootContext else { return nil }
    for (superview, subview) in zip(path, path.dropFirst()) {
      guard let inner = context.clipped(by: superview).entering(subview, of: superview) else { return nil }
      context = inner
    }
    return context
  }

  /// The context of the root view; `nil` if it is hidden.
  private var rootContext: LayerContext? {
    guard !root.isHidden, root.alpha > 0 else { return nil }
    return LayerContext(
      map: Homography(root.mapToSuperview), alpha: min(max(root.alpha, 0), 1),
      window: Rect(origin: .zero, size: root.size))
  }
}
