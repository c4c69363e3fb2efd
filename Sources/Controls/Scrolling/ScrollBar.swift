internal import Drawing
internal import Geometry
internal import Views

/// A thin bar that shows which part of the content is visible. It fades out when the content rests. The pointer
/// can drag it.
///
/// The bar has its own pixels, so that it moves without repainting the content.
final class ScrollBar: ThemedView {
  /// Called while the pointer drags the bar, with the axis and the new scroll position in `0...1`.
  var onMove: ((Axis, Double) -> Void)?

  private let axis: Axis
  /// The distance from the first to the last position of the bar, in points.
  private var travel = 0.0
  private var part = 0.0
  private var grip: (contact: Int, start: Double)?
  private var timer: (any ViewTimer)?
  private var fade: (start: Timestamp?, isRunning: Bool) = (nil, false)

  private static let width = 9.0  // points, including a margin of 3 on each side
  private static let shortest = 30.0  // points
  private static let restTime = 1.0  // seconds until the bar fades
  private static let fadeTime = 0.3  // seconds

  init(axis: Axis) {
    self.axis = axis
    super.init()
    isLayered = true
    alpha = 0
  }

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

  /// Makes the bar visible for ``restTime`` seconds; then it fades out.
  func flash() {
    guard !isHidden else { return }
    alpha = 1
    fade = (nil, false)
    timer?.cancel()
    timer = startTimer(after: Self.restTime) { [weak self] in
      guard let self, !self.isHovered, self.grip == nil else { return }
      self.fade = (nil, true)
      self.setNeedsAnimation()
    }
    if timer == nil { alpha = 0 }
  }

  override func animate(to now: Timestamp) -> Bool {
    guard fade.isRunning else { return false }
    let start = fade.start ?? now
    fade.start = start
    alpha = effectiveTheme.isMotionReduced ? 0 : max(1 - (now - start) / Self.fadeTime, 0)
    fade.isRunning = alpha > 0
    return alpha > 0
  }

  override func hoverEntered(at point: Point) {
    flash()
    setNeedsDisplay()
  }
  override func hoverLeft() {
    flash()
    setNeedsDisplay()
  }

  /// A pointer drags the bar. A finger drags the content behind it.
  override func contactBegan(_ contact: Contact) -> ContactResponse {
    guard contact.kind == .pointer(.primary), travel > 0, let superview else { return .ignored }
    grip = (contact.id, axis.along(contact.location(in: superview)) - travel * part)
    setNeedsDisplay()
    return .claimed
  }
  override func contactMoved(_ contact: Contact) -> ContactResponse {
    guard let grip, grip.contact == contact.id, let superview, travel > 0 else { return .ignored }
    let place = (axis.along(contact.location(in: superview)) - grip.start) / travel
    onMove?(axis, min(max(place, 0), 1))
    return .tracking
  }
  override func contactEnded(_ contact: Contact) -> ContactResponse {
    endGrip()
    return .claimed
  }
  override func contactCanceled(_ contact: Contact) { endGrip() }
  private func endGrip() {
    grip = nil
    setNeedsDisplay()
    flash()
  }

  override func makePainter() -> Painter? {
    let state = ControlState(of: self, isHighlighted: grip != nil)
    return { canvas in
      let inset = state.isHovered || state.isHighlighted ? 1.5 : 3
      let bar = canvas.snapped(state.bounds.inset(by: inset))
      let color = state.colors.shade(state.isHighlighted ? 0.8 : state.isHovered ? 0.6 : 0.4)
      canvas.fill(.roundedRect(bar, radius: min(bar.size.width, bar.size.height) / 2), with: color)
    }
  }
}
