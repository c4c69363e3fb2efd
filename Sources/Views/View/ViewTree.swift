package import Drawing
package import Geometry
package import Input

/// A tree of views with its event handling, independent of a window.
///
/// The owner, such as a window, passes input and calls ``prepareFrame(at:)`` before it draws the layers of
/// ``forEachLayer(_:)``.
@MainActor
package final class ViewTree: ViewHost {
  /// The view at the top.
  package var root: View {
    didSet {
      guard root !== oldValue else { return }
      cancelEvents(of: oldValue)
      detach(oldValue)
      attach()
      viewsDidLeave()
    }
  }

  /// Passes input to the views.
  private(set) lazy var input = InputDispatcher(of: self)
  /// Returns the parts of the window that receive input before the views, in order.
  package var inputHandlers: () -> [any InputHandler] = { [] }
  /// Manages the focus: the view that keys go to.
  package private(set) lazy var focus: FocusManager = {
    let focus = FocusManager(
      root: { [weak self] in self?.modalView ?? self?.root },
      fallback: { [weak self] in self?.keyEntrance })
    focus.onChange = { [weak self] in
      self?.updateActivity()
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

  /// The part of the window that presents views in front of the tree; `nil` outside of a window. The module of the
  /// presented views declares its protocol.
  package weak var presenter: AnyObject?

  /// The view of another tree for which the window of this tree was opened, such as the button of a popover; `nil`, the
  /// default, for none. Commands that no view of this tree handles are looked up from there.
  package weak var openingView: View?

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
  /// Paints the subviews of a view into a canvas, if the view layers its subviews but is painted into the pixels of
  /// another view.
  package var paintSubviews: ((View, Canvas) -> Void)?
  /// Whether the assignment of pixels to views may have changed since the last ``updateLayers()``.
  private(set) var needsLayerUpdate = true

  package func setNeedsLayerUpdate() { needsLayerUpdate = true }
  private var animations = ViewAnimations()

  /// Moves the properties of views; see ``View/animate(_:_:completion:)``.
  let animator = PropertyAnimator()
  /// The motions that are advanced in each frame: the animator, and the transitions of shared elements.
  private lazy var motions: [any FrameMotion] = [animator]

  /// Creates a tree.
  package init(root: View) {
    self.root = root
    attach()
  }

  private func attach() {
    root.removeFromSuperview()
    // A view can be the root of one tree only. The other tree gets an empty root.
    if let other = root.tree, other !== self { other.root = View() }
    root.rootedHost = self
    root.forEachInSubtree { $0.treeDidChange(to: self) }
    needsLayerUpdate = true
    setNeedsFrame()
  }

  private func detach(_ root: View) {
    guard root.rootedHost === self else { return }
    root.rootedHost = nil
    root.forEachInSubtree {
      removeAnimation(of: $0)
      $0.treeDidChange(to: nil)
    }
  }

  /// Cancels the timers of all views, which can start no more, because the window is closed.
  package func cancelTimers() {
    startTimer = nil
    input.cancelTimer()
    // Also those of views that have left the tree, and wait to be used again.
    for timer in timers { timer.timer?.cancel() }
    timers = []
    endMotions()
  }

  private struct WeakTimer { weak var timer: OwnedTimer? }
  /// The timers that views have started in this tree.
  private var timers: [WeakTimer] = []

  /// Registers a timer, which is canceled when the window closes.
  func didStart(_ timer: OwnedTimer) {
    timers.removeAll { $0.timer?.isRunning != true }
    timers.append(WeakTimer(timer: timer))
  }

  // Views may outlive their tree.
  isolated deinit { endMotions() }

  private func endMotions() { for motion in motions { motion.end() } }

  /// Begins to advance a motion in each frame.
  func add(_ motion: any FrameMotion) {
    if !motions.contains(where: { $0 === motion }) { motions.append(motion) }
    setNeedsFrame()
  }

  /// Advances a motion no longer.
  func remove(_ motion: any FrameMotion) { motions.removeAll { $0 === motion } }

  package func viewsDidLeave() { for motion in motions { motion.viewsDidLeave() } }

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
  package func addAnimation(of view: View) {
    animations.add(view)
    setNeedsFrame()
  }

  /// Ends the calls of ``View/animate(to:)`` of a view that leaves the tree. The view's `wantsAnimation` stays
  /// set.
  package func removeAnimation(of view: View) { animations.remove(view) }

  /// Whether an animated view is visible, or views move.
  package var isAnimating: Bool { animations.isRunning || motions.contains { $0.isMoving } }

  /// Animates and lays out the views, and decides on their layers.
  package func prepareFrame(at now: Timestamp) {
    isFrameRequested = false
    prepareViews(at: now)
    guard AccessibilityHub.isAnyListening, accessibility.deliver(focused: focus.focusedView) else { return }
    // The listener may have changed views. The frame shows the changes of their layout; the next frame, which the changes have
    // requested, shows the others.
    isPreparing = true
    defer { isPreparing = false }
    root.layoutIfNeeded()
    updateLayers()
  }

  private func prepareViews(at now: Timestamp) {
    isPreparing = true
    defer { isPreparing = false }
    input.deliverMotions()
    for motion in motions { motion.advance(to: now) }
    // `animate(to:)` may start animations, also of the same view.
    for view in animations.due where view.tree === self {
      view.wantsAnimation = false
      if view.animate(to: now) { view.wantsAnimation = true }
    }
    animations.removeIdle()
    root.layoutIfNeeded()
    advanceParticipants(to: now)
    for participant in participants where participant.frameStep == .follow {
      participant.prepareFrame(at: now)
    }
    for motion in motions { motion.follow() }
    focus.restore()
    root.layoutIfNeeded()
    input.updateHover()
    root.layoutIfNeeded()
    updateLayers()
  }

  /// Whether a frame is being prepared. Changes during the preparation do not request another frame.
  package private(set) var isPreparing = false

  // MARK: Participants

  private struct WeakParticipant {
    weak var view: (any FrameParticipant)?
    let number: Int
  }
  private var participantReferences: [WeakParticipant] = []
  private var lastParticipantNumber = -1

  /// The participants of the tree, in the order in which they were added.
  package var participants: [any FrameParticipant] { participantReferences.compactMap(\.view) }

  /// The view that receives keys while no view has the focus.
  private var initialFocus: View? { participants.first { $0.receivesInitialFocus } }

  /// The view at which keys begin while no view has the focus.
  private var keyEntrance: View {
    var view = modalView ?? initialFocus ?? root
    while let inner = view.keyEntrance, inner !== view, inner.isDescendant(of: view) { view = inner }
    return view
  }

  /// Adds a participant. The first one of the window that receives the initial focus gets it.
  package func add(_ view: any FrameParticipant) {
    let isFirst = initialFocus == nil
    remove(view)
    lastParticipantNumber += 1
    participantReferences.append(WeakParticipant(view: view, number: lastParticipantNumber))
    if isFirst, view.receivesInitialFocus, focus.focusedView == nil { focus.move(to: view) }
    updateActivity()
  }

  /// Removes a participant, which takes part in no more frames.
  package func remove(_ view: any FrameParticipant) {
    participantReferences.removeAll { $0.view == nil || $0.view === view }
  }

  /// Returns the number of a participant. Numbers are never reused in a window.
  package func number(of view: any FrameParticipant) -> Int {
    participantReferences.first { $0.view === view }?.number ?? 0
  }

  /// Advances the participants. One that is inside a subview of another may enter or leave the tree meanwhile.
  private func advanceParticipants(to now: Timestamp) {
    var done: Set<Int> = []
    while let next = participantReferences.first(where: {
      !done.contains($0.number) && $0.view?.frameStep == .advance
    }) {
      done.insert(next.number)
      next.view?.prepareFrame(at: now)
      root.layoutIfNeeded()
    }
  }

  /// Whether an animation or a participant needs another frame.
  package var isMoving: Bool { isAnimating || participants.contains { $0.needsFrame } }

  /// The earliest time at which a participant at rest needs a frame; `nil` if none waits for a time.
  package var wakeTime: Timestamp? { participants.compactMap(\.wakeTime).min() }

  /// Whether the window has the keyboard focus.
  package var hasKeyboard = false {
    didSet { if hasKeyboard != oldValue { updateActivity() } }
  }
  /// Returns whether the window is hidden, so that motions pause. The owner calls ``suspensionDidChange()`` when the value
  /// has changed.
  package var isSuspended: () -> Bool = { false }

  /// Pauses or resumes the motions.
  package func suspensionDidChange() { updateActivity() }

  /// Reports the focus and the visibility of the window to all participants.
  private func updateActivity() {
    for view in participants {
      view.activityDidChange(
        isFocused: hasKeyboard && focus.focusedView?.isDescendant(of: view) == true,
        isSuspended: isSuspended())
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

  /// Cancels a contact of a view, because a part of the window uses it, for example for a long press.
  package func cancelContact(_ id: Int, time: Timestamp) { input.canceled(id, time: time) }

  /// Makes a view or an interaction the owner of a contact that it tracks, because it recognizes a gesture without a move.
  package func claimContact(_ id: Int, by participant: AnyObject) { input.claim(id, by: participant) }

  /// Whether a view follows a contact.
  package var isTrackingContacts: Bool { input.isTracking }

  /// Whether a view follows a button of a pointer, or the tip of a pen.
  package func isTracking(pointer id: Int) -> Bool { input.isTracking(pointer: id) }

  /// Returns the views under a pointer or pen, the deepest first.
  package func hoveredViews(under pointer: Int) -> [View] { input.hoveredViews(under: pointer) }

  /// Returns the shape of a pointer or pen that the views request; `nil` if they request none.
  package func shape(ofPointer id: Int) -> CursorShape? { input.shape(ofPointer: id) }

  /// Updates which views have their own pixels, if that may have changed.
  package func updateLayers() {
    guard needsLayerUpdate else { return }
    needsLayerUpdate = false
    LayerAssignment.update(root)
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
    for (view, frame) in zip(dropViews, dropFrames) {
      guard let context = self.context(of: view) else { continue }
      let outline = FocusOutline(rect: view.bounds, cornerRadius: view.cornerRadius)
      frame.forEachLayer(outline, of: view, context, body)
    }
  }
  private let focusFrame = FocusFrame()
  private var dropFrames: [FocusFrame] = []

  /// The views that have a ring because dragged content can be dropped on them.
  package var dropViews: [View] = [] {
    didSet {
      guard dropViews.map({ ObjectIdentifier($0) }) != oldValue.map({ ObjectIdentifier($0) }) else { return }
      while dropFrames.count < dropViews.count { dropFrames.append(FocusFrame()) }
      setNeedsFrame()
    }
  }

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
