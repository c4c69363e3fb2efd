package import CarouselUI

/// The bar at the top of the window with the common actions. The actions that have no place in it, and all others, are in its menu.
///
/// In a narrow window, such as that of a phone, its buttons and the rows of its menu are large enough for fingers.
package final class BrowserHeader: ThemedView {
  private let toolbar: ToolbarView
  /// Whether the buttons are large enough for fingers.
  private var isLarge = false
  /// Whether the header is in front of a photo, so that it has no place of its own.
  var isOverPhotos = false { didSet { if isOverPhotos != oldValue { setNeedsDisplay() } } }

  /// The width below which the buttons are large, in points. Above it, the area in which a button receives a touch is large enough.
  private static let narrowWidth = 600.0
  private static let largeHeight = 46.0  // points, so that a row of the menu is 44 points high
  private static let margin = Size(width: 6, height: 6)

  /// Creates a header.
  ///
  /// - Parameters:
  ///   - leading: The commands at the side where lines of text begin.
  ///   - trailing: The commands at the other side.
  init(_ leading: [Command], trailing: [Command]) {
    toolbar = ToolbarView(leading, trailing: trailing)
    super.init()
    isLayered = true
    toolbar.menu = { [weak self] in self?.menu?() ?? [] }
    toolbar.accessibilityLabel = "Actions"
    addSubview(toolbar)
  }

  /// Returns the items of the menu.
  var menu: (() -> [MenuItem])?

  /// The view at which the commands are performed.
  var target: View? {
    get { toolbar.target }
    set { toolbar.target = newValue }
  }

  /// Opens the menu.
  func openMenu() {
    layoutIfNeeded()
    toolbar.openMenu()
  }

  // The bar catches presses beside its buttons, which would otherwise reach the photo behind it.
  package override func contactBegan(_ contact: Contact) -> ContactResponse { .tracking }
  package override func contactEnded(_ contact: Contact) -> ContactResponse { .claimed }

  package override func themeChanged() {
    super.themeChanged()
    enlargeButtons()
  }

  private func enlargeButtons() {
    guard isLarge else {
      toolbar.theme = nil
      return
    }
    var theme = effectiveTheme
    theme.metrics.controlHeight = Self.largeHeight
    theme.metrics.spacing = 2
    toolbar.theme = theme
  }

  package override func sizeThatFits(_ size: Size) -> Size {
    let least = size.width < Self.narrowWidth ? Self.largeHeight : 0
    return Size(
      width: size.width, height: max(effectiveTheme.controlHeight, least) + 2 * Self.margin.height)
  }

  package override func layoutSubviews() {
    if isLarge != (size.width < Self.narrowWidth) {
      isLarge.toggle()
      enlargeButtons()
    }
    toolbar.frame = bounds.inset(
      by: EdgeInsets(horizontal: Self.margin.width, vertical: Self.margin.height))
  }

  package override func makePainter() -> Painter? { Self.painter(of: self, isTranslucent: isOverPhotos) }

  /// Returns the painter of a bar with a line at its lower edge.
  ///
  /// - Parameter isTranslucent: Whether photos behind the bar can be seen a little.
  static func painter(of view: View, isTranslucent: Bool = false) -> Painter {
    let state = ControlState(of: view)
    return { canvas in
      let ground = state.colors.window.mixed(with: state.colors.foreground.withAlpha(1), amount: 0.04)
      // The text stays legible in front of any photo.
      canvas.fill(with: ground.withAlpha(isTranslucent && !state.colors.isHighContrast ? 0.94 : 1))
      let line = canvas.snapped(
        Rect(x: 0, y: state.bounds.maxY - 1, width: state.bounds.size.width, height: 1))
      canvas.fill(line, with: state.colors.border)
    }
  }
}
