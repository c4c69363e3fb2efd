internal import Input

/// The cursor that the program requests for a window.
struct CursorSettings: Equatable {
  /// The application's shape.
  var shape = CursorShape.arrow
  /// For each pointer with a shape of its own, the shape that replaces the others.
  var pointerShapes: [Int: CursorShape] = [:]
  /// The rules that hide the cursor.
  var hiding = CursorHiding()

  /// Returns the shape to show for a pointer or tablet tool while its cursor is not hidden.
  func effectiveShape(of pointer: Int) -> CursorShape { pointerShapes[pointer] ?? shape }
}

/// The rules that hide the cursor over a window.
package struct CursorHiding: Equatable {
  /// The idle time after which the cursor is hidden, in seconds; nil if idleness does not hide it.
  package var idleDelay: Double?
  /// Whether a touch hides the cursor. The next input of the pointer shows the cursor again.
  package var isHiddenByTouch: Bool

  /// Creates the rules. By default no rule hides the cursor.
  package init(idleDelay: Double? = nil, isHiddenByTouch: Bool = false) {
    self.idleDelay = idleDelay
    self.isHiddenByTouch = isHiddenByTouch
  }

  /// Whether any of the rules can hide the cursor.
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
  /// If any rule can hide the cursor, the cursor is hidden until the pointer's first input. The reason is that a
  /// window can open under a pointer that is not in use, for example the pointer of a wireless receiver without a
  /// mouse.
  package mutating func entered(_ hiding: CursorHiding, at now: Double) {
    pressedButtons = 0
    lastUse = now
    self.hiding = hiding
    isHidden = hiding.isActive
  }

  /// The pointer moved or scrolled, or a button was pressed (`change` is +1) or released (`change` is −1).
  package mutating func used(at now: Double, buttons change: Int = 0) {
    pressedButtons = max(0, pressedButtons + change)
    lastUse = now
    isHidden = false
  }

  /// A touch began in the window.
  package mutating func touched() { if hiding.isHiddenByTouch && pressedButtons == 0 { isHidden = true } }

  /// Hides the cursor if the pointer has been idle for the rules' idle time.
  package mutating func timePassed(to now: Double) {
    // The tolerance of 0.0005 s is for timers that fire slightly early.
    if let time = hidingTime, now >= time - 0.0005 { isHidden = true }
  }

  /// The time at which the cursor becomes hidden if there is no further input, in seconds; nil if the cursor is hidden
  /// already or stays visible.
  ///
  /// The cursor stays visible while a button is pressed, because the user may be dragging.
  package var hidingTime: Double? {
    guard !isHidden, pressedButtons == 0, let delay = hiding.idleDelay else { return nil }
    return lastUse + (delay.isNaN ? 0 : max(0, delay))
  }
}
