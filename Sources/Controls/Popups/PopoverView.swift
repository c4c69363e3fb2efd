internal import Drawing
public import Geometry
internal import Input
public import Views

/// A card with a shadow, and optionally an arrow, for content such as a menu or a few controls beside a button.
///
/// The shadow does not receive events.
///
/// UIKit: `UIPopoverPresentationController`. GTK: `GtkPopover`.
public final class PopoverView: ThemedView {
  /// A side of the card.
  public enum Edge: Hashable, Sendable, CaseIterable {
    /// The upper side.
    case top
    /// The lower side.
    case bottom
  }
  /// The content of the card.
  public let content: View
  /// The side with the arrow; `nil`, the default, for no arrow.
  public var arrowEdge: Edge? { didSet { if arrowEdge != oldValue { arrowDidChange() } } }
  /// The position of the arrow along its side, in `0...1` from left to right; by default the middle.
  public var arrowPosition = 0.5 { didSet { if arrowPosition != oldValue { setNeedsDisplay() } } }
  /// Called when Escape is pressed.
  public var onDismiss: (() -> Void)?

  /// The distance from the sides of the view to the card, in points. The shadow needs this space.
  public static let shadowMargin = 16.0
  private static let padding = 6.0
  private nonisolated static let arrowHeight = 8.0

  /// Creates a card around `content`.
  public init(_ content: View) {
    self.content = content
    super.init()
    addSubview(content)
    sizeToFit()
  }

  public override var semantics: Semantics {
    // A menu is an element itself.
    content is MenuScrollView ? Semantics() : Semantics(.dialog, children: .subviews)
  }

  private func arrowDidChange() {
    setNeedsLayout()
    setNeedsDisplay()
    invalidateIntrinsicContentSize()
  }

  /// The rectangle of the card without its shadow and its arrow.
  public var cardFrame: Rect {
    let arrow = Self.arrowHeight
    return bounds.inset(by: Self.shadowMargin).inset(
      by: EdgeInsets(
        top: arrowEdge == .top ? arrow : 0, left: 0, bottom: arrowEdge == .bottom ? arrow : 0, right: 0))
  }

  public override func sizeThatFits(_ size: Size) -> Size {
    let margin = 2 * (Self.shadowMargin + Self.padding)
    let arrow = arrowEdge == nil ? 0 : Self.arrowHeight
    let inner = content.fittingSize(
      in: Size(width: size.width - margin, height: size.height - margin - arrow))
    return Size(width: inner.width + margin, height: inner.height + margin + arrow)
  }

  public override func layoutSubviews() { content.frame = cardFrame.inset(by: Self.padding) }

  public override func point(inside point: Point) -> Bool { cardFrame.contains(point) }

  public override func keyPressed(_ key: KeyPress) -> Bool {
    guard key.symbol == .escape, let onDismiss else { return false }
    onDismiss()
    return true
  }

  public override func makePainter() -> Painter? {
    let (state, card, edge) = (ControlState(of: self), cardFrame, arrowEdge)
    let place = arrowPosition.isFinite ? min(max(arrowPosition, 0), 1) : 0.5
    return { canvas in
      let radius = state.theme.metrics.cardRadius
      let path = Self.outline(canvas.snapped(card), radius: radius, arrow: edge, at: place)
      canvas.drawShadow(
        of: path, color: Color(white: 0, alpha: 0.2), radius: 12, offset: Point(x: 0, y: 3))
      canvas.drawShadow(of: path, color: Color(white: 0, alpha: 0.18), radius: 2)
      canvas.fill(path, with: state.colors.popover)
      if state.colors.isHighContrast { canvas.stroke(path, with: state.colors.shade(0.7), width: 1) }
    }
  }

  private nonisolated static func outline(_ card: Rect, radius: Double, arrow: Edge?, at place: Double)
    -> Path
  {
    let radius = max(min(radius, card.size.width / 2, card.size.height / 2), 0)
    let half = arrowHeight
    let tip = min(
      max(card.minX + card.size.width * place, card.minX + radius + half), card.maxX - radius - half)
    let inner = card.inset(by: radius)
    var path = Path()
    path.move(to: Point(x: inner.minX, y: card.minY))
    if arrow == .top {
      path.line(to: Point(x: tip - half, y: card.minY))
      path.line(to: Point(x: tip, y: card.minY - half))
      path.line(to: Point(x: tip + half, y: card.minY))
    }
    path.addArc(center: Point(x: inner.maxX, y: inner.minY), radius: radius, from: -.pi / 2, to: 0)
    path.addArc(center: Point(x: inner.maxX, y: inner.maxY), radius: radius, from: 0, to: .pi / 2)
    if arrow == .bottom {
      path.line(to: Point(x: tip + half, y: card.maxY))
      path.line(to: Point(x: tip, y: card.maxY + half))
      path.line(to: Point(x: tip - half, y: card.maxY))
    }
    path.addArc(center: Point(x: inner.minX, y: inner.maxY), radius: radius, from: .pi / 2, to: .pi)
    path.addArc(center: Point(x: inner.minX, y: inner.minY), radius: radius, from: .pi, to: 1.5 * .pi)
    path.close()
    return path
  }
}
