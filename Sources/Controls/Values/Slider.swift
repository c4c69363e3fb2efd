internal import Drawing
public import Geometry
internal import Input
public import Views

/// A knob on a line that sets a number.
///
/// A drag along the line moves the knob; a tap moves the knob to the tapped position. In a view that scrolls in
/// the same direction, the slider receives the drag. A drag across the line scrolls.
///
/// UIKit: `UISlider`. GTK: `GtkScale`.
public final class Slider: Control {
  /// The number. It is clamped to ``range`` and rounded to ``step``. Setting it does not call ``onValueChange``.
  public var value: Double {
    get { storedValue }
    set {
      let value = scale.rounded(newValue)
      guard value != storedValue else { return }
      storedValue = value
      setNeedsDisplay()
      accessibilityChanged(.value)
    }
  }
  /// The smallest and the largest number.
  ///
  /// UIKit: `minimumValue`, `maximumValue`.
  public var range: ClosedRange<Double> { didSet { rangeDidChange() } }
  /// The distance between the possible numbers. With 0, the default, all numbers of the range are possible.
  ///
  /// GTK: `step-increment`.
  public var step: Double { didSet { rangeDidChange() } }
  /// The numbers with a tick mark beside the line; by default none.
  ///
  /// GTK: `gtk_scale_add_mark`.
  public var ticks: [Double] = [] {
    didSet {
      guard ticks != oldValue else { return }
      setNeedsDisplay()
      invalidateIntrinsicContentSize()
    }
  }
  /// The direction of the line. Numbers increase toward the side where lines of text end, or toward the top.
  public var axis: Axis {
    didSet {
      guard axis != oldValue else { return }
      setNeedsDisplay()
      invalidateIntrinsicContentSize()
    }
  }
  /// Whether ``onValueChange`` is called during a drag and not only at its end; by default `true`.
  ///
  /// UIKit: `UISlider.isContinuous`.
  public var isContinuous = true
  /// Called with the new number after the user has changed it.
  ///
  /// UIKit: `valueChanged`. GTK: `value-changed`.
  public var onValueChange: ((Double) -> Void)?

  private var storedValue: Double
  /// A drag of the knob.
  private struct Drag {
    let contact: Int
    /// The distance from the contact to the middle of the knob, in points along the line.
    let grip: Double
    let oldValue: Double
    /// The number during the drag.
    var value: Double
  }
  private var drag: Drag?

  /// The distance that a finger must move to drag the knob, in points. It is shorter than the threshold of
  /// scroll views, so that the slider receives the drag.
  private static let dragThreshold = 4.0
  private nonisolated static let knobRadius = 10.0
  /// The distance from an end of the control to the middle of the knob at this end, in points. The shadow of the knob
  /// has room.
  private nonisolated static let endInset = knobRadius + ControlState.knobShadow
  private nonisolated static let lineWidth = 10.0
  /// Page Up and Page Down move by this part of the range, or by a step if that is more.
  private static let pagePart = 0.1

  /// Creates a slider.
  ///
  /// - Parameters:
  ///   - value: Clamped to `range`.
  ///   - range: The smallest and the largest number.
  ///   - step: The distance between the possible numbers; 0 for any number.
  ///   - onValueChange: Called with the new number after the user has changed it.
  public init(
    value: Double = 0, in range: ClosedRange<Double> = 0...1, step: Double = 0, axis: Axis = .horizontal,
    onValueChange: ((Double) -> Void)? = nil
  ) {
    self.range = range
    self.step = step
    self.axis = axis
    self.onValueChange = onValueChange
    storedValue = range.lowerBound
    super.init()
    cornerRadius = 9
    self.value = value
    sizeToFit()
  }

  public override var semantics: Semantics {
    var semantics = Semantics(.slider)
    semantics.number = AccessibilityNumber(value, in: range, step: step) { [weak self] in self?.change(to: $0)
    }
    semantics.value = value.text(decimalPlaces: step >= 1 && step == step.rounded() ? 0 : 2)
    semantics.actions = [
      AccessibilityAction(.increment) { [weak self] in self?.move(by: 1) },
      AccessibilityAction(.decrement) { [weak self] in self?.move(by: -1) },
    ]
    return semantics
  }

  /// Moves the knob by a number of its steps, or by tenths of the range if all numbers are possible.
  private func move(by steps: Double) {
    change(to: value + steps * (step > 0 ? step : (range.upperBound - range.lowerBound) * Self.pagePart))
  }

  private var scale: ValueScale { ValueScale(range: range, step: step) }

  private func rangeDidChange() {
    storedValue = scale.rounded(storedValue)
    setNeedsDisplay()
  }

  public override func sizeThatFits(_ size: Size) -> Size {
    let across = effectiveTheme.metrics.controlHeight + (ticks.isEmpty ? 0 : 8)
    return axis == .horizontal ? Size(width: 160, height: across) : Size(width: across, height: 160)
  }

  // MARK: Places

  /// Whether larger numbers have larger coordinates.
  private var isForward: Bool { axis == .horizontal && effectiveLayoutDirection == .leftToRight }

  private var travel: Double { max(axis.along(size) - 2 * Self.endInset, 1) }

  private var knobPosition: Double {
    let part = scale.part(of: storedValue)
    return Self.endInset + travel * (isForward ? part : 1 - part)
  }

  private func value(at position: Double) -> Double {
    let part = (position - Self.endInset) / travel
    return scale.value(at: isForward ? part : 1 - part)
  }

  // MARK: Contacts

  public override func contactMoved(_ contact: Contact) -> ContactResponse {
    let position = axis.along(contact.location(in: self))
    if drag?.contact == contact.id {
      follow(position)
      return .tracking
    }
    let response = super.contactMoved(contact)
    let translation = contact.translation(in: self)
    let (along, across) = (abs(axis.along(translation)), abs(axis.across(translation)))
    guard response == .tracking, max(along, across) >= Self.dragThreshold else { return response }
    guard along >= across else {
      // A drag across the line is left to the superviews, unless the slider alone tracks the contact.
      return across >= DragThreshold.distance && !isExclusive ? .ignored : response
    }
    beginDrag(contact)
    follow(position)
    return .claimed
  }

  /// Whether no other view tracks the contact.
  private var isExclusive = false

  public override func contactBegan(_ contact: Contact) -> ContactResponse {
    let response = super.contactBegan(contact)
    if response == .tracking { isExclusive = false }
    return response
  }

  public override func contactBecameExclusive(_ contact: Contact) {
    super.contactBecameExclusive(contact)
    isExclusive = true
  }

  private func beginDrag(_ contact: Contact) {
    let start = axis.along(contact.startLocation(in: self))
    // If the drag begins beside the knob, the knob jumps to the contact.
    let grip = knobPosition - start
    drag = Drag(
      contact: contact.id, grip: abs(grip) <= Self.knobRadius + 12 ? grip : 0, oldValue: value, value: value)
    setHighlighted(true)
    if acceptsFocus { becomeFocused() }
  }

  private func follow(_ position: Double) {
    guard let drag else { return }
    change(to: value(at: position + drag.grip), reports: isContinuous)
  }

  public override func contactEnded(_ contact: Contact) -> ContactResponse {
    guard let drag, drag.contact == contact.id else {
      let position = axis.along(contact.location(in: self))
      let response = super.contactEnded(contact)
      if response == .claimed { change(to: value(at: position)) }
      return response
    }
    self.drag = nil
    super.contactCanceled(contact)
    if !isContinuous, value != drag.oldValue { onValueChange?(value) }
    return .claimed
  }

  /// A canceled drag restores the number from before the drag.
  public override func contactCanceled(_ contact: Contact) {
    super.contactCanceled(contact)
    guard let drag, drag.contact == contact.id else { return }
    self.drag = nil
    change(to: drag.oldValue, reports: isContinuous)
  }

  private func change(to newValue: Double, reports: Bool = true) {
    let old = storedValue
    value = newValue
    if reports, storedValue != old { onValueChange?(storedValue) }
  }

  // MARK: Wheel and keys

  private var keyStep: Double { step > 0 ? step : (range.upperBound - range.lowerBound) / 100 }

  private var wheel = WheelSteps()

  /// Each notch of the wheel moves the knob by a step, or by 1/50 of the range if that is more.
  public override func scrolled(_ gesture: ScrollGesture) -> Bool {
    guard gesture.phase == .wheel else { return false }
    let notches = gesture.notches.y != 0 ? -gesture.notches.y : gesture.notches.x
    guard notches != 0, notches.isFinite else { return false }
    let step = max(keyStep, (range.upperBound - range.lowerBound) / 50)
    // A high-resolution wheel reports fractions of a notch.
    if self.step > 0 {
      let steps = wheel.add(notches, at: gesture.timestamp)
      if steps != 0 { change(to: value + Double(steps) * step) }
    } else {
      change(to: value + min(max(notches, -1000), 1000) * step)
    }
    return true
  }

  public override func keyPressed(_ key: KeyPress) -> Bool {
    guard isFocused, isEnabled, !key.isShortcut else { return false }
    let page = max(keyStep, (range.upperBound - range.lowerBound) * Self.pagePart)
    let right = effectiveLayoutDirection == .rightToLeft ? -keyStep : keyStep
    switch key.symbol.withoutKeypad {
    case .right: change(to: value + right)
    case .left: change(to: value - right)
    case .up: change(to: value + keyStep)
    case .down: change(to: value - keyStep)
    case .pageUp: change(to: value + page)
    case .pageDown: change(to: value - page)
    case .home: change(to: range.lowerBound)
    case .end: change(to: range.upperBound)
    default: return false
    }
    return true
  }

  // MARK: Painting

  public override func makePainter() -> Painter? {
    let (state, axis, isForward) = (state, axis, isForward)
    let part = scale.part(of: storedValue)
    let marks = ticks.filter { range.contains($0) }.map { scale.part(of: $0) }
    return { canvas in
      state.paint(in: canvas) { canvas in
        Self.paint(state, axis, isForward: isForward, part: part, marks: marks, canvas)
      }
    }
  }

  private nonisolated static func paint(
    _ state: ControlState, _ axis: Axis, isForward: Bool, part: Double, marks: [Double], _ canvas: Canvas
  ) {
    let length = axis.along(state.bounds.size)
    let across = axis.across(state.bounds.size)
    let travel = max(length - 2 * endInset, 1)
    let middle = marks.isEmpty ? across / 2 : across / 2 - 4
    func place(_ part: Double) -> Double { endInset + travel * (isForward ? part : 1 - part) }
    /// Returns a bar along the line, from `start` to `end`, centered at `center` across the line, `width`
    /// points wide.
    func bar(_ start: Double, _ end: Double, at center: Double, width: Double) -> Rect {
      axis == .horizontal
        ? Rect(x: start, y: center - width / 2, width: end - start, height: width)
        : Rect(x: center - width / 2, y: start, width: width, height: end - start)
    }
    let inset = endInset - lineWidth / 2
    let line = canvas.snapped(bar(inset, length - inset, at: middle, width: lineWidth))
    canvas.fill(.roundedRect(line, radius: lineWidth / 2), with: state.colors.shade(0.15))
    let knob = place(part)
    let filled =
      isForward
      ? bar(inset, knob, at: middle, width: lineWidth)
      : bar(knob, length - inset, at: middle, width: lineWidth)
    canvas.fill(
      .roundedRect(canvas.snapped(filled), radius: lineWidth / 2), with: state.colors.accent)
    state.outline(line, radius: lineWidth / 2, in: canvas)
    for mark in marks {
      let position = place(mark)
      let tick = bar(position - 0.5, position + 0.5, at: middle + knobRadius + 5, width: 6)
      canvas.fillHairline(tick, with: state.colors.secondary)
    }
    let center =
      axis == .horizontal ? Point(x: knob, y: line.center.y) : Point(x: line.center.x, y: knob)
    state.knob(center: center, radius: knobRadius, in: canvas)
  }
}

/// The possible numbers of a control: a range and the distance between them.
struct ValueScale: Hashable, Sendable {
  var range: ClosedRange<Double>
  /// The distance between the numbers; 0 for any number of the range.
  var step: Double

  /// Returns the nearest possible number; for NaN, the smallest one.
  func rounded(_ value: Double) -> Double {
    guard !value.isNaN, range.lowerBound.isFinite, range.upperBound.isFinite else {
      return range.lowerBound
    }
    let clamped = min(max(value, range.lowerBound), range.upperBound)
    guard step > 0, step.isFinite, clamped < range.upperBound else { return clamped }
    let steps = ((clamped - range.lowerBound) / step).rounded()
    return min(range.lowerBound + steps * step, range.upperBound)
  }

  /// Returns the position of `value` in the range, in `0...1`.
  func part(of value: Double) -> Double {
    let length = range.upperBound - range.lowerBound
    guard length > 0, length.isFinite else { return 0 }
    return min(max((value - range.lowerBound) / length, 0), 1)
  }

  /// Returns the number at `part`, a position in the range in `0...1`.
  func value(at part: Double) -> Double {
    let part = min(max(part.isNaN ? 0 : part, 0), 1)
    return rounded(range.lowerBound + (range.upperBound - range.lowerBound) * part)
  }
}
