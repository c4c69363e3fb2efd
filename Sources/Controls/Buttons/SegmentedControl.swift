internal import Drawing
public import Geometry
internal import Input
@_spi(Subclassing) public import Views

/// A row of titles. One of them can be selected. Where the titles do not fit side by side, they are one below another.
///
/// UIKit: `UISegmentedControl`. libadwaita: `AdwToggleGroup`.
public final class SegmentedControl: Control {
  /// The titles, from the side where lines of text begin.
  public var segments: [String] {
    didSet {
      guard segments != oldValue else { return }
      measured = nil
      selectedIndex = selectedIndex.flatMap { segments.indices.contains($0) ? $0 : nil }
      setNeedsDisplay()
      invalidateIntrinsicContentSize()
      accessibilityChanged(.children)
    }
  }
  /// The index of the selected title; `nil` for none. An invalid index is replaced by `nil`. Setting the index
  /// does not call ``onSelect``.
  ///
  /// UIKit: `selectedSegmentIndex`.
  public var selectedIndex: Int? {
    didSet {
      if let index = selectedIndex, !segments.indices.contains(index) { selectedIndex = nil }
      guard selectedIndex != oldValue else { return }
      setNeedsDisplay()
      accessibilityChanged(.selection)
    }
  }
  /// Called with the new index after the user has selected a title.
  public var onSelect: ((Int) -> Void)?

  /// The index of the title that is pressed or under the pointer.
  private var marked: Int? { didSet { if marked != oldValue { setNeedsDisplay() } } }
  private nonisolated static let margin = 3.0
  private nonisolated static let padding = 6.0  // points from the side of a segment to its title

  /// Creates a control.
  public init(_ segments: [String], selectedIndex: Int? = 0, onSelect: ((Int) -> Void)? = nil) {
    self.segments = segments
    self.onSelect = onSelect
    super.init()
    cornerRadius = 9
    self.selectedIndex = selectedIndex.flatMap { segments.indices.contains($0) ? $0 : nil }
    sizeToFit()
  }

  /// The width of the widest title, in points.
  private var titleWidth: Double {
    let theme = effectiveTheme
    if let measured, measured.theme == theme { return measured.width }
    let style = theme.textStyle(.button)
    let width = segments.map { TextLayout($0, style: style).size.width.rounded(.up) }.max() ?? 0
    measured = (theme, width)
    return width
  }
  private var measured: (theme: Theme, width: Double)?
  /// Returns the width of a row whose segments are wider than their titles by `space`.
  private func rowWidth(_ space: Double) -> Double {
    (titleWidth + space) * Double(max(segments.count, 1)) + 2 * Self.margin
  }
  /// The least width of a row in which no title is truncated.
  private var leastRowWidth: Double { rowWidth(2 * Self.padding) }
  private nonisolated static let space = 28.0  // points beside a title, if there is room

  /// Returns the size at which no title is truncated: that of a row, or of a column if `size` is too narrow for a row. All segments have
  /// the same width.
  public override func sizeThatFits(_ size: Size) -> Size {
    let height = effectiveTheme.controlHeight
    let width = rowWidth(Self.space)
    guard size.width > 0, width > size.width else { return Size(width: width, height: height) }
    return leastRowWidth <= size.width
      ? Size(width: size.width, height: height)
      : Size(
        width: titleWidth + Self.space + 2 * Self.margin, height: height * Double(max(segments.count, 1)))
  }

  /// The arrangement of the segments in a size.
  private struct Grid {
    let count: Int
    let isColumn: Bool
    let isMirrored: Bool

    /// Returns the rectangle of a segment.
    func cell(_ index: Int, in area: Rect) -> Rect {
      let place = Double(isMirrored && !isColumn ? count - 1 - index : index)
      let (width, height) = (area.size.width / Double(count), area.size.height / Double(count))
      return isColumn
        ? Rect(x: area.minX, y: area.minY + place * height, width: area.size.width, height: height)
        : Rect(x: area.minX + place * width, y: area.minY, width: width, height: area.size.height)
    }
  }

  /// The segments are in a column if there is a height for several of them, but no width for a row.
  private var grid: Grid {
    let leastHeight = 0.75 * effectiveTheme.controlHeight * Double(segments.count)
    let isColumn = segments.count > 1 && size.height >= leastHeight && size.width + 0.5 < leastRowWidth
    return Grid(
      count: max(segments.count, 1), isColumn: isColumn,
      isMirrored: effectiveLayoutDirection == .rightToLeft)
  }

  private var inside: Rect { Rect(origin: .zero, size: size).inset(by: Self.margin) }

  /// The title under the pointer, if it is truncated.
  @_spi(Subclassing) public override var automaticTooltip: String? {
    guard let marked, segments.indices.contains(marked) else { return nil }
    let room = grid.cell(marked, in: inside).size.width - 2 * Self.padding
    let width = TextLayout(segments[marked], style: effectiveTheme.textStyle(.button)).size.width
    return width > room ? segments[marked] : nil
  }

  public override var semantics: Semantics {
    let (grid, area) = (grid, Rect(origin: .zero, size: size))
    let parts = segments.enumerated().map { index, title in
      var semantics = Semantics(.radioButton, label: title)
      semantics.position = AccessibilityPosition(index: index, count: segments.count)
      semantics.states = index == selectedIndex ? [.checkable, .checked] : .checkable
      semantics.actions = [AccessibilityAction(.activate) { [weak self] in self?.select(index) }]
      return AccessibilityPart(index, area: .rect(grid.cell(index, in: area)), semantics)
    }
    return Semantics(.radioGroup, children: .parts(parts))
  }

  private func index(at point: Point) -> Int? {
    guard !segments.isEmpty, !size.isEmpty else { return nil }
    let (grid, area) = (grid, Rect(origin: .zero, size: size))
    // A press beside the control is a press of the nearest segment.
    let inside = Point(x: min(max(point.x, 0), area.maxX), y: min(max(point.y, 0), area.maxY))
    return segments.indices.min {
      grid.cell($0, in: area).center.distance(to: inside)
        < grid.cell($1, in: area).center.distance(to: inside)
    }
  }

  public override func contactBegan(_ contact: Contact) -> ContactResponse {
    let response = super.contactBegan(contact)
    if response == .tracking { marked = index(at: contact.location(in: self)) }
    return response
  }

  public override func contactEnded(_ contact: Contact) -> ContactResponse {
    let pressed = index(at: contact.location(in: self))
    let response = super.contactEnded(contact)
    if response == .claimed, let pressed { select(pressed) }
    return response
  }

  public override func hoverMoved(to point: Point) { marked = index(at: point) }
  public override func hoverLeft() {
    marked = nil
    super.hoverLeft()
  }

  private func select(_ index: Int) {
    guard segments.indices.contains(index), index != selectedIndex else { return }
    selectedIndex = index
    onSelect?(index)
  }

  public override func keyPressed(_ key: KeyPress) -> Bool {
    guard isFocused, isEnabled, !key.isShortcut, !segments.isEmpty else { return false }
    let forward = effectiveLayoutDirection == .rightToLeft ? -1 : 1
    switch key.symbol.withoutKeypad {
    case .right: move(by: forward)
    case .left: move(by: -forward)
    case .down where grid.isColumn: move(by: 1)
    case .up where grid.isColumn: move(by: -1)
    case .home: select(0)
    case .end: select(segments.count - 1)
    default: return false
    }
    return true
  }

  private func move(by step: Int) {
    guard let selectedIndex else { return select(step > 0 ? 0 : segments.count - 1) }
    select(selectedIndex + step)
  }

  public override func makePainter() -> Painter? {
    let (state, segments, selected, marked, grid) = (state, segments, selectedIndex, marked, grid)
    return { canvas in
      state.paint(in: canvas) { canvas in
        let frame = canvas.snapped(state.bounds)
        let radius = state.theme.metrics.cornerRadius
        canvas.fill(.roundedRect(frame, radius: radius), with: state.colors.shade(0.1))
        state.outline(frame, radius: radius, in: canvas)
        guard !segments.isEmpty else { return }
        let inner = frame.inset(by: Self.margin)
        for (index, title) in segments.enumerated() {
          Self.paintSegment(
            title, canvas.snapped(grid.cell(index, in: inner)), isSelected: index == selected,
            isMarked: index == marked, state, canvas)
        }
      }
    }
  }

  private nonisolated static func paintSegment(
    _ title: String, _ cell: Rect, isSelected: Bool, isMarked: Bool, _ state: ControlState, _ canvas: Canvas
  ) {
    let radius = max(state.theme.metrics.cornerRadius - margin, 0)
    let path = Path.roundedRect(cell, radius: radius)
    if isSelected {
      if !state.colors.isHighContrast {
        canvas.drawShadow(
          of: path, color: Color(white: 0, alpha: 0.16), radius: 3, offset: Point(x: 0, y: 1))
      }
      canvas.fill(path, with: state.colors.isHighContrast ? state.colors.accent : state.colors.raised)
    } else if isMarked, state.isHighlighted || state.isHovered {
      canvas.fill(path, with: state.isHighlighted ? state.colors.shade(0.16) : state.colors.shade(0.07))
    }
    let text = Rect(
      x: cell.minX + padding, y: cell.minY, width: cell.size.width - 2 * padding, height: cell.size.height)
    let color =
      isSelected && state.colors.isHighContrast
      ? state.colors.foreground(on: state.colors.accent) : state.colors.foreground
    state.text(title, .button, in: text, color: color, alignment: .center, canvas: canvas)
  }
}
