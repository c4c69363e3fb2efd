internal import Drawing
internal import Geometry
internal import Views

/// A thin bar that shows which part of the content is visible. It fades out when the content rests. It can be dragged.
///
/// The bar has its own pixels, so that it moves without repainting the content.
final class ScrollBar: FlashingView {
  /// Called while the bar is dragged, with the axis and the new scroll position in `0...1`.
  var onMove: ((Axis, Double) -> Void)?
  /// Called after a drag of the bar has begun or ended.
  var onGrip: (() -> Void)?
  /// Whether a finger drags the bar; by default `false`: it drags the content behind it.
  var acceptsTouch = false {
    didSet {
      let margin = acceptsTouch ? Self.touchMargin : 0
      hitInsets = EdgeInsets(horizontal: -margin)
    }
  }
  /// Whether the bar is dragged.
  var isGripped: Bool { grip != nil }

  private let axis: Axis
  /// The distance from the first to the last position of the bar, in points.
  private var travel = 0.0
  private var part = 0.0
  private var grip: (contact: Int, start: Double)?

  private static let width = 9.0  // points, including a margin of 3 on each side
  private static let shortest = 30.0  // points
  private static let touchMargin = 16.0  // points

  init(axis: Axis) {
    self.axis = axis
    super.init()
  }

  override var isHeld: Bool { isHovered || isGripped }

  /// Sets the frame of the bar in a scroll view of `size`.
  func place(in size: Size, offset: Double, limit: Double, visible: Double) {
    let whole = axis.along(size) - 4
    guard limit > 0, whole > 0 else { return }
    // Beyond the ends of the content, the bar becomes shorter.
    let excess = max(-offset, offset - limit, 0)
    let length =
      min(max(whole * visible / (visible + limit), Self.shortest), whole) - min(excess / 2, Self.shortest - 9)
    travel = max(whole - length, 0)
    part = min(max(offset / limit, 0), 1)
    let start = 2 + travel * part
    let isMirrored = effectiveLayoutDirection == .rightToLeft
    frame =
      axis == .horizontal
      ? Rect(x: start, y: size.height - Self.width, width: length, height: Self.width)
      : Rect(x: isMirrored ? 0 : size.width - Self.width, y: start, width: Self.width, height: length)
  }

  override func hoverEntered(at point: Point) {
    flash()
    setNeedsDisplay()
  }
  override func hoverLeft() {
    flash()
    setNeedsDisplay()
  }

  override func contactBegan(_ contact: Contact) -> ContactResponse {
    let isAccepted = contact.kind == .pointer(.primary) || acceptsTouch && contact.isPrimary
    guard isAccepted, grip == nil, travel > 0, let superview else { return .ignored }
    grip = (contact.id, axis.along(contact.location(in: superview)) - travel * part)
    setNeedsDisplay()
    onGrip?()
    return .claimed
  }
  override func contactMoved(_ contact: Contact) -> ContactResponse {
    guard let grip, grip.contact == contact.id, let superview, travel > 0 else { return .ignored }
    let place = (axis.along(contact.location(in: superview)) - grip.start) / travel
    onMove?(axis, min(max(place, 0), 1))
    return .tracking
  }
  override func contactEnded(_ contact: Contact) -> ContactResponse {
    endGrip(contact)
    return .claimed
  }
  override func contactCanceled(_ contact: Contact) { endGrip(contact) }
  private func endGrip(_ contact: Contact) {
    guard grip?.contact == contact.id else { return }
    grip = nil
    setNeedsDisplay()
    flash()
    onGrip?()
  }

  override func makePainter() -> Painter? {
    let state = ControlState(of: self, isHighlighted: grip != nil)
    return { canvas in
      let inset = state.isHovered || state.isHighlighted ? 1.5 : 3
      let bar = canvas.snapped(state.bounds.inset(by: inset))
      let color = state.colors.shade(state.isHighlighted ? 0.8 : state.isHovered ? 0.6 : 0.4)
      // Content of the bar's own color does not hide the bar.
      let edge = bar.inset(by: EdgeInsets(-1))
      canvas.fill(
        .roundedRect(edge, radius: min(edge.size.width, edge.size.height) / 2),
        with: state.colors.window.withAlpha(0.5))
      canvas.fill(.roundedRect(bar, radius: min(bar.size.width, bar.size.height) / 2), with: color)
    }
  }
}
