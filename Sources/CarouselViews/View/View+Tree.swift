public import CarouselEngine

extension ItemView where Self: View {
  /// The view that contains this one, as the engine sees it.
  public var superview: (any ItemView)? {
    let view: View = self
    return view.container
  }
}

extension View {
  fileprivate var container: View? { superview }

  /// The view at the top of this tree; the view itself if it has no superview.
  public var root: View {
    var view = self
    while let superview = view.superview { view = superview }
    return view
  }

  /// The tree that shows the view; `nil` outside of a window.
  package var tree: ViewTree? { root.rootedTree }

  /// Whether the view belongs to a window.
  public var isInWindow: Bool { tree != nil }

  /// Returns whether the view is `other` or in it.
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

  /// Calls `body` with this view and all below it, each before its subviews.
  package func forEachInSubtree(_ body: (View) -> Void) {
    body(self)
    for subview in subviews { subview.forEachInSubtree(body) }
  }

  /// The view and those that contain it, the innermost first.
  package var chain: [View] {
    var chain: [View] = []
    var view: View? = self
    while let next = view {
      chain.append(next)
      view = next.superview
    }
    return chain
  }

  /// Whether this view is shown and enabled, without regard to its superviews.
  package var acceptsEvents: Bool { !isHidden && alpha >= 0.01 && isEnabled && isUserInteractionEnabled }

  /// Requests a frame from the window that shows the view.
  package func requestFrame() {
    guard let tree, !tree.isPreparing else { return }
    tree.onNeedsFrame?()
  }

  // MARK: Time

  /// Requests calls of ``animate(to:)``, one a frame, until that returns `false`.
  ///
  /// While the view is hidden or outside of a window, the calls pause.
  public func setNeedsAnimation() {
    wantsAnimation = true
    tree?.addAnimation(of: self)
  }

  /// Starts a timer on the clock of the window.
  ///
  /// - Parameters:
  ///   - seconds: The time until `action` is called.
  ///   - interval: The time between further calls; with `nil`, the default, there are none.
  ///   - action: Called on the main actor. The timer does not retain the view: capture it weakly.
  /// - Returns: The timer; `nil` outside of a window.
  public func startTimer(
    after seconds: Double, every interval: Double? = nil, _ action: @escaping @MainActor () -> Void
  ) -> (any ViewTimer)? {
    tree?.startTimer?(seconds, interval, action)
  }

  // MARK: Focus

  /// Whether keys go to this view first.
  public var isFocused: Bool { tree?.focus.focusedView === self }

  /// Whether the view has the focus and shows it: the user moves the focus with keys.
  public var isFocusVisible: Bool { isFocused && tree?.focus.isRingVisible == true }

  /// Moves the focus to this view. Returns whether it has the focus now: `false` if it is not in a window, not shown,
  /// disabled, or cannot become focused.
  ///
  /// UIKit: `becomeFirstResponder`.
  @discardableResult
  public func becomeFocused() -> Bool { tree?.focus.move(to: self) ?? false }

  /// Takes the focus away from this view, if it has it.
  ///
  /// UIKit: `resignFirstResponder`.
  public func resignFocus() { if isFocused { tree?.focus.clear() } }
}

/// A timer of ``View/startTimer(after:every:_:)``.
@MainActor
public protocol ViewTimer: AnyObject {
  /// Stops the timer. Nothing happens if it has fired or was canceled.
  func cancel()
}
