/// The cursor over a window, as the program wants it.
struct CursorSettings: Equatable {
  /// The application's shape.
  var shape = CursorShape.arrow
  /// The shape during a drag; nil shows `shape`.
  var override: CursorShape?
  /// When the cursor is hidden.
  var hiding = CursorHiding()

  /// The shape to show while the cursor is not hidden.
  var effectiveShape: CursorShape { override ?? shape }
}

/// When the cursor over a window is hidden.
package struct CursorHiding: Equatable {
  /// How long the pointer must be idle, in seconds; nil for never.
  package var idleDelay: Double?
  /// Whether a touch hides the cursor until the pointer is used.
  package var isHiddenByTouch: Bool

  /// Creates the rules, by default without hiding.
  package init(idleDelay: Double? = nil, isHiddenByTouch: Bool = false) {
    self.idleDelay = idleDelay
    self.isHiddenByTouch = isHiddenByTouch
  }

  /// Whether the cursor is hidden in some situation.
  fileprivate var isActive: Bool { idleDelay != nil || isHiddenByTouch }
}

/// Decides whether the cursor of one pointer is hidden. The caller owns the timer.
package struct CursorVisibility {
  /// The rules of the window under the pointer.
  package var hiding = CursorHiding() {
    didSet { if !hiding.isActive { isHidden = false } }
  }
  /// Whether the cursor is hidden.
  package private(set) var isHidden = false
  private var lastUse = 0.0
  private var pressedButtons = 0

  /// Creates the state of a pointer outside of all windows.
  package init() {}

  /// The pointer entered a window with the rules `hiding`.
  ///
  /// If the rules hide the cursor in some situation, it starts hidden. A window can open under an unused pointer,
  /// such as that of a wireless receiver or a touchscreen.
  package mutating func entered(_ hiding: CursorHiding, at now: Double) {
    pressedButtons = 0
    lastUse = now
    self.hiding = hiding
    isHidden = hiding.isActive
  }

  /// The pointer moved, scrolled, or a button was pressed (+1) or released (−1).
  package mutating func used(at now: Double, buttons change: Int = 0) {
    pressedButtons = max(0, pressedButtons + change)
    lastUse = now
    isHidden = false
  }

  /// A touch began in the window.
  package mutating func touched() { if hiding.isHiddenByTouch && pressedButtons == 0 { isHidden = true } }

  /// Hides the cursor if the pointer is idle long enough.
  package mutating func timePassed(to now: Double) {
    // Half a millisecond: a timer may fire a little early.
    if let time = hidingTime, now >= time - 0.0005 { isHidden = true }
  }

  /// When the cursor becomes hidden without further input, in seconds; nil if it does not.
  ///
  /// While a button is pressed it stays: the user holds something.
  package var hidingTime: Double? {
    guard !isHidden, pressedButtons == 0, let delay = hiding.idleDelay else { return nil }
    return lastUse + (delay.isNaN ? 0 : max(0, delay))
  }
}
