internal import Drawing
public import Geometry
internal import Input
public import Views

/// Two buttons that decrease and increase a number, which may be shown before them. A held button repeats its step.
///
/// UIKit: `UIStepper`. GTK: the buttons of `GtkSpinButton`.
public final class Stepper: Control {
  /// The number. It is clamped to ``range`` and rounded to ``step``. Setting it does not call ``onValueChange``.
  public var value: Double {
    get { storedValue }
    set {
      let old = storedValue
      storedValue = scale.rounded(newValue)
      if storedValue != old { accessibilityChanged(.value) }
      updateButtons()
      if showsValue { setNeedsDisplay() }
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
  /// Whether the number is shown before the buttons; by default `false`.
  ///
  /// GTK: the text of `GtkSpinButton`.
  public var showsValue = false { didSet { if showsValue != oldValue { contentDidChange() } } }
  /// Returns the text of a number; `nil`, the default, writes as many decimal places as ``step`` has.
  public var formatValue: ((Double) -> String)? { didSet { contentDidChange() } }
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

  public override var semantics: Semantics {
    var semantics = Semantics(.spinButton)
    semantics.number = AccessibilityNumber(value, in: range, step: step) { [weak self] in
      guard let self else { return }
      change(to: $0)
    }
    semantics.value = valueText
    semantics.actions = [
      AccessibilityAction(.increment) { [weak self] in self?.move(by: 1) },
      AccessibilityAction(.decrement) { [weak self] in self?.move(by: -1) },
    ]
    return semantics
  }

  private func contentDidChange() {
    setNeedsLayout()
    setNeedsDisplay()
    invalidateIntrinsicContentSize()
  }

  /// The text of ``value``.
  package var valueText: String { text(of: storedValue) }

  private nonisolated static let padding = 9.0  // points from a side to the number

  private func text(of value: Double) -> String {
    if let formatValue { return formatValue(value) }
    let places = (0...6).first { place in
      let power = Double((0..<place).reduce(1) { product, _ in product * 10 })
      return abs((step * power).rounded() - step * power) < 1e-6
    }
    return value.text(decimalPlaces: places ?? 6)
  }

  /// The width of the number with its margins, in points; 0 if the number is not shown.
  private var valueWidth: Double {
    guard showsValue else { return 0 }
    let style = effectiveTheme.textStyle()
    let widest = [range.lowerBound, range.upperBound].map {
      TextLayout(text(of: $0), style: style).size.width.rounded(.up)
    }
    return max(widest.max() ?? 0, effectiveTheme.controlHeight - 2 * Self.padding) + 2 * Self.padding
  }

  private var scale: ValueScale { ValueScale(range: range, step: step) }

  private func updateButtons() {
    decrease.isEnabled = wraps || storedValue > range.lowerBound
    increase.isEnabled = wraps || storedValue < range.upperBound
  }

  private func change(to newValue: Double) {
    let old = storedValue
    value = newValue
    if storedValue != old { onValueChange?(storedValue) }
  }

  private func move(by steps: Double) {
    var next = storedValue + steps * step
    if wraps {
      if steps > 0, storedValue >= range.upperBound { next = range.lowerBound }
      if steps < 0, storedValue <= range.lowerBound { next = range.upperBound }
    }
    if acceptsFocus { becomeFocused() }
    change(to: next)
  }

  public override func sizeThatFits(_ size: Size) -> Size {
    let height = effectiveTheme.controlHeight
    return Size(width: valueWidth + 2 * height + (showsValue ? 0 : 12), height: height)
  }

  public override func layoutSubviews() {
    let value = min(valueWidth, size.width)
    let half = (size.width - value) / 2
    let isMirrored = effectiveLayoutDirection == .rightToLeft
    decrease.frame = Rect(x: isMirrored ? half : value, y: 0, width: half, height: size.height)
    increase.frame = Rect(x: isMirrored ? 0 : value + half, y: 0, width: half, height: size.height)
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
    let (text, width) = (showsValue ? valueText : "", min(valueWidth, size.width))
    return { canvas in
      state.paint(in: canvas) { canvas in
        let frame = canvas.snapped(state.bounds)
        let radius = state.theme.metrics.cornerRadius
        canvas.fill(.roundedRect(frame, radius: radius), with: state.colors.shade(0.1))
        state.outline(frame, radius: radius, in: canvas)
        let half = (state.bounds.size.width - width) / 2
        for x in width > 0 ? [width, width + half] : [half] {
          let line = Rect(x: x - 0.5, y: frame.minY + 8, width: 1, height: frame.size.height - 16)
          canvas.fillHairline(state.directed(line), with: state.colors.border)
        }
        let room = Rect(
          x: Self.padding, y: 0, width: width - 2 * Self.padding, height: state.bounds.size.height)
        state.text(text, .body, in: state.directed(room), canvas: canvas)
      }
    }
  }
}

extension Double {
  /// Returns the number with a fixed count of decimal places, in `0...6`.
  func text(decimalPlaces: Int) -> String {
    let power = (0..<decimalPlaces).reduce(1) { product, _ in product * 10 }
    guard let scaled = Int(exactly: (self * Double(power)).rounded()) else { return "\(self)" }
    let sign = scaled < 0 ? "−" : ""
    let whole = "\(scaled.magnitude / power.magnitude)"
    guard decimalPlaces > 0 else { return sign + whole }
    let rest = String(scaled.magnitude % power.magnitude)
    return sign + whole + "." + String(repeating: "0", count: decimalPlaces - rest.count) + rest
  }
}
