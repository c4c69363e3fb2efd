internal import Drawing
public import Geometry
public import Views

/// The content of a tooltip: a short text on a dark background.
///
/// GTK: the `tooltip` node.
public final class TooltipView: ThemedView {
  /// The text.
  public var text: String {
    didSet {
      guard text != oldValue else { return }
      setNeedsDisplay()
      invalidateIntrinsicContentSize()
    }
  }

  private static let padding = Size(width: 10, height: 6)
  private static let mostWidth = 360.0  // points; longer texts are wrapped

  /// Creates a tooltip.
  public init(_ text: String) {
    self.text = text
    super.init()
    sizeToFit()
  }

  public override var semantics: Semantics { Semantics(.tooltip, label: text) }

  public override func sizeThatFits(_ size: Size) -> Size {
    let width = max(min(size.width, Self.mostWidth) - 2 * Self.padding.width, 1)
    let layout = TextLayout(balanced: text, style: style, fitting: Size(width: width, height: 1000))
    return Size(
      width: layout.size.width.rounded(.up) + 1 + 2 * Self.padding.width,
      height: layout.size.height.rounded(.up) + 2 * Self.padding.height)
  }

  private var style: TextStyle {
    var style = effectiveTheme.textStyle()
    style.color = .white
    return style
  }

  public override func makePainter() -> Painter? {
    let (state, text, style) = (ControlState(of: self), text, style)
    let inner = state.bounds.inset(
      by: EdgeInsets(horizontal: Self.padding.width, vertical: Self.padding.height))
    return { canvas in
      let frame = canvas.snapped(state.bounds)
      let ground = Color(white: 0, alpha: state.colors.isHighContrast ? 1 : 0.8)
      canvas.fill(.roundedRect(frame, radius: state.theme.metrics.cornerRadius), with: ground)
      if state.colors.isHighContrast {
        canvas.strokeBorder(
          frame, radius: state.theme.metrics.cornerRadius, with: Color(white: 1, alpha: 0.6), width: 1)
      }
      canvas.draw(TextLayout(text, style: style, width: inner.size.width), at: inner.origin)
    }
  }
}
