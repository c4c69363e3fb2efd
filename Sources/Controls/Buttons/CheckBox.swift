internal import Drawing
public import Geometry
public import Views

/// A small square with a check mark, and a title beside it.
///
/// GTK: `GtkCheckButton`.
public final class CheckBox: Control {
  /// The mark in the square.
  public enum Mark: Hashable, Sendable, CaseIterable {
    /// No mark.
    case off
    /// A check mark.
    case on
    /// A dash, if the box stands for several settings of which only some are on.
    case mixed
  }

  /// The title beside the square; empty for none.
  public var title: String { didSet { if title != oldValue { contentDidChange() } } }
  /// The mark. Setting it does not call ``onToggle``.
  public var mark: Mark {
    didSet {
      guard mark != oldValue else { return }
      setNeedsDisplay()
      accessibilityChanged(.state)
    }
  }
  /// Whether the box is checked.
  ///
  /// GTK: `active`.
  public var isOn: Bool {
    get { mark == .on }
    set { mark = newValue ? .on : .off }
  }
  /// Called with the new value after the user has changed the box.
  ///
  /// GTK: `toggled`.
  public var onToggle: ((Bool) -> Void)?

  /// Creates a box.
  public init(_ title: String = "", isOn: Bool = false, onToggle: ((Bool) -> Void)? = nil) {
    self.title = title
    mark = isOn ? .on : .off
    self.onToggle = onToggle
    super.init()
    cornerRadius = 6
    sizeToFit()
  }

  public override var semantics: Semantics {
    var semantics = activatable(.checkBox, label: title)
    semantics.states =
      mark == .on ? [.checkable, .checked] : mark == .mixed ? [.checkable, .mixed] : .checkable
    return semantics
  }

  private func contentDidChange() {
    accessibilityChanged(.label)
    setNeedsDisplay()
    invalidateIntrinsicContentSize()
  }

  /// Returns the size of the mark and the title. If the title is wider than `size`, it is broken between words.
  public override func sizeThatFits(_ size: Size) -> Size {
    MarkedTitle.size(title, effectiveTheme, width: size.width)
  }

  /// Changes the box like a tap. A mixed box becomes checked.
  public override func activate() {
    isOn.toggle()
    onToggle?(isOn)
  }

  public override func makePainter() -> Painter? {
    let (state, title, mark) = (state, title, mark)
    return { canvas in
      state.paint(in: canvas) { canvas in
        MarkedTitle.paint(title, state, canvas) { square in
          let radius = square.size.width * 0.3
          MarkedTitle.paintGround(square, radius: radius, isOn: mark != .off, state, canvas)
          guard mark != .off else { return }
          let icon: Icon = mark == .on ? .check : .minus
          icon.draw(
            in: canvas, rect: square.inset(by: square.size.width * 0.15),
            color: state.colors.foreground(on: state.colors.accent))
        }
      }
    }
  }
}

/// A mark and a title beside it, as in check boxes and radio buttons.
enum MarkedTitle {
  /// Returns the side of the mark.
  private static func side(_ theme: Theme) -> Double { theme.iconSize + 4 }
  private nonisolated static let margin = 4.0

  @MainActor
  static func size(_ title: String, _ theme: Theme, width: Double) -> Size {
    let rest = side(theme) + 2 * margin
    guard !title.isEmpty else { return Size(width: rest, height: theme.controlHeight) }
    let text = WrappedTitle(title, .body, theme, available: width > 0 ? max(width - rest - 8, 1) : 0)
    return Size(width: rest + 8 + text.width, height: theme.controlHeight + text.extraHeight)
  }

  static func paint(_ title: String, _ state: ControlState, _ canvas: Canvas, mark: (Rect) -> Void) {
    let bounds = state.bounds
    let side = side(state.theme)
    let square = Rect(x: margin, y: (bounds.size.height - side) / 2, width: side, height: side)
    mark(canvas.snapped(state.directed(square)))
    let left = margin + side + 8
    let text = Rect(x: left, y: 0, width: bounds.size.width - left, height: bounds.size.height)
    state.text(title, .body, in: state.directed(text), wraps: true, canvas: canvas)
  }

  static func paintGround(
    _ square: Rect, radius: Double, isOn: Bool, _ state: ControlState, _ canvas: Canvas
  ) {
    let path = Path.roundedRect(square, radius: radius)
    if isOn {
      canvas.fill(path, with: state.tinted(state.colors.accent))
      state.outline(square, radius: radius, in: canvas)
    } else {
      if state.isHighlighted || state.isHovered {
        canvas.fill(path, with: state.colors.shade(state.isHighlighted ? 0.2 : 0.07))
      }
      let color = state.colors.isHighContrast ? state.colors.shade(0.8) : state.colors.shade(0.3)
      canvas.strokeBorder(square, radius: radius, with: color, width: 2)
    }
  }
}
