/// A set of pending focus updates.
struct FocusUpdate: OptionSet {
  let rawValue: Int

  /// The topmost toplevel must be activated and get the keyboard focus.
  static let keyboard = FocusUpdate(rawValue: 1)
  /// The surface under the pointer must get the pointer focus.
  static let pointer = FocusUpdate(rawValue: 2)
  /// The positions of layer surfaces must be computed again. This update is performed first, because it moves
  /// surfaces.
  static let layers = FocusUpdate(rawValue: 4)
  /// Clients that list windows must be notified of changes.
  static let toplevelLists = FocusUpdate(rawValue: 8)
}

// The stacking order of toplevels, and the focus, which depends on it.
extension Compositor {
  /// The topmost toplevel that is mapped and not minimized.
  public var topmost: Toplevel? { toplevelList.last { $0.isMapped && !$0.isMinimized } }

  /// Moves a toplevel to the top of the stack.
  func raise(_ toplevel: Toplevel) { toplevelList.append(toplevel) }

  /// Performs a focus update immediately or, during a dispatch, once at the end of the dispatch.
  ///
  /// The reason for the delay: a disconnecting client may destroy thousands of toplevels, and each update takes time
  /// proportional to their number.
  func requestFocusUpdate(_ update: FocusUpdate) {
    pendingFocus.formUnion(update)
    if !isDispatching { performFocusUpdates() }
  }

  /// The surface that has the keyboard focus instead of a toplevel: the topmost popup with a grab, otherwise a layer
  /// surface; nil if there is neither.
  private var keyboardOwner: Surface? { grabbingPopup?.surface ?? keyboardLayer?.surface }

  /// Returns the surface that has the keyboard focus if the toplevel of `surface` is active.
  func keyboardTarget(_ surface: Surface?) -> Surface? {
    if let sessionLock { return sessionLock.keyboardTarget }
    return keyboardOwner ?? surface
  }

  private func updateKeyboardFocus() {
    if sessionLock != nil || keyboardOwner != nil {
      let target = keyboardTarget(nil)
      for seat in seats { seat.keyboard.focus(target) }
    } else if configuration.activatesNewWindows {
      topmost?.activate()
    } else if let active = activeToplevel?.surface {
      for seat in seats { seat.keyboard.focus(active) }
    }
  }

  /// Performs the pending focus updates.
  func performFocusUpdates() {
    let due = pendingFocus
    pendingFocus = []
    guard !isClosed else { return }
    if due.contains(.layers) { arrangeLayers() }
    if due.contains(.keyboard) { updateKeyboardFocus() }
    if due.contains(.pointer) { for seat in seats { seat.pointer.refocus() } }
    if due.contains(.toplevelLists) { updateToplevelLists() }
  }
}
