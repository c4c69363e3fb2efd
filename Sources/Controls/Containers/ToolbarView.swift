public import Geometry
public import Views

/// A row of buttons for commands. Commands without a place are in a menu at the end of the row.
///
/// GTK: `GtkHeaderBar`. UIKit: `UIToolbar`.
public final class ToolbarView: ContainerView {
  /// The commands at the side where lines of text begin. The last of them go to the menu first.
  public var leading: [Command] { didSet { makeButtons() } }
  /// The commands at the other side. The first of them go to the menu after all leading ones.
  public var trailing: [Command] { didSet { makeButtons() } }
  /// Whether the buttons show titles; by default only icons. A command without an icon shows its title in any case.
  public var showsTitles = false { didSet { if showsTitles != oldValue { makeButtons() } } }
  /// The view at which the commands are performed, such as the content below the toolbar; `nil`, the default, for the toolbar
  /// itself. The commands of the focused view and of the views around it are performed in any case.
  public weak var target: View? {
    didSet { for button in leadingButtons + trailingButtons { button.commandTarget = target } }
  }
  /// The commands in the menu.
  public private(set) var overflow: [Command] = []

  private var leadingButtons: [Button] = []
  private var trailingButtons: [Button] = []
  private let more = Button(icon: .more)

  /// Creates a toolbar.
  public init(_ leading: [Command], trailing: [Command] = []) {
    (self.leading, self.trailing) = (leading, trailing)
    super.init()
    more.accessibilityLabel = "More"
    more.focusesOnPress = false
    more.onClick = { [weak self] in
      guard let self else { return }
      let items = overflow.map { command in
        var item = MenuItem(command)
        item.commandTarget = target
        return item
      }
      more.present(MenuView(items))
    }
    makeButtons()
    sizeToFit()
  }

  private func makeButtons() {
    for button in leadingButtons + trailingButtons { button.removeFromSuperview() }
    func buttons(_ commands: [Command]) -> [Button] {
      commands.map { command in
        let button = Button(command, showsTitle: showsTitles, style: .flat)
        button.focusesOnPress = false
        button.commandTarget = target
        return button
      }
    }
    leadingButtons = buttons(leading)
    trailingButtons = buttons(trailing)
    for button in leadingButtons + [more] + trailingButtons { addSubview(button) }
    setNeedsLayout()
    invalidateIntrinsicContentSize()
  }

  // MARK: Layout

  private var spacing: Double { effectiveTheme.metrics.spacing }
  private func width(_ button: Button) -> Double {
    button.fittingSize(in: Size(width: .infinity, height: .infinity)).width
  }
  private func width(_ buttons: [Button]) -> Double {
    buttons.reduce(0) { $0 + width($1) } + spacing * Double(max(buttons.count - 1, 0))
  }

  /// Returns the size of all buttons in a row, at most as wide as `size`.
  public override func sizeThatFits(_ size: Size) -> Size {
    Size(
      width: min(width(leadingButtons + trailingButtons), max(size.width, 0)),
      height: effectiveTheme.controlHeight)
  }

  public override func layoutSubviews() {
    var (shownLeading, shownTrailing) = (leadingButtons, trailingButtons)
    let isFull = width(shownLeading + shownTrailing) > size.width + 0.5
    if isFull {
      let room = size.width - width(more) - spacing
      while width(shownLeading + shownTrailing) > room + 0.5, !(shownLeading.isEmpty && shownTrailing.isEmpty)
      {
        if shownLeading.isEmpty { shownTrailing.removeFirst() } else { shownLeading.removeLast() }
      }
    }
    for (index, button) in leadingButtons.enumerated() { button.isHidden = index >= shownLeading.count }
    let cut = trailingButtons.count - shownTrailing.count
    for (index, button) in trailingButtons.enumerated() { button.isHidden = index < cut }
    more.isHidden = !isFull
    overflow = Array(leading.dropFirst(shownLeading.count)) + trailing.prefix(cut)
    place(shownLeading, from: 0)
    let end = (isFull ? [more] : []) + shownTrailing
    place(end, from: max(size.width - width(end), 0))
  }

  private func place(_ buttons: [Button], from start: Double) {
    let isMirrored = effectiveLayoutDirection == .rightToLeft
    var x = start
    for button in buttons {
      let width = width(button)
      button.frame = Rect(
        x: isMirrored ? size.width - x - width : x, y: 0, width: width, height: size.height)
      x += width + spacing
    }
  }
}
