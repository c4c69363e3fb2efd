internal import Controls
internal import Drawing
public import Geometry
public import Views

/// A bar with the title of a window and its buttons.
///
/// A window shows a title bar if the compositor draws none. The bar does not change the window itself: its
/// closures do.
///
/// libadwaita: `AdwHeaderBar`. GTK: `GtkWindowControls`.
public final class TitleBarView: ThemedView {
  /// A button of a title bar.
  public enum Item: Hashable, Sendable, CaseIterable {
    /// Minimizes the window.
    case minimize
    /// Maximizes or restores the window.
    case maximize
    /// Closes the window.
    case close
    /// Opens the menu of the window.
    case menu
    /// A gap between buttons.
    case spacer
  }

  /// The title, in the middle of the bar.
  public var title: String { didSet { if title != oldValue { setNeedsDisplay() } } }
  /// The buttons at the leading side, in reading order.
  public var leadingItems: [Item] = [] { didSet { if leadingItems != oldValue { makeButtons() } } }
  /// The buttons at the trailing side, in reading order.
  public var trailingItems: [Item] = [] { didSet { if trailingItems != oldValue { makeButtons() } } }
  /// Whether the window is active; by default `true`. The title bar of an inactive window is pale.
  public var isActive = true {
    didSet {
      guard isActive != oldValue else { return }
      setNeedsDisplay()
      for (_, button) in buttons { button.isActive = isActive }
    }
  }
  /// Whether the window is maximized; by default `false`. The maximize button then restores the window.
  public var isMaximized = false {
    didSet {
      for (item, button) in buttons where item == .maximize {
        button.icon = icon(of: item)
        button.accessibilityLabel = name(of: item)
      }
    }
  }
  /// Whether the upper corners are rounded; by default `false`.
  public var isRounded = false { didSet { if isRounded != oldValue { setNeedsDisplay() } } }

  /// Called when a button of the bar was pressed.
  public var onItem: ((Item) -> Void)?
  /// Called when the pointer or a finger begins to drag the bar.
  public var onDrag: (() -> Void)?
  /// Called for a double click or a double tap on the bar.
  public var onDoubleClick: (() -> Void)?
  /// Called with a point of the bar when the right or middle button is pressed, or when a finger rests on the
  /// bar.
  public var onMenu: ((Point) -> Void)?

  /// The distance that a press must move to become a drag, in points.
  ///
  /// GTK: `gtk-dnd-drag-threshold`.
  public static let dragThreshold = 8.0
  private nonisolated static let padding = 6.0  // points from a side of the bar to the first button
  private static let buttonSize = 34.0  // points; the circle in it has 24
  private static let spacing = 3.0
  private static let spacerWidth = 12.0
  private static let longPress = 0.5  // seconds

  private var buttons: [(item: Item, view: TitleBarButton)] = []
  private var press: (id: Int, timer: (any ViewTimer)?)?

  /// Creates a bar.
  public init(_ title: String = "") {
    self.title = title
    super.init()
    sizeToFit()
  }

  /// The height of a bar with a theme, in points: 46, or more for large text.
  public static func height(with theme: Theme) -> Double { max(theme.controlHeight + 12, 46).rounded() }

  public override func sizeThatFits(_ size: Size) -> Size {
    Size(width: max(size.width.isFinite ? size.width : 0, 0), height: Self.height(with: effectiveTheme))
  }

  // MARK: Buttons

  private func makeButtons() {
    for (_, button) in buttons { button.removeFromSuperview() }
    buttons = (leadingItems + trailingItems).filter { $0 != .spacer }.map { item in
      let button = TitleBarButton(icon(of: item)) { [weak self] in self?.onItem?(item) }
      button.isActive = isActive
      button.accessibilityLabel = name(of: item)
      addSubview(button)
      return (item, button)
    }
    setNeedsLayout()
    setNeedsDisplay()
  }

  private func icon(of item: Item) -> Icon {
    switch item {
    case .minimize: .minimizeWindow
    case .maximize: isMaximized ? .restoreWindow : .maximizeWindow
    case .close: .close
    case .menu, .spacer: .menu
    }
  }

  private func name(of item: Item) -> String {
    switch item {
    case .minimize: "Minimize"
    case .maximize: isMaximized ? "Restore" : "Maximize"
    case .close: "Close"
    case .menu, .spacer: "Menu"
    }
  }

  /// Returns the button of an item; `nil` if the bar does not have it.
  package func button(_ item: Item) -> View? { buttons.first { $0.item == item }?.view }

  private func width(of items: [Item]) -> Double {
    guard !items.isEmpty else { return 0 }
    let widths = items.map { $0 == .spacer ? Self.spacerWidth : Self.buttonSize }
    return Self.padding + widths.reduce(0, +) + Self.spacing * Double(items.count - 1)
  }

  public override func layoutSubviews() {
    let isMirrored = effectiveLayoutDirection == .rightToLeft
    let top = ((size.height - Self.buttonSize) / 2).rounded()
    var rest = buttons[...]
    func place(_ items: [Item], from start: Double) {
      var x = start
      for item in items {
        let width = item == .spacer ? Self.spacerWidth : Self.buttonSize
        if item != .spacer, let button = rest.popFirst()?.view {
          button.frame = Rect(
            x: isMirrored ? size.width - x - width : x, y: top, width: width, height: Self.buttonSize)
        }
        x += width + Self.spacing
      }
    }
    place(leadingItems, from: Self.padding)
    place(trailingItems, from: size.width - width(of: trailingItems))
  }

  // MARK: Contacts

  public override func contactBegan(_ contact: Contact) -> ContactResponse {
    guard hitTest(contact.location(in: self)) === self, !contact.isHandedOver else { return .ignored }
    guard contact.isPrimary else {
      onMenu?(contact.location(in: self))
      return .claimed
    }
    guard press == nil else { return .ignored }
    if contact.tapCount == 2 {
      onDoubleClick?()
      return .claimed
    }
    let place = contact.location(in: self)
    let timer =
      contact.kind == .touch || contact.kind == .pen
      ? startTimer(after: Self.longPress) { [weak self] in
        self?.endPress()
        self?.onMenu?(place)
      } : nil
    press = (contact.id, timer)
    return .tracking
  }

  public override func contactMoved(_ contact: Contact) -> ContactResponse {
    guard press?.id == contact.id else { return .ignored }
    guard contact.translation(in: self).distance(to: .zero) >= Self.dragThreshold else { return .tracking }
    endPress()
    onDrag?()
    return .ignored
  }

  public override func contactEnded(_ contact: Contact) -> ContactResponse {
    if press?.id == contact.id { endPress() }
    return .ignored
  }

  public override func contactCanceled(_ contact: Contact) { if press?.id == contact.id { endPress() } }

  private func endPress() {
    press?.timer?.cancel()
    press = nil
  }

  // MARK: Painting

  public override func makePainter() -> Painter? {
    let (state, title, isActive, isRounded) = (ControlState(of: self), title, isActive, isRounded)
    let side = max(width(of: leadingItems), width(of: trailingItems)) + 2 * Self.padding
    let (leading, trailing) = (width(of: leadingItems), width(of: trailingItems))
    return { canvas in
      let frame = canvas.snapped(state.bounds)
      let radius = isRounded ? WindowShadowView.cornerRadius : 0
      canvas.fill(.windowOutline(frame, radius: radius), with: state.colors.titleBar(isActive: isActive))
      let line = Rect(x: frame.minX, y: frame.maxY - 1, width: frame.size.width, height: 1)
      canvas.fill(canvas.snapped(line), with: state.colors.titleBarLine)
      // The title is centered in the bar. A long title is centered in the space between the buttons.
      var area = state.bounds.inset(by: EdgeInsets(horizontal: side))
      if TextLayout(title, style: state.theme.textStyle(.button)).size.width > area.size.width {
        area = state.directed(
          Rect(
            x: leading + Self.padding, y: 0,
            width: max(state.bounds.size.width - leading - trailing - 2 * Self.padding, 0),
            height: state.bounds.size.height))
      }
      let color = state.colors.foreground
      state.text(
        title, .button, in: area, color: isActive ? color : color.withAlpha(color.alpha * 0.5),
        alignment: .center, canvas: canvas)
    }
  }
}

extension ThemeColors {
  /// The background of a title bar. An inactive title bar has the background of the window.
  ///
  /// libadwaita: `headerbar_bg_color`, `headerbar_backdrop_color`.
  fileprivate func titleBar(isActive: Bool) -> Color {
    let isDark = window.luma < 0.5
    return isActive && !isHighContrast ? (isDark ? Color(hex: 0x2E2E32) : .white) : window
  }

  /// The color of the line below a title bar.
  ///
  /// libadwaita: `headerbar_shade_color`.
  fileprivate var titleBarLine: Color {
    if isHighContrast { return shade(0.5) }
    return window.luma < 0.5 ? Color(white: 0, alpha: 0.36) : Color(white: 0, alpha: 0.12)
  }
}
