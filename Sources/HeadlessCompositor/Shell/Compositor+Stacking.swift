/// Whose focus is to be found anew.
struct FocusUpdate: OptionSet {
  let rawValue: Int

  /// The topmost window gets the keyboard.
  static let keyboard = FocusUpdate(rawValue: 1)
  /// The surface under the pointer gets the pointer.
  static let pointer = FocusUpdate(rawValue: 2)
}

/// Which window lies on top.
extension Compositor {
  /// The topmost window with content.
  public var topmost: Toplevel? { toplevelList.last { $0.isMapped && !$0.isMinimized } }

  func raise(_ toplevel: Toplevel) { toplevelList.append(toplevel) }

  /// Finds a focus anew: now, or once when libwayland is done. Windows may go by the thousand at the end of a client, and
  /// each search is linear in their number.
  func findFocus(_ update: FocusUpdate) {
    pendingFocus.formUnion(update)
    if !isBusy { updateFocus() }
  }

  func updateFocus() {
    let due = pendingFocus
    pendingFocus = []
    guard !isClosed else { return }
    if due.contains(.keyboard), configuration.activatesNewWindows { topmost?.activate() }
    if due.contains(.pointer) { seat.pointer.refocus() }
  }
}
