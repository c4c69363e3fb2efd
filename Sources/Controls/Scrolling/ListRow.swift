internal import Drawing
internal import Geometry
internal import Views

/// A row of a list: its content, its highlight and the separator below it.
final class ListRow: ThemedView {
  enum Mark { case none, pressed, selected }

  /// The index of the row that this view last showed; −1 before the first use.
  var index = -1

  var content: View? {
    didSet {
      guard content !== oldValue else { return }
      oldValue?.removeFromSuperview()
      if let content { addSubview(content) }
      setNeedsLayout()
    }
  }
  var mark = Mark.none { didSet { if mark != oldValue { setNeedsDisplay() } } }
  var hasLine = false { didSet { if hasLine != oldValue { setNeedsDisplay() } } }
  var contentInsets = EdgeInsets.zero { didSet { if contentInsets != oldValue { setNeedsLayout() } } }

  override func hoverEntered(at point: Point) { setNeedsDisplay() }
  override func hoverLeft() { setNeedsDisplay() }
  override func layoutSubviews() { content?.frame = bounds.inset(by: contentInsets) }

  override func makePainter() -> Painter? {
    let (state, mark, hasLine) = (ControlState(of: self), mark, hasLine)
    let insets = contentInsets
    return { canvas in
      let bounds = state.bounds
      switch mark {
      case .selected:
        canvas.fill(
          canvas.snapped(bounds),
          with: state.colors.accent.withAlpha(state.colors.isHighContrast ? 0.5 : 0.25))
      case .pressed: canvas.fill(canvas.snapped(bounds), with: state.colors.shade(0.12))
      case .none: if state.isHovered { canvas.fill(canvas.snapped(bounds), with: state.colors.shade(0.04)) }
      }
      guard hasLine else { return }
      let line = Rect(
        x: insets.left, y: bounds.maxY - 1, width: bounds.size.width - insets.total.width, height: 1)
      canvas.fillHairline(line, with: state.colors.border)
    }
  }
}
