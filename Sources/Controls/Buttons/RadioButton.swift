internal import Drawing
public import Geometry
internal import Input
@_spi(Subclassing) public import Views

/// One of several exclusive choices: a round mark with a title beside it.
///
/// GTK: `GtkCheckButton` in a group.
public final class RadioButton: Control {
  /// The title beside the mark.
  public var title: String {
    didSet {
      guard title != oldValue else { return }
      setNeedsDisplay()
      accessibilityChanged(.label)
      invalidateIntrinsicContentSize()
    }
  }
  /// The group of choices, of which at most one is selected.
  public let group: RadioGroup
  /// Whether this is the selected choice.
  public var isSelected: Bool { group.selection === self }

  /// Creates a button and adds it to the end of `group`.
  public init(_ title: String, in group: RadioGroup) {
    self.title = title
    self.group = group
    super.init()
    cornerRadius = 6
    group.add(self)
    sizeToFit()
  }

  /// Returns the size of the mark and the title. If the title is wider than `size`, it is broken between words.
  public override func sizeThatFits(_ size: Size) -> Size {
    MarkedTitle.size(title, effectiveTheme, width: size.width)
  }

  public override var semantics: Semantics {
    var semantics = activatable(.radioButton, label: title)
    semantics.states = isSelected ? [.checkable, .checked] : .checkable
    if let index = group.buttons.firstIndex(where: { $0 === self }) {
      semantics.position = AccessibilityPosition(index: index, count: group.buttons.count)
    }
    return semantics
  }

  @_spi(Subclassing) public override var tabGroup: AnyObject? { group }
  @_spi(Subclassing) public override var isTabStopOfGroup: Bool { isSelected }

  /// Selects this choice like a tap.
  public override func activate() { group.choose(self) }

  /// The arrow keys select the next and the previous choice.
  public override func keyPressed(_ key: KeyPress) -> Bool {
    guard isFocused, isEnabled, !key.isShortcut else { return super.keyPressed(key) }
    let forward: Key = effectiveLayoutDirection == .rightToLeft ? .left : .right
    let symbol = key.symbol.withoutKeypad
    switch symbol {
    case .down: return group.move(by: 1, from: self)
    case .up: return group.move(by: -1, from: self)
    case .left, .right: return group.move(by: symbol == forward ? 1 : -1, from: self)
    default: return super.keyPressed(key)
    }
  }

  public override func makePainter() -> Painter? {
    let (state, title, isSelected) = (state, title, isSelected)
    return { canvas in
      state.paint(in: canvas) { canvas in
        MarkedTitle.paint(title, state, canvas) { square in
          let radius = square.size.width / 2
          MarkedTitle.paintGround(square, radius: radius, isOn: isSelected, state, canvas)
          guard isSelected else { return }
          canvas.fill(
            .circle(center: square.center, radius: radius * 0.4),
            with: state.colors.foreground(on: state.colors.accent))
        }
      }
    }
  }
}

/// Choices of which at most one is selected.
///
/// GTK: `gtk_check_button_set_group`.
@MainActor
public final class RadioGroup {
  private struct Member {
    weak var button: RadioButton?
  }
  private var members: [Member] = []

  /// The buttons of the group, in the order in which they were created.
  public var buttons: [RadioButton] { members.compactMap(\.button) }
  /// The selected button. Setting it does not call ``onSelect``. A button of another group is ignored.
  public weak var selection: RadioButton? {
    didSet {
      if let selection, selection.group !== self { self.selection = oldValue }
      guard selection !== oldValue else { return }
      for button in [oldValue, selection] {
        button?.setNeedsDisplay()
        button?.accessibilityChanged(.state)
      }
    }
  }
  /// Called after the user has selected a button.
  public var onSelect: ((RadioButton) -> Void)?

  /// Creates an empty group.
  public init() {}

  func add(_ button: RadioButton) {
    members.removeAll { $0.button == nil }
    members.append(Member(button: button))
  }

  func choose(_ button: RadioButton) {
    guard selection !== button else { return }
    selection = button
    onSelect?(button)
  }

  /// Selects the choice `step` positions after `button` and gives it the focus. Choices that Tab cannot reach from
  /// `button`, such as those of other items of a carousel, are skipped. After the last choice comes the first.
  func move(by step: Int, from button: RadioButton) -> Bool {
    let targets = button.focusScope?.focusTargets ?? []
    let choices = buttons.filter { choice in choice === button || targets.contains { $0 === choice } }
    guard choices.count > 1, let place = choices.firstIndex(where: { $0 === button }) else { return false }
    let next = choices[(place + step + choices.count) % choices.count]
    next.becomeFocused()
    choose(next)
    return true
  }
}
