public import Drawing
public import Geometry
public import Views

/// A text in the font and colors of the theme, without a card. Long text is broken into lines.
///
/// Events pass through it to the views behind: `isUserInteractionEnabled` is `false` by default.
///
/// GTK: `GtkLabel`. UIKit: `UILabel`.
public final class ThemedLabel: ThemedView {
  /// The text of the label.
  public var text: String { didSet { if text != oldValue { contentDidChange() } } }
  /// The purpose of the text, which determines its font; by default body.
  public var role: Theme.TextRole { didSet { if role != oldValue { contentDidChange() } } }
  /// Whether the text is paler than usual, as for an explanation; by default `false`.
  ///
  /// GTK: the style class `dim-label`.
  public var isSecondary: Bool { didSet { if isSecondary != oldValue { setNeedsDisplay() } } }
  /// The alignment of the lines; `.start`, the default, means the side where lines of text begin.
  public var alignment: TextStyle.Alignment { didSet { if alignment != oldValue { setNeedsDisplay() } } }
  /// The maximum number of lines; longer text is truncated with an ellipsis. 0, the default, means no limit.
  public var maxLines = 0 { didSet { if maxLines != oldValue { contentDidChange() } } }

  /// Creates a label.
  public init(
    _ text: String, role: Theme.TextRole = .body, isSecondary: Bool = false,
    alignment: TextStyle.Alignment = .start
  ) {
    (self.text, self.role, self.isSecondary, self.alignment) = (text, role, isSecondary, alignment)
    super.init()
    isUserInteractionEnabled = false
    sizeToFit()
  }

  public override var semantics: Semantics {
    text.isEmpty ? Semantics() : Semantics(role == .title ? .heading : .label, label: text)
  }

  private func contentDidChange() {
    accessibilityChanged(.label)
    setNeedsDisplay()
    invalidateIntrinsicContentSize()
  }

  private var style: TextStyle {
    let theme = effectiveTheme
    var style = theme.textStyle(role)
    if isSecondary { style.color = theme.colors.secondary }
    style.maxLines = maxLines
    return style
  }

  /// Returns the size of the text, wrapped at the width of `size`.
  public override func sizeThatFits(_ size: Size) -> Size {
    let width = max(size.width, 0)
    let text = TextLayout(text, style: style, width: width.isFinite ? width : nil).size
    return Size(width: text.width.rounded(.up), height: text.height.rounded(.up))
  }

  public override func makePainter() -> Painter? {
    let (text, size, plain, isEnabled) = (text, size, style, isEffectivelyEnabled)
    let isRightToLeft = effectiveLayoutDirection == .rightToLeft
    let alignment = alignment
    return { canvas in
      guard size.width > 0, !text.isEmpty else { return }
      // The layout aligns lines by the direction of the text; the label aligns them by the layout direction of
      // the view.
      let direction = TextLayout(text, style: plain)
      var style = plain
      if alignment == .center {
        style.alignment = .center
      } else if (alignment == .end) != (direction.isRightToLeft != isRightToLeft) {
        style.alignment = .end
      }
      let layout = TextLayout(
        text, style: style, fitting: Size(width: size.width, height: max(size.height, 1)))
      let y = (size.height - layout.size.height) / 2
      func draw() { canvas.draw(layout, at: Point(x: 0, y: y)) }
      if isEnabled { draw() } else { canvas.faded(to: 0.5) { draw() } }
    }
  }
}
