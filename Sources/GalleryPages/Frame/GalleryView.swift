package import CarouselUI

/// The content of the gallery's window: the list of pages, the current page, and its source.
package final class GalleryView: ContainerView {
  /// The current page.
  package private(set) var page: GalleryPage
  /// The view of the current page.
  package private(set) var pageView: View
  /// The view of the source, beside the page.
  package let sourceView = SourceView()
  /// The list of pages.
  package let list: ListView

  private let pages: [GalleryPage]
  private let sidebar = Surface(strength: 0.05)
  private let sourcePanel = Surface(strength: 0.03)
  private let title = ThemedLabel("", role: .title)
  private let summary = ThemedLabel("", isSecondary: true)
  private let pageFrame = ContainerView()
  private let themes = SegmentedControl(["Light", "Dark"])
  private let contrast = Toggle()
  private let menu = Button(icon: .menu)
  private let direction = Toggle()
  private lazy var header = StackView(.vertical, spacing: 4, [title, summary])
  private lazy var settings = StackView(
    .vertical, spacing: 12, insets: EdgeInsets(14),
    [themes, Row("High contrast", contrast), Row("Right to left", direction)])

  /// Creates the gallery, which shows one of its pages.
  package init(pages: [GalleryPage] = GalleryPage.all, showing page: GalleryPage? = nil) {
    self.pages = pages
    self.page = page ?? pages[0]
    pageView = self.page.makeView()
    list = ListView(numberOfRows: pages.count, rowHeight: 30) { index, reusing in
      let label = reusing as? ThemedLabel ?? ThemedLabel("")
      label.text = pages[index].title
      return label
    }
    super.init()
    list.accessibilityLabel = "Pages"
    themes.accessibilityLabel = "Theme"
    menu.accessibilityLabel = "Pages"
    list.cellInsets = EdgeInsets(horizontal: 16)
    list.onSelect = { [weak self] in self?.show(pages[$0]) }
    list.showsSeparators = false
    themes.onSelect = { [weak self] _ in self?.applyColors() }
    contrast.onToggle = { [weak self] _ in self?.applyColors() }
    direction.onToggle = { [weak self] in self?.layoutDirection = $0 ? .rightToLeft : .leftToRight }
    menu.onClick = { [weak self] in self?.openMenu() }
    pageFrame.clipsToBounds = true
    for part in [sidebar, list, settings, header, menu, pageFrame, sourcePanel, sourceView] as [View] {
      addSubview(part)
    }
    showContent()
  }

  /// Shows another page.
  package func show(_ page: GalleryPage) {
    self.page = page
    pageView.removeFromSuperview()
    pageView = page.makeView()
    showContent()
  }

  /// Sets the controls to the settings of the command line and applies the settings.
  package func choose(dark: Bool, highContrast: Bool, rightToLeft: Bool) {
    themes.selectedIndex = dark ? 1 : 0
    contrast.isOn = highContrast
    applyColors()
    direction.isOn = rightToLeft
    layoutDirection = rightToLeft ? .rightToLeft : .leftToRight
  }

  /// Opens a sheet with the names of the pages. It replaces the list in a narrow window.
  private func openMenu() {
    menu.present(
      MenuView(
        pages.map { page in
          MenuItem(page.title, mark: page.id == self.page.id ? .on : .off) { [weak self] in self?.show(page) }
        }))
  }

  private func showSelection() {
    if let index = list.selectedIndex { list.scrollToItem(index, animated: false) }
  }

  /// Called with the colors for the window, when this closure is set and when the user chooses others. The rest of the theme,
  /// such as the text scale, is that of the window.
  package var onColorsChange: ((ThemeColors) -> Void)? { didSet { applyColors() } }

  private func applyColors() {
    let isDark = themes.selectedIndex == 1
    let colors: ThemeColors =
      contrast.isOn ? (isDark ? .highContrastDark : .highContrastLight) : (isDark ? .dark : .light)
    onColorsChange?(colors)
  }

  private func showContent() {
    (title.text, summary.text) = (page.title, page.summary)
    sourceView.text = page.source
    list.selectedIndex = pages.firstIndex { $0.id == page.id }
    if !list.size.isEmpty { showSelection() }
    pageFrame.addSubview(pageView)
    setNeedsLayout()
  }

  package override func themeChanged() { setNeedsLayout() }

  // MARK: Layout

  /// The width of the list of pages, in points. It grows with the text.
  private var sidebarWidth: Double { effectiveTheme.scaled(210) }
  private static let margin = 20.0
  /// The width of a page beside which the source is shown, at a text scale of 1.
  private static let leastPageWidth = 560.0
  /// The least width beside the list of pages, if there is one.
  private static let leastRest = 490.0

  package override func layoutSubviews() {
    let (width, height, margin) = (size.width, size.height, Self.margin)
    let sidebarWidth = sidebarWidth
    let hasSidebar = width >= sidebarWidth + Self.leastRest
    for view in [sidebar, list, settings] as [View] { view.isHidden = !hasSidebar }
    menu.isHidden = hasSidebar
    let sideWidth = hasSidebar ? sidebarWidth : 0
    let rest = width - sideWidth
    let sourceWidth = min(max(rest - effectiveTheme.scaled(Self.leastPageWidth), 0), rest * 0.42)
    let hasSource = sourceWidth >= 240
    let pageWidth = hasSource ? rest - sourceWidth : rest
    for view in [sourcePanel, sourceView] { view.isHidden = !hasSource }
    place(sidebar, 0, 0, sidebarWidth, height)
    let settingsHeight = settings.fittingSize(in: Size(width: sidebarWidth, height: height)).height
    let isFirst = list.size.isEmpty
    place(list, 0, 8, sidebarWidth, height - 8 - settingsHeight)
    if isFirst { showSelection() }
    place(settings, 0, height - settingsHeight, sidebarWidth, settingsHeight)
    let left = sideWidth + margin
    // In a narrow window, the button of the menu is beside the header.
    let menuSide = effectiveTheme.controlHeight
    let headerWidth = pageWidth - 2 * margin - (hasSidebar ? 0 : menuSide + 10)
    let headerSize = header.fittingSize(in: Size(width: headerWidth, height: height))
    place(header, left, margin, headerWidth, headerSize.height)
    place(menu, width - margin - menuSide, margin, menuSide, menuSide)
    let top = margin + headerSize.height + 12
    // Carousels reach the sides of the page.
    place(pageFrame, sideWidth, top, pageWidth, height - top - margin)
    pageView.frame = pageFrame.bounds.inset(by: EdgeInsets(horizontal: margin))
    place(sourcePanel, width - sourceWidth, 0, sourceWidth, height)
    place(sourceView, width - sourceWidth + 14, margin, sourceWidth - 20, height - margin)
  }

  /// Sets a frame, mirrored if the gallery begins at the right.
  private func place(_ view: View, _ x: Double, _ y: Double, _ width: Double, _ height: Double) {
    let isMirrored = effectiveLayoutDirection == .rightToLeft
    view.frame = Rect(
      x: isMirrored ? size.width - x - width : x, y: y, width: max(width, 0), height: max(height, 0))
  }
}

/// An area of the window with a slightly different color.
private final class Surface: ThemedView {
  private let strength: Double

  init(strength: Double) {
    self.strength = strength
    super.init()
    isUserInteractionEnabled = false
  }

  override func makePainter() -> Painter? {
    let color = effectiveTheme.colors.shade(strength)
    return { $0.fill(with: color) }
  }
}
