internal import Drawing
internal import Geometry
internal import Views

/// A cell of a collection view: the content of an item, its highlight, and the separator below it in a list.
final class CollectionCell: ThemedView {
  enum Mark { case none, pressed, selected }
  /// The look of the highlight.
  enum Style {
    /// A bar from side to side, behind the content.
    case row
    /// A rounded card with an outline in the margin around the content.
    case tile
  }

  /// The index of the item that this view last showed; −1 before the first use.
  var index = -1

  var content: View? {
    didSet {
      guard content !== oldValue else { return }
      // The application may have given the old content to another cell.
      if oldValue?.superview === self { oldValue?.removeFromSuperview() }
      if let content { addSubview(content) }
      setNeedsLayout()
    }
  }
  var style = Style.row { didSet { if style != oldValue { setNeedsDisplay() } } }
  var mark = Mark.none { didSet { if mark != oldValue { setNeedsDisplay() } } }
  var hasLine = false { didSet { if hasLine != oldValue { setNeedsDisplay() } } }
  var contentInsets = EdgeInsets.zero { didSet { if contentInsets != oldValue { setNeedsLayout() } } }

  override func hoverEntered(at point: Point) { setNeedsDisplay() }
  override func hoverLeft() { setNeedsDisplay() }
  override func layoutSubviews() {
    guard let content, content.superview === self else { return }
    content.frame = bounds.inset(by: contentInsets)
    measure(content)
  }

  // MARK: Extra height

  /// Called after ``extraHeight`` has changed; `nil` if the content is not measured.
  var onExtraHeightChange: (() -> Void)? {
    didSet { if (onExtraHeightChange == nil) != (oldValue == nil) { setNeedsLayout() } }
  }
  /// The height that the content needs because its texts are broken into lines in the width of the cell, in points; `nil` if it was not
  /// measured.
  private(set) var extraHeight: Double?

  private func measure(_ content: View) {
    guard onExtraHeightChange != nil else {
      extraHeight = nil
      return
    }
    let (room, wide) = (content.size, Size(width: .infinity, height: content.size.height))
    // The height of a picture may follow from its width, without a line of text.
    let line = content.preferredSize == nil ? content.sizeThatFits(wide).height : .infinity
    let extra =
      line.isFinite ? max(content.fittingSize(in: room).height - max(line, content.minimumSize.height), 0) : 0
    guard extra != extraHeight else { return }
    extraHeight = extra
    onExtraHeightChange?()
  }

  override func makePainter() -> Painter? {
    let (state, style, mark, hasLine) = (ControlState(of: self), style, mark, hasLine)
    let insets = contentInsets
    let (radius, outlineWidth) = (8.0, 3.0)  // points
    return { canvas in
      let bounds = state.bounds
      let fill: Color? =
        switch mark {
        case .selected: state.colors.accent.withAlpha(state.colors.isHighContrast ? 0.5 : 0.25)
        case .pressed: state.colors.shade(0.12)
        case .none: state.isHovered ? state.colors.shade(0.04) : nil
        }
      if let fill {
        switch style {
        case .row: canvas.fill(canvas.snapped(bounds), with: fill)
        case .tile: canvas.fill(.roundedRect(canvas.snapped(bounds), radius: radius), with: fill)
        }
      }
      if style == .tile, mark == .selected {
        canvas.strokeBorder(
          canvas.snapped(bounds), radius: radius, with: state.colors.accent, width: outlineWidth)
      }
      guard hasLine else { return }
      let line = Rect(
        x: insets.left, y: bounds.maxY - 1, width: bounds.size.width - insets.total.width, height: 1)
      canvas.fillHairline(line, with: state.colors.border)
    }
  }
}
