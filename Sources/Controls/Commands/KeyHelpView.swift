internal import Drawing
public import Geometry
internal import Input
public import Views

/// A list of commands and their shortcuts with a field that searches it.
///
/// It lists the commands that have shortcuts, such as `availableCommands` of a view, in one or more sections. The search finds all
/// commands whose title or shortcuts contain all typed words, in any case of letters. During a search, the first command that was
/// found is marked; the arrow keys mark another one, and Return chooses it. Without a search, the arrow keys scroll the list.
///
/// GTK: `GtkShortcutsWindow`. libadwaita: `AdwShortcutsDialog`.
public final class KeyHelpView: ThemedView {
  /// Commands below a title.
  public struct Section: Sendable {
    /// The title; `nil` for a section without a header.
    public var title: String?
    /// The commands, in the order of the list. Those without shortcuts are listed only if the search finds them.
    public var commands: [Command]

    /// Creates a section.
    public init(_ commands: [Command], title: String? = nil) {
      (self.commands, self.title) = (commands, title)
    }
  }

  /// The sections, in the order of the list.
  public var sections: [Section] { didSet { search() } }
  /// The commands of all sections. Setting them makes one section without a title.
  public var commands: [Command] {
    get { sections.flatMap(\.commands) }
    set { sections = [Section(newValue)] }
  }
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
  /// Called with the marked command when Return is pressed in the search field, or with the command whose row is clicked or tapped.
  public var onChoose: ((Command) -> Void)? { didSet { list.allowsSelection = onChoose != nil } }

  /// The field with the text to search for.
  public let field = TextField(placeholder: "Search keys")
  private let list = ListView(numberOfRows: 0) { _, _ in View() }
  private let none = ThemedLabel("No such command", isSecondary: true, alignment: .center)
  private static let gap = 12.0  // points between the field and the list

  /// Creates a list of `commands`.
  public convenience init(_ commands: [Command]) { self.init([Section(commands)]) }

  /// Creates a list of the commands of sections.
  public init(_ sections: [Section]) {
    self.sections = sections
    super.init()
    field.onChange = { [weak self] _ in self?.search() }
    field.onSubmit = { [weak self] _ in self?.chooseMarked() }
    field.usesVerticalArrows = false
    list.accessibilityLabel = "Keys"
    list.allowsSelection = false
    list.activatesOnSingleClick = true
    list.onActivate = { [weak self] index in
      // Typed letters go on with the search.
      self?.field.becomeFocused()
      self?.choose(index)
    }
    // The scroll bar is beside the texts.
    list.collectionLayout.insets = EdgeInsets(horizontal: 10)
    list.cellInsets = EdgeInsets(horizontal: 4)
    for part in [field, list, none] { addSubview(part) }
    updateRowHeight()
    search()
    sizeToFit()
  }

  /// A row of the list. Its number counts the commands of all sections.
  private struct Row: Identifiable {
    let id: Int
    let command: Command
  }

  private func search() {
    let words = query.lowercased().split(separator: " ")
    var number = 0
    let matches = sections.compactMap { section -> CollectionSection<Row>? in
      let rows = section.commands.compactMap { command -> Row? in
        number += 1
        let text = "\(command.title) \(command.shortcutText)".lowercased()
        let isFound =
          (!command.shortcuts.isEmpty || !words.isEmpty) && words.allSatisfy { text.contains($0) }
        return isFound ? Row(id: number, command: command) : nil
      }
      return rows.isEmpty ? nil : CollectionSection(rows, title: section.title)
    }
    found = matches.flatMap { $0.items.map(\.command) }
    list.setSections(matches, animated: false) { [weak self] row, reusing in
      let view = reusing as? KeyHelpRow ?? KeyHelpRow()
      view.show(row.command, inTwoLines: self?.hasTwoLines == true)
      return view
    }
    list.reloadData()
    list.selectedIndex = words.isEmpty || found.isEmpty ? nil : 0
    list.contentOffset = .zero
    none.isHidden = !found.isEmpty
    invalidateIntrinsicContentSize()
  }

  private func chooseMarked() { if let index = list.selectedIndex { choose(index) } }

  private func choose(_ index: Int) { if found.indices.contains(index) { onChoose?(found[index]) } }

  /// The Page keys and the arrow keys scroll the list, or move the mark, while the user types in the field.
  public override func keyPressed(_ key: KeyPress) -> Bool {
    guard !key.isShortcut else { return false }
    let symbol = key.symbol.withoutKeypad
    guard [.pageUp, .pageDown, .up, .down].contains(symbol) else { return false }
    guard let marked = list.selectedIndex, [.up, .down].contains(symbol) else {
      _ = list.keyPressed(key)
      return true
    }
    let next = marked + (symbol == .up ? -1 : 1)
    guard found.indices.contains(next) else { return true }
    list.selectedIndex = next
    list.scrollToItem(next, animated: false)
    return true
  }

  /// Whether the keys are below the titles, because the view is as narrow as a phone.
  private var hasTwoLines = false
  private static let twoLinesWidth = 360.0  // points, at the usual size of the text

  private func updateRowHeight() { list.rowHeight = hasTwoLines ? 56 : ThemeMetrics().controlHeight }

  /// Returns a size for all commands, so that the size does not change during a search.
  public override func sizeThatFits(_ size: Size) -> Size {
    let theme = effectiveTheme
    let shown = sections.map { section in (section.title, section.commands.count { !$0.shortcuts.isEmpty }) }
    let rows = Double(max(shown.reduce(0) { $0 + $1.1 }, 1))
    let headers = Double(shown.count { title, count in title != nil && count > 0 })
    let listHeight =
      theme.scaled(list.rowHeight) * rows + theme.scaled(list.collectionLayout.headerHeight) * headers
    return Size(
      width: min(theme.scaled(440), size.width),
      height: min(theme.controlHeight + Self.gap + listHeight, size.height))
  }

  public override func layoutSubviews() {
    let isNarrow = size.width < effectiveTheme.scaled(Self.twoLinesWidth)
    if isNarrow != hasTwoLines {
      hasTwoLines = isNarrow
      updateRowHeight()
      list.reloadData()
    }
    let height = min(effectiveTheme.controlHeight, size.height)
    field.frame = Rect(x: 0, y: 0, width: size.width, height: height)
    let top = height + Self.gap
    list.frame = Rect(x: 0, y: top, width: size.width, height: max(size.height - top, 0))
    none.frame = Rect(x: 0, y: top, width: size.width, height: min(height, list.frame.size.height))
  }
}

/// A row of the key help: the title of a command and its shortcuts, beside the title or below it.
private final class KeyHelpRow: StackView {
  private let title = ThemedLabel("")
  private let keys = ThemedLabel("", isSecondary: true, alignment: .end)

  init() {
    super.init(.horizontal, spacing: 16, alignment: .center, [title.growing(), keys])
    keys.maxLines = 1
  }

  func show(_ command: Command, inTwoLines hasTwoLines: Bool) {
    title.text = command.title
    keys.text = command.shortcutText
    axis = hasTwoLines ? .vertical : .horizontal
    spacing = hasTwoLines ? 2 : 16
    alignment = hasTwoLines ? .fill : .center
    distribution = hasTwoLines ? .center : .leading
    title.growFactor = hasTwoLines ? 0 : 1
    keys.alignment = hasTwoLines ? .start : .end
  }
}
