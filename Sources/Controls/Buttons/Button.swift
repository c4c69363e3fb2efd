internal import Drawing
public import Geometry
@_spi(Subclassing) public import Views

/// A button with a title, an icon, or both.
///
/// UIKit: `UIButton`. GTK: `GtkButton`.
open class Button: Control {
  /// The appearance of a button.
  public enum Style: Hashable, Sendable, CaseIterable {
    /// A thin gray surface.
    case plain
    /// A surface in the theme's accent color, for the action that most users want.
    case suggested
    /// Red, for an action that deletes something.
    case destructive
    /// No surface, except under the pointer and while pressed.
    case flat
  }
  /// The outline of a button.
  public enum Shape: Hashable, Sendable, CaseIterable {
    /// A rectangle with rounded corners.
    case rounded
    /// A circle, or a rectangle with round ends if there is a title.
    case circular
  }

  /// The title; empty for none.
  public var title: String { didSet { if title != oldValue { contentDidChange() } } }
  /// The icon, at the side where the title begins; `nil`, the default, for none.
  public var icon: Icon? { didSet { contentDidChange() } }
  /// The appearance; by default plain.
  public var style: Style { didSet { if style != oldValue { setNeedsDisplay() } } }
  /// The outline; by default rounded.
  public var shape = Shape.rounded { didSet { if shape != oldValue { contentDidChange() } } }
  /// Whether a held button calls ``onClick`` repeatedly; by default `false`.
  public var isRepeating = false
  /// Called by a tap, Space or Return.
  ///
  /// UIKit: `touchUpInside`. GTK: `clicked`.
  public var onClick: (() -> Void)?

  /// The delay before the second call of ``onClick`` by a held repeating button, in seconds.
  public static let repeatDelay = 0.4
  /// The time between further calls of ``onClick`` by a held repeating button, in seconds.
  public static let repeatInterval = 0.08

  private var repeatTimer: (any ViewTimer)?
  /// Whether the button has called ``onClick`` during this press.
  private var hasActed = false

  /// Creates a button.
  public init(
    _ title: String = "", icon: Icon? = nil, style: Style = .plain, onClick: (() -> Void)? = nil
  ) {
    self.title = title
    self.icon = icon
    self.style = style
    self.onClick = onClick
    super.init()
    updateCornerRadius()
    sizeToFit()
  }

  open override var semantics: Semantics { activatable(.button, label: title) }

  private func contentDidChange() {
    accessibilityChanged(.label)
    updateCornerRadius()
    setNeedsDisplay()
    invalidateIntrinsicContentSize()
  }

  /// Sets the corner radius of the button's shape, which the focus ring follows.
  private func updateCornerRadius() {
    let metrics = effectiveTheme.metrics
    cornerRadius = shape == .circular ? min(size.width, size.height) / 2 : metrics.cornerRadius
  }

  open override func layoutSubviews() { updateCornerRadius() }

  /// Returns the size of the title and the icon with their margins, at least as high as the theme's controls.
  open override func sizeThatFits(_ size: Size) -> Size {
    let theme = effectiveTheme
    let height = theme.controlHeight
    var width = 0.0
    if icon != nil { width += theme.iconSize }
    guard !title.isEmpty else { return Size(width: max(height, width + 18), height: height) }
    if icon != nil { width += theme.metrics.spacing }
    width += TextLayout(title, style: theme.textStyle(.button)).size.width.rounded(.up)
    return Size(width: width + (icon == nil ? 34 : 26), height: height)
  }

  open override func activate() {
    guard !hasActed else { return }
    onClick?()
  }

  open override func pressHeld() {
    guard isRepeating else { return }
    hasActed = true
    repeatTimer = startTimer(after: Self.repeatDelay, every: Self.repeatInterval) { [weak self] in
      guard let self, self.isHighlighted else { return }
      self.onClick?()
    }
    onClick?()
  }

  open override func contactBegan(_ contact: Contact) -> ContactResponse {
    let response = super.contactBegan(contact)
    if response == .tracking { stopRepeating() }
    return response
  }
  open override func contactEnded(_ contact: Contact) -> ContactResponse {
    defer { stopRepeating() }
    return super.contactEnded(contact)
  }
  open override func contactCanceled(_ contact: Contact) {
    stopRepeating()
    super.contactCanceled(contact)
  }
  private func stopRepeating() {
    repeatTimer?.cancel()
    repeatTimer = nil
    hasActed = false
  }

  /// Handles Space and Return. A held key triggers a repeating button repeatedly.
  open override func keyPressed(_ key: KeyPress) -> Bool {
    let isUsed = super.keyPressed(key)
    if isUsed, key.isRepeat, isRepeating { onClick?() }
    return isUsed
  }

  open override func makePainter() -> Painter? {
    let (state, title, icon, style, shape) = (state, title, icon, style, shape)
    return { canvas in
      state.paint(in: canvas) { canvas in
        let frame = canvas.snapped(state.bounds)
        let radius =
          shape == .circular
          ? min(frame.size.width, frame.size.height) / 2 : state.theme.metrics.cornerRadius
        let colors = state.colors
        var foreground = colors.foreground
        switch style {
        case .plain: canvas.fill(.roundedRect(frame, radius: radius), with: state.surface)
        case .flat: canvas.fill(.roundedRect(frame, radius: radius), with: state.flatSurface)
        case .suggested, .destructive:
          let color = style == .suggested ? colors.accent : colors.destructive
          foreground = colors.foreground(on: color)
          canvas.fill(.roundedRect(frame, radius: radius), with: state.tinted(color))
        }
        if style != .flat { state.outline(frame, radius: radius, in: canvas) }
        Self.paint(title, icon, state, foreground, canvas)
      }
    }
  }

  /// The title, if it is truncated.
  @_spi(Subclassing) public override var automaticTooltip: String? {
    guard !title.isEmpty else { return nil }
    let icon = icon == nil ? 0 : effectiveTheme.iconSize + effectiveTheme.metrics.spacing
    let width = TextLayout(title, style: effectiveTheme.textStyle(.button)).size.width
    return width > size.width - 16 - icon ? title : nil
  }

  private nonisolated static func paint(
    _ title: String, _ icon: Icon?, _ state: ControlState, _ color: Color, _ canvas: Canvas
  ) {
    let bounds = state.bounds
    let side = state.theme.iconSize
    guard let icon else {
      let text = Rect(x: 8, y: 0, width: bounds.size.width - 16, height: bounds.size.height)
      return state.text(title, .button, in: text, color: color, alignment: .center, canvas: canvas)
    }
    let spacing = state.theme.metrics.spacing
    let width = title.isEmpty ? 0 : TextLayout(title, style: state.theme.textStyle(.button)).size.width
    let room = max(bounds.size.width - 16 - side - spacing, 0)
    let total = side + (title.isEmpty ? 0 : spacing + min(width, room))
    let left = (bounds.size.width - total) / 2
    let square = Rect(x: left, y: (bounds.size.height - side) / 2, width: side, height: side)
    icon.draw(
      in: canvas, rect: state.directed(square), color: color, isRightToLeft: state.isRightToLeft)
    let text = Rect(x: left + side + spacing, y: 0, width: min(width, room) + 1, height: bounds.size.height)
    state.text(title, .button, in: state.directed(text), color: color, canvas: canvas)
  }
}
