internal import Drawing
public import Geometry
internal import Input
@_spi(Subclassing) public import Views

/// The base class of views that the user presses, such as buttons, switches and sliders.
///
/// Inside a view that scrolls, a press highlights the control after 150 milliseconds, or earlier if the press
/// can no longer become a drag. A tap, Space or Return calls ``activate()``.
///
/// UIKit: `UIControl`.
open class Control: ThemedView {
  /// The delay before a press highlights the control if the press may still become a drag, in seconds.
  ///
  /// UIKit: the delay of `delaysContentTouches`.
  public static let highlightDelay = 0.150
  /// How long a control stays highlighted after a short tap or a key, in seconds.
  public static let flashDuration = 0.100
  /// The distance that a finger may move off the control without ending the press, in points.
  static let touchSlack = 20.0

  private enum Press {
    case idle
    /// The press may still become the drag of a superview.
    case waiting(id: Int, timer: (any ViewTimer)?)
    case held(id: Int)

    var contact: Int? {
      switch self {
      case .idle: nil
      case .waiting(let id, _), .held(let id): id
      }
    }
  }
  private var press = Press.idle
  private var flashTimer: (any ViewTimer)?

  /// Whether the control looks pressed.
  ///
  /// UIKit: `UIControl.isHighlighted`.
  public private(set) var isHighlighted = false {
    didSet {
      guard isHighlighted != oldValue else { return }
      highlightChanged()
      setNeedsDisplay()
    }
  }
  /// Whether Tab and a press give the focus to the control; by default `true`.
  ///
  /// GTK: `focusable`.
  public var acceptsFocus = true
  /// Whether a press gives the focus to the control, if ``acceptsFocus`` is true; by default `true`. With `false`, as in a toolbar,
  /// the focus stays in the view with which the user works, and Tab still reaches the control.
  ///
  /// GTK: `focus-on-click`.
  public var focusesOnPress = true

  /// Called by a tap, Space or Return; by default it does nothing.
  ///
  /// GTK: `activate`.
  open func activate() {}
  /// Called when a press has lasted long enough to highlight the control. The press has not been released yet.
  open func pressHeld() {}
  /// Called after ``isHighlighted`` has changed, before the control is painted.
  open func highlightChanged() {}

  /// The state for painting.
  public var state: ControlState { ControlState(of: self, isHighlighted: isHighlighted) }

  open override var canBecomeFocused: Bool { acceptsFocus }
  @_spi(Subclassing) open override var takesFocusByTap: Bool { focusesOnPress }
  open override func focusChanged() {
    setNeedsDisplay()
    if isFocusVisible { scrollIntoView() }
  }
  open override func hoverEntered(at point: Point) { setNeedsDisplay() }
  open override func hoverLeft() { setNeedsDisplay() }
  open override func enabledChanged() {
    if !isEnabled { endPress() }
    super.enabledChanged()
  }
  open override func didMoveToWindow() {
    super.didMoveToWindow()
    if !isInWindow { endPress() }
  }

  /// Returns whether `point` is in the bounds, enlarged to the minimum size of a touch target.
  open override func point(inside point: Point) -> Bool {
    let least = effectiveTheme.metrics.touchTarget
    let (x, y) = (max(least - size.width, 0) / 2, max(least - size.height, 0) / 2)
    return bounds.inset(by: hitInsets).inset(by: EdgeInsets(horizontal: -x, vertical: -y)).contains(point)
  }

  /// Returns whether a contact is over the control. A finger may also be up to 20 points outside of it.
  func contains(_ contact: Contact) -> Bool {
    let point = contact.location(in: self)
    if self.point(inside: point) { return true }
    guard contact.kind == .touch else { return false }
    return bounds.inset(by: -Self.touchSlack).contains(point)
  }

  // MARK: Press

  open override func contactBegan(_ contact: Contact) -> ContactResponse {
    guard contact.isPrimary, !contact.isHandedOver, press.contact == nil else { return .ignored }
    cancelFlash()
    let id = contact.id
    let timer = startTimer(after: Self.highlightDelay) { [weak self] in self?.hold(id) }
    press = .waiting(id: id, timer: timer)
    return .tracking
  }

  open override func contactMoved(_ contact: Contact) -> ContactResponse {
    guard press.contact == contact.id else { return .ignored }
    if contact.timestamp - contact.startTimestamp >= Self.highlightDelay { hold(contact.id) }
    if case .held = press { isHighlighted = contains(contact) }
    return .tracking
  }

  open override func contactEnded(_ contact: Contact) -> ContactResponse {
    guard press.contact == contact.id else { return .ignored }
    let isInside = contains(contact)
    endPress()
    guard isInside else { return .ignored }
    if acceptsFocus, focusesOnPress { becomeFocused() }
    flash()
    activate()
    return .claimed
  }

  open override func contactCanceled(_ contact: Contact) {
    if press.contact == contact.id { endPress() }
  }

  open override func contactBecameExclusive(_ contact: Contact) { hold(contact.id) }

  private func hold(_ id: Int) {
    guard case .waiting(id, let timer) = press else { return }
    timer?.cancel()
    press = .held(id: id)
    isHighlighted = true
    pressHeld()
  }

  private func endPress() {
    if case .waiting(_, let timer) = press { timer?.cancel() }
    press = .idle
    cancelFlash()
    isHighlighted = false
  }

  /// Highlights the control for ``flashDuration``. Outside of a window, nothing happens.
  func flash() {
    cancelFlash()
    guard
      let timer = startTimer(
        after: Self.flashDuration,
        { [weak self] in
          self?.flashTimer = nil
          self?.isHighlighted = false
        })
    else { return }
    flashTimer = timer
    isHighlighted = true
  }

  private func cancelFlash() {
    flashTimer?.cancel()
    flashTimer = nil
  }

  /// Sets the highlight during a gesture of the subclass, such as the drag of a slider.
  ///
  /// If the base class tracks the same press, the end of the press also ends the highlight.
  public func setHighlighted(_ isHighlighted: Bool) {
    cancelFlash()
    self.isHighlighted = isHighlighted
  }

  // MARK: Semantics

  /// Returns the semantics of a control that does by the action `activate` what a tap does.
  ///
  /// - Parameters:
  ///   - role: The kind of the control.
  ///   - label: The name; empty for none.
  public func activatable(_ role: AccessibilityRole, label: String = "") -> Semantics {
    var semantics = Semantics(role, label: label.isEmpty ? nil : label)
    semantics.actions = [
      AccessibilityAction(.activate) { [weak self] in
        self?.flash()
        self?.activate()
      }
    ]
    return semantics
  }

  // MARK: Keys

  open override func keyPressed(_ key: KeyPress) -> Bool {
    guard isFocused, isEnabled, !key.isShortcut else { return false }
    switch key.symbol {
    case .space, .return, .keypadEnter:
      if !key.isRepeat {
        flash()
        activate()
      }
      return true
    default: return false
    }
  }
}
