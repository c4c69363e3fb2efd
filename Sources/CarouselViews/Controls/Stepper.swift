internal import CarouselEngine
internal import Drawing
public import Geometry

/// Two buttons that decrease and increase a number. A held button repeats its step.
///
/// UIKit: `UIStepper`. GTK: the buttons of `GtkSpinButton`.
public final class Stepper: Control {
  /// The number. It is clamped to ``range`` and rounded to ``step``. Setting it does not call ``onValueChange``.
  public var value: Double {
    get { storedValue }
    set {
      storedValue = scale.rounded(newValue)
      updateButtons()
    }
  }
  /// The smallest and the largest number.
  public let range: ClosedRange<Double>
  /// The distance between the possible numbers.
  public let step: Double
  /// Whether a step beyond one end of the range continues at the other end; by default `false`.
  ///
  /// UIKit: `UIStepper.wraps`.
  public var wraps = false { didSet { updateButtons() } }
  /// Called with the new number after the user has changed it.
  public var onValueChange: ((Double) -> Void)?

  private var storedValue: Double
  private let decrease = Button(icon: .minus)
  private let increase = Button(icon: .plus)

  /// Creates a stepper.
  ///
  /// - Parameter step: The distance between the possible numbers. If it is not positive, 1 is used.
  public init(
    value: Double = 0, in range: ClosedRange<Double> = 0...100, step: Double = 1,
    onValueChange: ((Double) -> Void)? = nil
  ) {
    self.range = range
    self.step = step > 0 && step.isFinite ? step : 1
    self.onValueChange = onValueChange
    storedValue = range.lowerBound
    super.init()
    cornerRadius = 9
    for (button, sign) in [(decrease, -1.0), (increase, 1.0)] {
      button.isRepeating = true
      button.acceptsFocus = false
      button.style = .flat
      button.onClick = { [weak self] in self?.move(by: sign) }
      addSubview(button)
    }
    self.value = value
    sizeToFit()
  }

  private var scale: ValueScale { ValueScale(range: range, step: step) }

  private func updateButtons() {
    decrease.isEnabled = wraps || storedValue > range.lowerBound
    increase.isEnabled = wraps || storedValue < range.upperBound
  }

  private func move(by steps: Double) {
    var next = storedValue + steps * step
    if wraps {
      if steps > 0, storedValue >= range.upperBound { next = range.lowerBound }
      if steps < 0, storedValue <= range.lowerBound { next = range.upperBound }
    }
    let old = storedValue
    value = next
    if acceptsFocus { becomeFocused() }
    if storedValue != old { onValueChange?(storedValue) }
  }

  public override func sizeThatFits(_ size: Size) -> Size {
    let height = effectiveTheme.controlHeight
    return Size(width: 2 * height + 12, height: height)
  }

  public override func layoutSubviews() {
    let half = size.width / 2
    let isMirrored = effectiveLayoutDirection == .rightToLeft
    decrease.frame = Rect(x: isMirrored ? half : 0, y: 0, width: half, height: size.height)
    increase.frame = Rect(x: isMirrored ? 0 : half, y: 0, width: half, height: size.height)
  }

  /// The stepper ignores contacts; its buttons handle them.
  public override func contactBegan(_ contact: Contact) -> ContactResponse { .ignored }

  private var wheel = WheelSteps()

  /// Each notch of the wheel changes the number by one step.
  public override func scrolled(_ gesture: ScrollGesture) -> Bool {
    guard gesture.phase == .wheel, gesture.notches.y != 0, gesture.notches.y.isFinite else { return false }
    // A high-resolution wheel reports fractions of a notch.
    let steps = wheel.add(-gesture.notches.y, at: gesture.timestamp)
    if steps != 0 { move(by: Double(steps)) }
    return true
  }

  public override func keyPressed(_ key: KeyPress) -> Bool {
    guard isFocused, isEnabled, !key.isShortcut else { return false }
    let right = effectiveLayoutDirection == .rightToLeft ? -1.0 : 1
    switch key.symbol.withoutKeypad {
    case .up: move(by: 1)
    case .down: move(by: -1)
    case .right: move(by: right)
    case .left: move(by: -right)
    case .pageUp: move(by: 10)
    case .pageDown: move(by: -10)
    case .home: move(by: -.greatestFiniteMagnitude)
    case .end: move(by: .greatestFiniteMagnitude)
    default: return false
    }
    return true
  }

  public override func makePainter() -> Painter? {
    let state = ControlState(of: self)
    return { canvas in
      state.paint(in: canvas) { canvas in
        let frame = canvas.snapped(state.bounds)
        let radius = state.theme.metrics.cornerRadius
        canvas.fill(.roundedRect(frame, radius: radius), with: state.colors.shade(0.1))
        state.outline(frame, radius: radius, in: canvas)
        let middle = Rect(
          x: frame.center.x - 0.5, y: frame.minY + 8, width: 1, height: frame.size.height - 16)
        canvas.fillHairline(middle, with: state.colors.border)
      }
    }
  }
}
