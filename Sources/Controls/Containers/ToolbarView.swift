public import Geometry
public import Views

/// A row of buttons for commands. Commands without a place are in a menu at the end of the row, before the items of ``menu``.
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
  /// Returns further items of the menu at the end of the row; `nil`, the default, for none. With such items, the menu is always
  /// there. A command that has a place in the menu already is not repeated.
  ///
  /// GTK: the primary menu of a header bar.
  public var menu: (() -> [MenuItem])? {
    didSet {
      more.accessibilityLabel = menu == nil ? "More" : "Menu"
      more.icon = menu == nil ? .more : .menu
      setNeedsLayout()
    }
  }
  /// The commands in the menu that have no place in the row.
  public private(set) var overflow: [Command] = []

  private var leadingButtons: [Button] = []
  private var trailingButtons: [Button] = []
  private let more = Button(icon: .more, style: .flat)

  /// Creates a toolbar.
  public init(_ leading: [Command], trailing: [Command] = []) {
    (self.leading, self.trailing) = (leading, trailing)
    super.init()
    more.accessibilityLabel = "More"
    more.focusesOnPress = false
    more.onClick = { [weak self] in self?.openMenu() }
    makeButtons()
    sizeToFit()
  }

  /// Opens the menu at the end of the row, if the row has one.
  public func openMenu() {
    layoutIfNeeded()
    guard !more.isHidden else { return }
    var items = overflow.map { command in
      var item = MenuItem(command)
      item.commandTarget = target
      return item
    }
    let known = Set(overflow.map(\.id))
    let further = (menu?() ?? []).filter { $0.command.map { !known.contains($0.id) } ?? true }
    if !items.isEmpty, !further.isEmpty { items.append(.separator) }
    more.present(MenuView(items + further))
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
      width: min(width(leadingButtons + trailingButtons + (menu == nil ? [] : [more])), max(size.width, 0)),
      height: effectiveTheme.controlHeight)
  }

  public override func layoutSubviews() {
    var (shownLeading, shownTrailing) = (leadingButtons, trailingButtons)
    let all = shownLeading + shownTrailing + (menu == nil ? [] : [more])
    let isFull = width(all) > size.width + 0.5
    let hasMenu = isFull || menu != nil
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
    more.isHidden = !hasMenu
    overflow = Array(leading.dropFirst(shownLeading.count)) + trailing.prefix(cut)
    place(shownLeading, from: 0)
    // A menu with further items is the last button, because it is there at every width.
    let end = menu != nil ? shownTrailing + [more] : (isFull ? [more] : []) + shownTrailing
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
