extension View {
  /// The root of the view tree: the last superview, or the view itself if it has no superview.
  public var root: View {
    var view = self
    while let superview = view.superview { view = superview }
    return view
  }

  /// The owner of the tree that contains the view; `nil` outside of a window.
  package var host: (any ViewHost)? { root.rootedHost }

  /// The tree that contains the view; `nil` outside of a window.
  package var tree: ViewTree? { host as? ViewTree }

  /// Whether the view belongs to a window.
  public var isInWindow: Bool { tree != nil }

  /// Returns whether the view is `other` or a descendant of `other`.
  ///
  /// UIKit: `isDescendantOfView:`.
  public func isDescendant(of other: View) -> Bool {
    var view: View? = self
    while let next = view {
      if next === other { return true }
      view = next.superview
    }
    return false
  }

  /// Calls `body` with this view and all its descendants, each before its subviews.
  package func forEachInSubtree(_ body: (View) -> Void) {
    body(self)
    for subview in subviews { subview.forEachInSubtree(body) }
  }

  /// The view and its superviews, from the view to the root.
  package var chain: [View] {
    var chain: [View] = []
    var view: View? = self
    while let next = view {
      chain.append(next)
      view = next.superview
    }
    return chain
  }

  /// Whether this view itself can receive events, regardless of its superviews.
  package var acceptsEvents: Bool { isShownAndEnabled && isUserInteractionEnabled }

  /// Whether this view itself is visible and enabled, regardless of its superviews.
  var isShownAndEnabled: Bool { !isHidden && alpha >= 0.01 && isEnabled && !layer.isConcealed }

  /// Requests a frame from the window that shows the view.
  package func requestFrame() {
    guard let host, !host.isPreparing else { return }
    host.setNeedsFrame()
  }

  // MARK: Time

  /// Requests calls of ``animate(to:)``, once per frame, until it returns `false`.
  ///
  /// The calls pause while the view is hidden or outside of a window.
  public func setNeedsAnimation() {
    wantsAnimation = true
    host?.addAnimation(of: self)
  }

  /// Starts a timer on the clock of the window.
  ///
  /// The view owns the timer. The timer runs until it has fired for the last time or is canceled, until the view is
  /// released, or until the window of the view closes.
  ///
  /// - Parameters:
  ///   - seconds: The time until `action` is called.
  ///   - interval: The time between further calls; with `nil`, the default, `action` is called once.
  ///   - action: Called on the main actor. Capture the view weakly: the view retains the closure while the timer runs.
  /// - Returns: The timer, with which you can cancel it; `nil` outside of a window.
  ///
  /// Foundation: `Timer.scheduledTimer`.
  @discardableResult
  public func startTimer(
    after seconds: Double, every interval: Double? = nil, _ action: @escaping @MainActor () -> Void
  ) -> (any ViewTimer)? {
    guard let start = tree?.startTimer else { return nil }
    let timer = OwnedTimer(of: self)
    timer.start(with: start, after: seconds, every: interval, action)
    timers.append(timer)
    tree?.didStart(timer)
    return timer
  }

  // MARK: Focus

  /// Whether the view has the focus and receives keys first.
  public var isFocused: Bool { tree?.focus.focusedView === self }

  /// Whether the view has the focus and shows it, because the user moves the focus with keys.
  public var isFocusVisible: Bool { isFocused && tree?.focus.isRingVisible == true }

  /// Moves the focus to this view. Returns whether the view has the focus now: `false` if it is outside of a
  /// window, invisible, disabled, or cannot become focused.
  ///
  /// UIKit: `becomeFirstResponder`.
  @discardableResult
  public func becomeFocused() -> Bool { tree?.focus.move(to: self) ?? false }

  /// Removes the focus from this view, if the view has it.
  ///
  /// UIKit: `resignFirstResponder`.
  public func resignFocus() { if isFocused { tree?.focus.clear() } }
}
