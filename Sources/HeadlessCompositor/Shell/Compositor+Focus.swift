/// A set of pending focus updates.
struct FocusUpdate: OptionSet {
  let rawValue: Int

  /// The topmost toplevel is activated and gets the keyboard focus.
  static let keyboard = FocusUpdate(rawValue: 1)
  /// The surface under the pointer gets the pointer focus.
  static let pointer = FocusUpdate(rawValue: 2)
}

// The stacking order of toplevels and the focus that follows from it.
extension Compositor {
  /// The topmost toplevel that is mapped and not minimized.
  public var topmost: Toplevel? { toplevelList.last { $0.isMapped && !$0.isMinimized } }

  /// Moves a toplevel to the top of the stack.
  func raise(_ toplevel: Toplevel) { toplevelList.append(toplevel) }

  /// Performs a focus update now or, during a dispatch, once at its end.
  ///
  /// A disconnecting client may destroy thousands of toplevels, and each update is linear in their number.
  func requestFocusUpdate(_ update: FocusUpdate) {
    pendingFocus.formUnion(update)
    if !isDispatching { performFocusUpdates() }
  }

  /// The surface that has the keyboard focus before all toplevels: that of the topmost popup with a grab.
  var keyboardOwner: Surface? { grabbingPopup?.surface }

  private func updateKeyboardFocus() {
    if let owner = keyboardOwner {
      for seat in seats { seat.keyboard.focus(owner) }
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
    if due.contains(.keyboard) { updateKeyboardFocus() }
    if due.contains(.pointer) { for seat in seats { seat.pointer.refocus() } }
  }
}
