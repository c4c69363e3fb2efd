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
  /// The movement of the knob after a tap: a quadratic curve that begins fast.
  private static let timing = AnimationTiming.curve(
    Point(x: 1 / 3, y: 2 / 3), Point(x: 2 / 3, y: 1), duration: 0.15)

  /// The displayed position of the knob: out is off, in is on.
  private var knob: SlideTrack {
    didSet { if knob.position != oldValue.position { setNeedsDisplay() } }
  }

  /// Creates a switch.
  public init(isOn: Bool = false, onToggle: ((Bool) -> Void)? = nil) {
    self.isOn = isOn
    self.onToggle = onToggle
    knob = SlideTrack(isIn: isOn, timing: Self.timing)
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
    knob.move(in: isOn, animated: isInWindow && !effectiveTheme.isMotionReduced)
    setNeedsDisplay()
    if knob.isMoving { setNeedsAnimation() }
  }

  public override func animate(to now: Timestamp) -> Bool { knob.advance(to: now) }

  public override func contactMoved(_ contact: Contact) -> ContactResponse {
    let translation = contact.translation(in: self)
    let travel = size.width - size.height
    let forward = effectiveLayoutDirection == .rightToLeft ? -translation.x : translation.x
    if knob.isDragged {
      knob.drag(by: forward / max(travel, 1))
      return .tracking
    }
    let response = super.contactMoved(contact)
    guard response == .tracking, abs(translation.x) >= Self.dragThreshold,
      abs(translation.x) >= abs(translation.y)
    else { return response }
    setHighlighted(true)
    knob.beginDrag()
    return .claimed
  }

  public override func contactEnded(_ contact: Contact) -> ContactResponse {
    guard knob.isDragged else { return super.contactEnded(contact) }
    super.contactCanceled(contact)
    let wasOn = isOn
    isOn = knob.position >= 0.5
    if isOn == wasOn { moveKnob() }
    if isOn != wasOn { onToggle?(isOn) }
    return .claimed
  }

  public override func contactCanceled(_ contact: Contact) {
    super.contactCanceled(contact)
    if knob.isDragged { moveKnob() }
  }

  public override func makePainter() -> Painter? {
    let (state, shown) = (state, knob.position)
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
