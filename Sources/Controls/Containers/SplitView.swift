internal import Drawing
public import Geometry
internal import Input
public import Views

/// A panel beside the content. In a narrow window, the panel is a sheet in front of the content, which slides in from the side.
///
/// The sheet closes by a press beside it, Escape, and a drag to its side. Buttons and menus of an application show and hide the
/// panel with ``togglePanel``.
///
/// libadwaita: `AdwOverlaySplitView`. UIKit: `UISplitViewController`.
public final class SplitView: ContainerView {
  /// The command that shows or hides the panel.
  public static let togglePanel = Command(
    "split.panel", title: "Side panel", icon: .menu, shortcuts: [Shortcut(.f9)])

  /// The side of the panel.
  public enum PanelEdge: Hashable, Sendable, CaseIterable {
    /// The side where lines of text begin.
    case leading
    /// The side where lines of text end.
    case trailing
  }

  /// The view at the side ``panelEdge``.
  public let panel: View
  /// The view beside the panel.
  public let content: View
  /// The width of the panel at a text scale of 1, in points; by default 240. It grows with the text of the theme: beside the content, to
  /// at most half of the width. A sheet is narrower if the window leaves less than 44 points beside it.
  public var panelWidth = 240.0 { didSet { if panelWidth != oldValue { setNeedsLayout() } } }
  /// The width below which the panel is a sheet, in points; by default 600.
  public var narrowWidth = 600.0 { didSet { if narrowWidth != oldValue { setNeedsLayout() } } }
  /// The side of the panel; by default leading.
  ///
  /// libadwaita: `AdwOverlaySplitView:sidebar-position`.
  public var panelEdge = PanelEdge.leading { didSet { if panelEdge != oldValue { edgeDidChange() } } }
  /// Whether the panel is shown. A panel that becomes a sheet is hidden first. A sheet becomes a panel that is shown if the sheet is
  /// shown, or if the panel was shown before it became a sheet.
  public private(set) var isPanelShown = true
  /// Whether the panel was shown before it became a sheet.
  private var wasPanelShown = true
  /// Whether the panel is a sheet, because the view is narrow.
  public private(set) var isNarrow = false
  /// Called after the panel was shown or hidden, or has become a sheet or a panel.
  public var onChange: (() -> Void)?

  private let ground = SheetGround()
  private let shade = View()
  private var slide = SlideTrack(isIn: true)
  private weak var focusedBefore: View?

  private enum Gesture {
    case none
    case pressed(Int, isBeside: Bool)
    case dragged(Int)
  }
  private var gesture = Gesture.none
  private static let leastRest = 44.0  // points beside a sheet
  private static let mostShade = 0.4

  /// Creates a split view.
  public init(panel: View, content: View) {
    (self.panel, self.content) = (panel, content)
    super.init()
    shade.backgroundColor = Color(white: 0)
    shade.isLayered = true
    shade.isHidden = true
    ground.addSubview(panel)
    for view in [content, shade, ground] { addSubview(view) }
    handle(
      Self.togglePanel, isChecked: { [weak self] in self?.isPanelShown == true },
      action: { [weak self] in self.map { $0.setPanel(shown: !$0.isPanelShown) } })
    sizeToFit()
  }

  /// Shows or hides the panel.
  public func setPanel(shown: Bool, animated: Bool = true) {
    guard shown != isPanelShown else { return }
    isPanelShown = shown
    gesture = .none
    let animates = animated && isInWindow && !effectiveTheme.isMotionReduced
    slide.move(in: shown, animated: animates)
    place()
    sheetDidChange()
    if slide.isMoving { setNeedsAnimation() }
    setNeedsLayout()
    onChange?()
  }

  /// Moves the focus into an open sheet, and back when it closes.
  private func sheetDidChange() {
    let isSheet = isNarrow && isPanelShown
    ground.isUserInteractionEnabled = isPanelShown
    guard content.isUserInteractionEnabled == isSheet else { return }
    if isSheet {
      let focused = tree?.focus.focusedView
      focusedBefore = focused?.isDescendant(of: content) == true ? focused : nil
      content.isUserInteractionEnabled = false
      if focusedBefore != nil { panel.focusFirst() }
    } else {
      content.isUserInteractionEnabled = true
      focusedBefore?.becomeFocused()
      focusedBefore = nil
    }
  }

  // MARK: Layout

  private var isPanelAtRight: Bool {
    (effectiveLayoutDirection == .rightToLeft) == (panelEdge == .leading)
  }

  private func edgeDidChange() {
    ground.isTrailing = panelEdge == .trailing
    setNeedsLayout()
  }

  private var sheetWidth: Double { sheetWidth(in: size.width) }

  /// Returns the width of the panel in a split view of a width.
  private func sheetWidth(in total: Double) -> Double {
    let width = panelWidth > 0 ? panelWidth : 0
    let scaled = effectiveTheme.scaled(width)
    return isNarrow
      ? max(min(scaled, total - Self.leastRest), 0)
      : min(max(min(scaled, (total / 2).rounded()), width), total)
  }

  public override func sizeThatFits(_ size: Size) -> Size {
    let inner = content.fittingSize(in: size)
    let width = sheetWidth(in: size.width)
    let side = panel.fittingSize(in: Size(width: width, height: size.height))
    return Size(width: min(inner.width + width, size.width), height: max(inner.height, side.height))
  }

  public override func themeChanged() {
    super.themeChanged()
    setNeedsLayout()
    invalidateIntrinsicContentSize()
  }

  public override func layoutSubviews() {
    let wasNarrow = isNarrow
    isNarrow = size.width < narrowWidth
    if isNarrow != wasNarrow {
      if isNarrow { wasPanelShown = isPanelShown }
      isPanelShown = !isNarrow && (isPanelShown || wasPanelShown)
      slide = SlideTrack(isIn: isPanelShown)
      gesture = .none
      ground.isSheet = isNarrow
      sheetDidChange()
      onChange?()
    }
    place()
  }

  private func place() {
    let width = sheetWidth
    let shown = width * slide.position
    let isMirrored = isPanelAtRight
    func frame(_ x: Double, _ width: Double) -> Rect {
      Rect(x: isMirrored ? size.width - x - width : x, y: 0, width: max(width, 0), height: size.height)
    }
    ground.isHidden = slide.position <= 0 && !isPanelShown
    ground.frame = frame((shown - width).rounded(), width)
    panel.frame = ground.bounds
    content.frame = isNarrow ? bounds : frame(shown.rounded(), size.width - shown.rounded())
    shade.isHidden = !isNarrow || slide.position <= 0
    shade.frame = bounds
    shade.alpha = slide.position * Self.mostShade
  }

  public override func animate(to now: Timestamp) -> Bool {
    let isMoving = slide.advance(to: now)
    place()
    return isMoving
  }

  public override func didMoveToWindow() {
    super.didMoveToWindow()
    guard !isInWindow else { return }
    slide.move(in: isPanelShown, animated: false)
    gesture = .none
    place()
  }

  // MARK: Events

  public override func keyPressed(_ key: KeyPress) -> Bool {
    guard key.symbol == .escape, !key.isShortcut, isNarrow, isPanelShown else { return false }
    setPanel(shown: false)
    return true
  }

  public override func contactBegan(_ contact: Contact) -> ContactResponse {
    guard case .none = gesture, isNarrow, isPanelShown, contact.isPrimary, !contact.isHandedOver else {
      return .ignored
    }
    gesture = .pressed(contact.id, isBeside: !ground.frame.contains(contact.location(in: self)))
    return .tracking
  }

  public override func contactMoved(_ contact: Contact) -> ContactResponse {
    let way = contact.translation(in: self)
    let sign = isPanelAtRight ? -1.0 : 1
    switch gesture {
    case .pressed(contact.id, _):
      guard way.distance(to: .zero) >= DragThreshold.distance else { return .tracking }
      guard abs(way.x) > abs(way.y), sign * way.x < 0 else {
        gesture = .none
        return .ignored
      }
      gesture = .dragged(contact.id)
      slide.beginDrag()
    case .dragged(contact.id): break
    default: return .ignored
    }
    slide.drag(by: sign * way.x / max(sheetWidth, 1))
    place()
    return .claimed
  }

  public override func contactEnded(_ contact: Contact) -> ContactResponse {
    switch gesture {
    case .pressed(contact.id, let isBeside):
      gesture = .none
      guard isBeside else { return .ignored }
      setPanel(shown: false)
    case .dragged(contact.id):
      let sign = isPanelAtRight ? -1.0 : 1
      release(velocity: sign * contact.velocity(in: self).x / max(sheetWidth, 1))
    default: return .ignored
    }
    return .claimed
  }

  public override func contactCanceled(_ contact: Contact) {
    switch gesture {
    case .pressed(contact.id, _): gesture = .none
    case .dragged(contact.id): release(velocity: 20)
    default: break
    }
  }

  private func release(velocity: Double) {
    gesture = .none
    slide.release(velocity: velocity, animated: isInWindow && !effectiveTheme.isMotionReduced)
    if slide.isMoving { setNeedsAnimation() }
    guard slide.target == 0 else { return place() }
    isPanelShown = false
    sheetDidChange()
    place()
    onChange?()
  }
}

/// The opaque background of the panel, with its shadow line as a sheet.
private final class SheetGround: ThemedView {
  var isSheet = false { didSet { if isSheet != oldValue { setNeedsDisplay() } } }
  var isTrailing = false { didSet { if isTrailing != oldValue { setNeedsDisplay() } } }

  init() {
    super.init()
    isLayered = true
  }

  override func makePainter() -> Painter? {
    let (state, isSheet, isTrailing) = (ControlState(of: self), isSheet, isTrailing)
    return { canvas in
      canvas.fill(with: (isSheet ? state.colors.popover : state.colors.window).withAlpha(1))
      if !isSheet { canvas.fill(with: state.colors.shade(0.04)) }
      let edge = state.directed(
        Rect(x: isTrailing ? 0 : state.bounds.maxX - 1, y: 0, width: 1, height: state.bounds.size.height))
      canvas.fillHairline(edge, with: state.colors.border)
    }
  }
}
