internal import Drawing
public import Geometry
internal import Input
public import Views

/// A list of commands and their shortcuts with a field that searches it.
///
/// It lists the commands that have shortcuts, such as `availableCommands` of a view. The search finds commands whose title
/// or shortcuts contain all typed words, in any case of letters.
///
/// GTK: `GtkShortcutsWindow`. libadwaita: `AdwShortcutsDialog`.
public final class KeyHelpView: ThemedView {
  /// The commands, in the order of the list. Those without shortcuts are not listed.
  public var commands: [Command] { didSet { search() } }
  /// The text of the search field; empty, the default, to list all commands.
  public var query: String {
    get { field.text }
    set {
      field.text = newValue
      search()
    }
  }
  /// The commands that the search has found.
  public private(set) var found: [Command] = []

  /// The field with the text to search for.
  public let field = TextField(placeholder: "Search keys")
  private let list = ListView(numberOfRows: 0) { _, _ in View() }
  private let none = ThemedLabel("No such command", isSecondary: true, alignment: .center)
  private static let gap = 12.0  // points between the field and the list

  /// Creates a list of `commands`.
  public init(_ commands: [Command]) {
    self.commands = commands
    super.init()
    field.onChange = { [weak self] _ in self?.search() }
    list.accessibilityLabel = "Keys"
    list.allowsSelection = false
    list.cellInsets = EdgeInsets(horizontal: 4)
    list.makeRow = { [weak self] index, reusing in
      let row = reusing as? KeyHelpRow ?? KeyHelpRow()
      if let self, found.indices.contains(index) { row.show(found[index]) }
      return row
    }
    for part in [field, list, none] { addSubview(part) }
    search()
    sizeToFit()
  }

  private func search() {
    let words = query.lowercased().split(separator: " ")
    found = commands.filter { command in
      let text = "\(command.title) \(command.shortcutText)".lowercased()
      return !command.shortcuts.isEmpty && words.allSatisfy { text.contains($0) }
    }
    list.numberOfRows = found.count
    list.reloadData()
    none.isHidden = !found.isEmpty
    invalidateIntrinsicContentSize()
  }

  /// The Page keys scroll the list while the user types in the field.
  public override func keyPressed(_ key: KeyPress) -> Bool {
    guard !key.isShortcut, [.pageUp, .pageDown].contains(key.symbol.withoutKeypad) else { return false }
    _ = list.keyPressed(key)
    return true
  }

  public override func themeChanged() {
    list.rowHeight = effectiveTheme.controlHeight
    super.themeChanged()
  }

  /// Returns a size for all commands, so that the size does not change during a search.
  public override func sizeThatFits(_ size: Size) -> Size {
    let theme = effectiveTheme
    let scale = theme.controlHeight / theme.metrics.controlHeight
    let count = Double(max(commands.count { !$0.shortcuts.isEmpty }, 1))
    let height = theme.controlHeight * (count + 1) + Self.gap
    return Size(width: min((440 * scale).rounded(), size.width), height: min(height, size.height))
  }

  public override func layoutSubviews() {
    let height = min(effectiveTheme.controlHeight, size.height)
    field.frame = Rect(x: 0, y: 0, width: size.width, height: height)
    let top = height + Self.gap
    list.frame = Rect(x: 0, y: top, width: size.width, height: max(size.height - top, 0))
    none.frame = Rect(x: 0, y: top, width: size.width, height: min(height, list.frame.size.height))
  }
}

/// A row of the key help: the title of a command and its shortcuts.
private final class KeyHelpRow: StackView {
  private let title = ThemedLabel("")
  private let keys = ThemedLabel("", isSecondary: true, alignment: .end)

  init() {
    super.init(.horizontal, spacing: 16, alignment: .center, [title.growing(), keys])
    title.maxLines = 1
    keys.maxLines = 1
  }

  func show(_ command: Command) {
    title.text = command.title
    keys.text = command.shortcutText
  }
}
