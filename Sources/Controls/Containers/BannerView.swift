internal import Drawing
public import Geometry
public import Views

/// A strip above the content that states a problem or a condition until it is solved, with an optional button.
///
/// In a ``/Views/StackView``, a hidden banner takes no space.
///
/// libadwaita: `AdwBanner`.
public final class BannerView: ThemedView {
  /// The importance of the message.
  public enum Style: Hashable, Sendable, CaseIterable {
    /// A condition that the user should know.
    case information
    /// A problem that the user should solve.
    case problem
  }

  /// The message.
  public var text: String {
    get { label.text }
    set {
      label.text = newValue
      if isInWindow, !isHidden { announce(newValue) }
    }
  }
  /// The importance; by default information.
  public var style: Style { didSet { if style != oldValue { themeChanged() } } }

  /// Called when the user presses the button.
  public var onAction: (() -> Void)?

  private let label: ThemedLabel
  private let button: Button?
  private static let margin = EdgeInsets(horizontal: 12, vertical: 6)

  /// Creates a banner.
  ///
  /// - Parameters:
  ///   - text: The message.
  ///   - style: The importance.
  ///   - action: The title of the button; `nil`, the default, for none.
  ///   - onAction: Called when the user presses the button.
  public init(
    _ text: String, style: Style = .information, action: String? = nil, onAction: (() -> Void)? = nil
  ) {
    self.style = style
    label = ThemedLabel(text)
    self.onAction = onAction
    button = action.map { Button($0) }
    super.init()
    button?.onClick = { [weak self] in self?.onAction?() }
    addSubview(label)
    if let button { addSubview(button) }
    sizeToFit()
  }

  public override var semantics: Semantics { Semantics(.group, label: text, children: .subviews) }

  public override func didMoveToWindow() {
    super.didMoveToWindow()
    if isInWindow, !isHidden { announce(text) }
  }

  /// The color of the strip.
  private var ground: Color {
    let colors = effectiveTheme.colors
    let color = style == .problem ? colors.destructive : colors.accent
    return color.mixed(with: colors.window.withAlpha(1), amount: colors.isHighContrast ? 1 : 0.8)
  }

  private func buttonSize(_ width: Double) -> Size {
    button?.fittingSize(in: Size(width: width, height: .infinity)) ?? .zero
  }

  public override func sizeThatFits(_ size: Size) -> Size {
    let margin = Self.margin.total
    let button = buttonSize(size.width)
    let gap = button.width > 0 ? button.width + 12 : 0
    let text = label.fittingSize(in: Size(width: max(size.width - margin.width - gap, 0), height: .infinity))
    return Size(
      width: min(text.width + gap + margin.width, size.width),
      height: max(text.height, button.height, effectiveTheme.controlHeight) + margin.height)
  }

  public override func layoutSubviews() {
    let inner = bounds.inset(by: Self.margin)
    let size = buttonSize(inner.size.width)
    let isMirrored = effectiveLayoutDirection == .rightToLeft
    button?.frame = Rect(
      x: isMirrored ? inner.minX : inner.maxX - size.width, y: inner.center.y - size.height / 2,
      width: size.width,
      height: size.height)
    let width = max(inner.size.width - (size.width > 0 ? size.width + 12 : 0), 0)
    label.frame = Rect(
      x: isMirrored ? inner.maxX - width : inner.minX, y: inner.minY, width: width, height: inner.size.height)
  }

  public override func makePainter() -> Painter? {
    let (state, color) = (ControlState(of: self), ground)
    return { canvas in
      let frame = canvas.snapped(state.bounds)
      canvas.fill(.roundedRect(frame, radius: state.theme.metrics.cornerRadius), with: color)
      state.outline(frame, radius: state.theme.metrics.cornerRadius, in: canvas)
    }
  }
}
