public import Drawing
public import Geometry
public import Views

/// The state of a control that its painter reads, as a value.
public struct ControlState: Hashable, Sendable {
  /// The theme of the control.
  public var theme: Theme
  /// The control's rectangle, relative to its top left corner.
  public var bounds: Rect
  /// Whether the control and all its superviews are enabled.
  public var isEnabled: Bool
  /// Whether the control is pressed.
  public var isHighlighted: Bool
  /// Whether the pointer is over the control.
  public var isHovered: Bool
  /// Whether the control has the focus.
  public var isFocused: Bool
  /// Whether lines of text begin at the right.
  public var isRightToLeft: Bool

  /// Creates the state of `view`.
  @MainActor
  public init(of view: View, isHighlighted: Bool = false) {
    theme = view.effectiveTheme
    bounds = Rect(origin: .zero, size: view.size)
    isEnabled = view.isEffectivelyEnabled
    self.isHighlighted = isHighlighted
    isHovered = view.isHovered && isEnabled
    isFocused = view.isFocused
    isRightToLeft = view.effectiveLayoutDirection == .rightToLeft
  }

  /// The colors of the theme.
  public var colors: ThemeColors { theme.colors }

  /// The fill of a control with a raised surface, in the current state.
  public var surface: Color { colors.shade(isHighlighted ? 0.3 : isHovered ? 0.15 : 0.1) }
  /// The fill of a control that has a visible surface only while hovered or pressed.
  public var flatSurface: Color {
    isHighlighted ? colors.shade(0.16) : isHovered ? colors.shade(0.07) : .clear
  }

  /// Returns `color` for the current state: lighter while hovered, darker while pressed.
  public func tinted(_ color: Color) -> Color {
    isHighlighted
      ? color.mixed(with: .black, amount: 0.2) : isHovered ? color.mixed(with: .white, amount: 0.1) : color
  }

  /// Returns `rect`, mirrored about the middle of the control if lines of text begin at the right.
  public func directed(_ rect: Rect) -> Rect {
    guard isRightToLeft else { return rect }
    return Rect(
      x: bounds.minX + bounds.maxX - rect.maxX, y: rect.minY, width: rect.size.width, height: rect.size.height
    )
  }

  /// Calls `body` to paint the control; at half opacity if the control is disabled.
  public func paint(in canvas: Canvas, _ body: (Canvas) -> Void) {
    if isEnabled { body(canvas) } else { canvas.faded(to: 0.5) { body(canvas) } }
  }

  /// Paints an outline if the theme has high contrast.
  public func outline(_ rect: Rect, radius: Double, in canvas: Canvas) {
    guard colors.isHighContrast else { return }
    canvas.strokeBorder(rect, radius: radius, with: colors.shade(0.5), width: 1)
  }

  /// How far the shadow of a knob extends beyond the knob, in points.
  static let knobShadow = 5.0

  /// Paints a round knob with a soft shadow. Its outline has a contrast of 3:1 with the knob, or with the surface around it where
  /// the knob has less.
  func knob(center: Point, radius: Double, in canvas: Canvas) {
    let circle = Path.circle(center: center, radius: radius)
    canvas.drawShadow(
      of: circle, color: Color(white: 0, alpha: 0.3), radius: 3, offset: Point(x: 0, y: 1))
    canvas.fill(circle, with: isHighlighted ? colors.knob.mixed(with: .black, amount: 0.06) : colors.knob)
    canvas.stroke(
      .circle(center: center, radius: radius - 0.5),
      with: Color(white: 0, alpha: colors.isHighContrast ? 1 : 0.58), width: 1)
  }

  /// Paints text between the sides of `rect`, in its vertical middle.
  ///
  /// - Parameter wraps: Whether text that is too wide has as many lines as fit the height of `rect`, and not only one.
  package func text(
    _ text: String, _ role: Theme.TextRole, in rect: Rect, color: Color? = nil,
    alignment: TextStyle.Alignment = .start, wraps: Bool = false, canvas: Canvas
  ) {
    guard rect.size.width > 0, !text.isEmpty else { return }
    var style = theme.textStyle(role)
    if let color { style.color = color }
    if wraps {
      var lines = TextLayout(text, style: style, fitting: rect.size)
      if lines.lineCount > 1 {
        if alignment == .center {
          style.alignment = .center
        } else if (alignment == .end) != (lines.isRightToLeft != isRightToLeft) {
          style.alignment = .end
        }
        if style.alignment != .start { lines = TextLayout(text, style: style, fitting: rect.size) }
        return canvas.draw(lines, at: Point(x: rect.minX, y: rect.center.y - lines.size.height / 2))
      }
    }
    style.maxLines = 1
    let layout = TextLayout(text, style: style, width: rect.size.width)
    let free = rect.size.width - layout.size.width
    let wanted =
      switch alignment {
      case .start: isRightToLeft ? free : 0
      case .center: free / 2
      case .end: isRightToLeft ? 0 : free
      }
    // The layout already places right-to-left text at the right.
    let x = rect.minX + wanted - (layout.isRightToLeft ? free : 0)
    canvas.draw(layout, at: Point(x: x, y: rect.center.y - layout.size.height / 2))
  }
}
