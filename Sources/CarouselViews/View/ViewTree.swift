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

  /// Passes input to the views.
  private(set) lazy var input = InputDispatcher(of: self)
  /// Returns the parts of the window that receive input before the views, in order.
  package var inputHandlers: () -> [any InputHandler] = { [] }
  /// Manages the focus: the view that keys go to.
  package private(set) lazy var focus: FocusRing = {
    let focus = FocusRing(
      root: { [weak self] in self?.modalView ?? self?.root },
      fallback: { [weak self] in self?.modalView ?? self?.carouselViews.first })
    focus.onChange = { [weak self] in
      self?.updateCarousels()
      if AccessibilityHub.isAnyListening { self?.accessibility.addFocus() }
      self?.root.requestFrame()
      self?.onFocusChange?()
    }
    return focus
  }()

  /// Notifies a listener of the changes of elements.
  package private(set) lazy var accessibility = AccessibilityHub()

  /// The view that keeps the focus within it, such as an alert in front of the other views; `nil`, the default, if the
  /// focus may be in any view. When it is set, the contacts of all views are canceled.
  package weak var modalView: View? {
    didSet {
      if modalView !== oldValue { root.accessibilityChanged(.children) }
      guard let modalView, modalView !== oldValue else { return }
      input.cancelAll()
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
  /// Whether a frame was requested since the last one was prepared.
  private(set) var isFrameRequested = false

  /// Requests a frame. Movements of pointers and contacts wait for it.
  package func setNeedsFrame() {
    isFrameRequested = true
    onNeedsFrame?()
  }
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
    setNeedsFrame()
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
    input.cancelTimer()
    root.forEachInSubtree { for timer in $0.timers { timer.cancel() } }
  }

  /// Cancels the contacts of a view that leaves the tree or no longer receives events, ends its hovering and
  /// takes its focus.
  package func cancelEvents(of view: View) {
    input.remove(view)
    focus.remove(view)
  }

  /// Converts a point of the window to the root's coordinates.
  package func rootPoint(at point: Point) -> Point {
    Homography(root.mapToSuperview).sourcePoint(seenAt: point) ?? point
  }

  /// Begins to call ``View/animate(to:)`` of `view`, once a frame.
  func addAnimation(of view: View) {
    animations.add(view)
    setNeedsFrame()
  }

  /// Ends the calls of ``View/animate(to:)`` of a view that leaves the tree. The view's `wantsAnimation` stays
  /// set.
  func removeAnimation(of view: View) { animations.remove(view) }

  /// Whether an animated view is visible.
  package var isAnimating: Bool { animations.isRunning }

  /// Animates and lays out the views, and decides on their layers.
  package func prepareFrame(at now: Timestamp) {
    isFrameRequested = false
    isPreparing = true
    defer { isPreparing = false }
    input.deliverMotions()
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
    input.updateHover()
    root.layoutIfNeeded()
    updateLayers()
    if AccessibilityHub.isAnyListening {
      accessibility.deliver(isMoving: isMoving, focused: focus.focusedView)
    }
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

  /// Handles an event of an input device. All input of the views enters here.
  ///
  /// The parts of the window receive the event first, in the order of ``inputHandlers``, such as the title bar and the
  /// popups. Then keys go to the focused view, and other events to the views below the contact or the pointer.
  ///
  /// - Returns: Whether a part of the window or a view has used the event. A contact is used if a view tracks it.
  @discardableResult
  package func handle(_ event: InputEvent) -> Bool { input.handle(event) }

  /// Delivers the movements that wait for the next frame, before a decision that depends on them.
  package func deliverMotions() { input.deliverMotions() }

  /// Cancels a contact of a view, because a part of the window uses it, for example for a context menu.
  package func cancelContact(_ id: Int, time: Timestamp) { input.canceled(id, time: time) }

  /// Whether a view follows a contact.
  package var isTrackingContacts: Bool { input.isTracking }

  /// Returns the views under a pointer or pen, the deepest first.
  package func hoveredViews(under pointer: Int) -> [View] { input.hoveredViews(under: pointer) }

  /// Returns the shape of a pointer or pen that the views request; `nil` if they request none.
  package func shape(ofPointer id: Int) -> PointerShape? { input.shape(ofPointer: id) }

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
