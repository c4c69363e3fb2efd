internal import CarouselUI

/// The page of a window without photos: a sentence, a button that opens a folder, and the folders that were opened before.
final class EmptyPageView: ThemedView {
  /// The actions of the user on the page.
  struct Actions {
    /// Opens the dialog of the desktop that chooses a folder.
    var openFolder: () -> Void = {}
    /// Looks for photos in the same folder again.
    var tryAgain: () -> Void = {}
    var openRecent: ([UInt8]) -> Void = { _ in }
    var clearRecent: () -> Void = {}
  }

  private let column: CenteredColumn
  private let scroll: ScrollView

  init(_ page: EmptyPage, recent: [RecentFolder], _ actions: Actions) {
    var rows: [View] = [ThemedLabel(page.title, role: .title, alignment: .center)]
    if let sentence = page.sentence {
      rows.append(ThemedLabel(sentence, isSecondary: true, alignment: .center))
      rows.append(Self.buttons(page, actions))
      if !recent.isEmpty { rows += Self.recentRows(recent, actions) }
    }
    column = CenteredColumn(StackView(.vertical, spacing: 16, rows))
    scroll = ScrollView(column)
    super.init()
    addSubview(scroll)
  }

  private static func buttons(_ page: EmptyPage, _ actions: Actions) -> View {
    var buttons = [Button("Open Folder…", style: .suggested, onClick: actions.openFolder)]
    if case .problem = page { buttons.append(Button("Try Again", onClick: actions.tryAgain)) }
    let row = StackView(.horizontal, spacing: 12, alignment: .center, distribution: .center, buttons)
    return row
  }

  private static func recentRows(_ recent: [RecentFolder], _ actions: Actions) -> [View] {
    let heading = ThemedLabel("Recent folders", role: .button)
    let clear = Button("Clear", style: .flat, onClick: actions.clearRecent)
    clear.accessibilityLabel = "Clear the recent folders"
    let rows = recent.map { folder in RecentFolderRow(folder) { actions.openRecent(folder.path) } }
    let list = StackView(.vertical, spacing: 0, rows)
    list.accessibilityLabel = "Recent folders"
    return [
      StackView(.horizontal, spacing: 8, alignment: .center, [heading.growing(), clear]),
      CardView(list, insets: EdgeInsets(6)),
    ]
  }

  override func layoutSubviews() {
    column.leastHeight = size.height
    scroll.frame = bounds
  }

  override func themeChanged() {
    super.themeChanged()
    backgroundColor = effectiveTheme.colors.window.withAlpha(1)
  }
}

/// A column of views in the middle of a page, which may be higher than the window.
private final class CenteredColumn: ContainerView {
  private let rows: StackView
  /// The height of the page, in points.
  var leastHeight = 0.0 { didSet { if leastHeight != oldValue { invalidateIntrinsicContentSize() } } }

  private static let widest = 460.0  // points
  private static let margin = 16.0  // points

  init(_ rows: StackView) {
    self.rows = rows
    super.init()
    addSubview(rows)
  }

  private func rowsSize(in width: Double) -> Size {
    let width = max(min(width - 2 * Self.margin, Self.widest), 0)
    return Size(width: width, height: rows.fittingSize(in: Size(width: width, height: .infinity)).height)
  }

  override func sizeThatFits(_ size: Size) -> Size {
    let height = rowsSize(in: size.width).height + 2 * Self.margin
    return Size(width: size.width, height: max(height, leastHeight))
  }

  override func layoutSubviews() {
    let inner = rowsSize(in: size.width)
    // A little higher than the exact middle, where the eye expects it.
    let top = max((size.height - inner.height) * 0.45, Self.margin)
    rows.frame = Rect(
      x: ((size.width - inner.width) / 2).rounded(), y: top.rounded(), width: inner.width,
      height: inner.height)
  }
}
