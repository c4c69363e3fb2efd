internal import Drawing
public import Geometry
public import Views

/// A switch that is on or off. A tap or a drag of its knob changes it.
///
/// UIKit: `UISwitch`. GTK: `GtkSwitch`.
public final class Toggle: Control {
  /// Whether the switch is on. Setting it does not call ``onToggle``.
  ///
  /// UIKit: `UISwitch.isOn`.
  public var isOn: Bool {
    didSet {
      guard isOn != oldValue else { return }
      moveKnob()
      accessibilityChanged(.state)
    }
  }
  /// Called with the new value after the user has changed the switch.
  ///
  /// UIKit: `valueChanged`. GTK: `notify::active`.
  public var onToggle: ((Bool) -> Void)?

  /// The size of a switch, in points.
  private static let extent = Size(width: 46, height: 26)
  /// The distance that a finger must move along the switch to drag the knob, in points.
  private static let dragThreshold = 4.0
  /// The duration of the knob's movement after a tap, in seconds.
  private static let duration = 0.15

  private enum Knob {
    case resting
    /// The knob moves from a position. `since` is the time of the first frame; `nil` before it.
    case moving(from: Double, since: Timestamp?)
    /// The knob follows a contact.
    case dragged(start: Double, at: Double)
  }
  private var knob = Knob.resting
  /// The displayed position of the knob: 0 is off, 1 is on.
  private var shown: Double {
    didSet { if shown != oldValue { setNeedsDisplay() } }
  }

  /// Creates a switch.
  public init(isOn: Bool = false, onToggle: ((Bool) -> Void)? = nil) {
    self.isOn = isOn
    self.onToggle = onToggle
    shown = isOn ? 1 : 0
    super.init(size: Self.extent)
    cornerRadius = Self.extent.height / 2
  }

  public override func sizeThatFits(_ size: Size) -> Size { Self.extent }

  public override var semantics: Semantics {
    var semantics = activatable(.switch)
    semantics.states = isOn ? [.checkable, .checked] : .checkable
    return semantics
  }

  /// Changes the switch like a tap.
  public override func activate() {
    isOn.toggle()
    onToggle?(isOn)
  }

  private func moveKnob() {
    let target = isOn ? 1.0 : 0.0
    guard isInWindow, !effectiveTheme.isMotionReduced, shown != target else {
      knob = .resting
      shown = target
      return setNeedsDisplay()
    }
    knob = .moving(from: shown, since: nil)
    setNeedsDisplay()
    setNeedsAnimation()
  }

  public override func animate(to now: Timestamp) -> Bool {
    guard case .moving(let from, let since) = knob else { return false }
    let start = since ?? now
    let part = min(max((now - start) / Self.duration, 0), 1)
    let target = isOn ? 1.0 : 0.0
    shown = from + (target - from) * (1 - (1 - part) * (1 - part))
    knob = part < 1 ? .moving(from: from, since: start) : .resting
    return part < 1
  }

  public override func contactMoved(_ contact: Contact) -> ContactResponse {
    let translation = contact.translation(in: self)
    let travel = size.width - size.height
    let forward = effectiveLayoutDirection == .rightToLeft ? -translation.x : translation.x
    if case .dragged(let start, _) = knob {
      let position = min(max(start + forward / max(travel, 1), 0), 1)
      knob = .dragged(start: start, at: position)
      shown = position
      return .tracking
    }
    let response = super.contactMoved(contact)
    guard response == .tracking, abs(translation.x) >= Self.dragThreshold,
      abs(translation.x) >= abs(translation.y)
    else { return response }
    setHighlighted(true)
    knob = .dragged(start: isOn ? 1 : 0, at: isOn ? 1 : 0)
    return .claimed
  }

  public override func contactEnded(_ contact: Contact) -> ContactResponse {
    guard case .dragged(_, let position) = knob else { return super.contactEnded(contact) }
    super.contactCanceled(contact)
    knob = .resting
    let wasOn = isOn
    isOn = position >= 0.5
    if isOn == wasOn { moveKnob() }
    if isOn != wasOn { onToggle?(isOn) }
    return .claimed
  }

  public override func contactCanceled(_ contact: Contact) {
    super.contactCanceled(contact)
    if case .dragged = knob { moveKnob() }
  }

  public override func makePainter() -> Painter? {
    let (state, shown) = (state, shown)
    return { canvas in
      state.paint(in: canvas) { canvas in
        let frame = canvas.snapped(state.bounds)
        let radius = frame.size.height / 2
        let off = state.colors.shade(state.isHighlighted ? 0.3 : state.isHovered ? 0.2 : 0.15)
        let trough = Path.roundedRect(frame, radius: radius)
        if shown < 1 { canvas.fill(trough, with: off) }
        if shown > 0 {
          let on = state.tinted(state.colors.accent)
          canvas.fill(trough, with: on.withAlpha(on.alpha * shown))
        }
        state.outline(frame, radius: radius, in: canvas)
        let place = state.isRightToLeft ? 1 - shown : shown
        let center = Point(
          x: frame.minX + radius + (frame.size.width - 2 * radius) * place, y: frame.center.y)
        state.knob(center: center, radius: radius - 3, in: canvas)
        if state.colors.isHighContrast { Self.paintMark(isOn: shown >= 0.5, in: frame, state, canvas) }
      }
    }
  }

  /// Paints shapes for on and off, so that the state does not depend on colors alone.
  private nonisolated static func paintMark(
    isOn: Bool, in frame: Rect, _ state: ControlState, _ canvas: Canvas
  ) {
    let x = frame.minX + frame.size.width * (isOn ? 0.26 : 0.74)
    let center = Point(x: state.isRightToLeft ? frame.minX + frame.maxX - x : x, y: frame.center.y)
    if isOn {
      let color = state.colors.foreground(on: state.colors.accent)
      canvas.fill(Rect(x: center.x - 1, y: center.y - 4, width: 2, height: 8), with: color)
    } else {
      canvas.stroke(.circle(center: center, radius: 3.5), with: state.colors.foreground, width: 1.5)
    }
  }
}
