internal import Input

/// The focus of a view tree: the view that receives keys.
@MainActor
package final class FocusManager {
  /// The direction in which Tab or Shift-Tab moves the focus.
  enum Direction: Hashable, Sendable, CaseIterable {
    case forward, backward
  }

  /// The view with the focus.
  package private(set) weak var focusedView: View?
  /// Whether the focused view shows a ring. Moving the focus with a key sets it to `true`, and a press sets
  /// it to `false`.
  package var isRingVisible = false {
    didSet { if isRingVisible != oldValue { focusedView?.focusVisibilityChanged() } }
  }
  /// Called after the focus has moved.
  var onChange: (() -> Void)?
  /// The view that lost the focus because it left the tree. It gets the focus back if it returns before the
  /// next frame.
  private weak var lostView: View?
  /// The view at which keys begin while no view has the focus; `nil` for the fallback.
  private weak var keyView: View?
  /// The view that had the focus before Tab moved it to a view that does not take it by a press, such as a toolbar button.
  private weak var workingView: View?
  private let root: () -> View?
  private let fallback: () -> View?

  /// Creates the focus of a tree.
  ///
  /// - Parameters:
  ///   - root: Returns the root of the tree.
  ///   - fallback: Returns the view that receives keys while no view has the focus.
  init(root: @escaping () -> View?, fallback: @escaping () -> View? = { nil }) {
    self.root = root
    self.fallback = fallback
  }

  /// Moves the focus to `view`. Returns whether the view has the focus now.
  @discardableResult
  func move(to view: View) -> Bool {
    guard view.canBecomeFocused, view.isReachable, let root = root(), view.isDescendant(of: root) else {
      return false
    }
    set(view)
    return true
  }

  /// Removes the focus.
  func clear() { set(nil) }

  /// Removes the focus. Keys then begin at `view`, such as a page without views that can have the focus. Nothing happens if
  /// the view cannot receive keys.
  package func beginKeys(at view: View) {
    guard valid(view) != nil else { return }
    set(nil)
    keyView = view
  }

  /// The view with the focus, or the view at which keys begin without one; `nil` for the fallback.
  package var place: View? { focusedView ?? valid(keyView) }

  /// Returns `view` if keys can begin at it. A label can be a page although it receives no other events.
  private func valid(_ view: View?) -> View? {
    guard let view, let root = root(), view.isDescendant(of: root), view.superview?.isReachable ?? true,
      view.isShownAndEnabled
    else { return nil }
    return view
  }

  /// Moves the focus to the next or previous view in reading order. After the last view comes the first one. Returns
  /// `false` if no view can have the focus.
  ///
  /// GTK: `GtkWindow::move-focus`.
  @discardableResult
  func move(_ direction: Direction) -> Bool {
    guard let scope = scope(of: focusedView) else { return false }
    let targets = FocusOrder.stops(of: scope.focusTargets, focused: focusedView)
    let place = focusedView.flatMap { focused in targets.firstIndex { $0 === focused } }
    let next: Int
    switch (direction, place) {
    case (.forward, let place?): next = place + 1
    case (.backward, let place?): next = place - 1
    case (.forward, nil): next = 0
    case (.backward, nil): next = targets.count - 1
    }
    if targets.indices.contains(next) {
      set(targets[next])
      return true
    }
    // At the end of a scope, Tab continues after the scope itself.
    if scope.isFocusScope, place != nil, scope.canBecomeFocused, scope !== root() {
      set(scope)
      return direction == .backward ? true : move(direction)
    }
    let other = direction == .forward ? targets.first : targets.last
    set(other)
    return other != nil
  }

  /// Moves the focus to the first view inside the focus scope `view`. Returns whether there is such a view.
  ///
  /// - Parameter part: A part of the scope. Its first view is preferred.
  @discardableResult
  package func enter(_ view: View, at part: View? = nil) -> Bool {
    let targets = view.focusTargets
    let preferred = part.map { part in targets.filter { $0.isDescendant(of: part) } } ?? []
    let stops = FocusOrder.stops(of: preferred.isEmpty ? targets : preferred, focused: nil)
    guard let first = stops.first else { return false }
    isRingVisible = true
    set(first)
    return true
  }

  /// Moves the focus from a view inside a focus scope to the scope itself. Returns whether the focus has moved.
  @discardableResult
  func leaveScope() -> Bool {
    guard let focusedView, let scope = scope(of: focusedView), scope.isFocusScope, scope !== focusedView
    else {
      return false
    }
    return move(to: scope)
  }

  /// Moves the focus from `view` or a descendant to the nearest superview of `view` that can have it; without
  /// one, removes the focus.
  func remove(_ view: View) {
    guard let focusedView, focusedView.isDescendant(of: view) else { return }
    let lost = focusedView
    let next = view.superview?.chain.first { $0.canBecomeFocused && $0.isReachable }
    set(next)
    lostView = lost
  }

  /// Gives the focus back to a view that was removed and added again, as in a reload. Call it before each frame.
  func restore() {
    guard let lostView else { return }
    self.lostView = nil
    if lostView.tree != nil { move(to: lostView) }
  }

  /// Prevents ``restore()`` from giving the focus to `view` or a descendant, which now show other content.
  package func forget(_ view: View) {
    if lostView?.isDescendant(of: view) == true { lostView = nil }
  }

  /// Passes a key to the focused view and then to its superviews, until a view or an interaction of a view has used it.
  /// Returns whether one has used it.
  func press(_ key: KeyPress) -> Bool {
    receivers.contains { view in
      view.keyPressed(key)
        || view.interactions.contains { ($0 as? any KeyInteraction)?.keyPressed(key, on: view) == true }
    }
  }

  /// Passes the release of a key to the focused view and then to its superviews, until a view has used it. Returns
  /// whether a view has used it.
  func release(_ key: KeyPress) -> Bool { receivers.contains { $0.keyReleased(key) } }

  /// The views that receive keys, in order.
  package var receivers: [View] { (place ?? fallback() ?? root())?.chain ?? [] }

  /// The views that handle commands for the whole window, in order. A toolbar button that has the focus leaves them as they were.
  package var commandReceivers: [View] { valid(workingView)?.chain ?? receivers }

  /// Handles the keys that move the focus: Tab, Shift-Tab, and Escape inside a focus scope. Returns whether the
  /// focus moved.
  func handle(_ key: KeyPress) -> Bool {
    guard !key.isShortcut else { return false }
    if key.symbol == .tab || key.symbol == .backTab || key.symbol == .escape { isRingVisible = true }
    switch key.symbol {
    case .backTab: return move(.backward)
    case .tab: return move(key.modifiers.contains(.shift) ? .backward : .forward)
    case .escape: return leaveScope()
    default: return false
    }
  }

  /// Returns the innermost focus scope around `view`, or the root. A view that is a scope is not its own scope.
  private func scope(of view: View?) -> View? {
    view?.superview?.chain.first { $0.isFocusScope } ?? root()
  }

  private func set(_ view: View?) {
    lostView = nil
    keyView = nil
    let old = focusedView
    guard view !== old else { return }
    if view?.takesFocusByTap != false {
      workingView = nil
    } else if old?.takesFocusByTap == true {
      workingView = old
    }
    focusedView = view
    old?.focusChanged()
    view?.focusChanged()
    onChange?()
  }
}
