internal import Drawing
internal import Geometry
internal import Views

/// A label over a collection that names the items in sight, such as a month, while the content scrolls fast or the scroll
/// bar is dragged.
final class CollectionLabel: FlashingView {
  /// The place of the label.
  private enum Place {
    /// At the middle of the upper side.
    case top
    /// Beside the scroll bar, at a height in points.
    case bar(Double)
  }

  private var text = ""
  private let bar: ScrollBar
  private let currentText: () -> String?
  private var speed = ScrollSpeed()
  private var measuredText = MeasuredText()

  override var isHeld: Bool { bar.isGripped }

  private static let padding = Size(width: 14, height: 6)  // points
  private static let margin = 10.0  // points
  private static let barWidth = 20.0  // points

  /// Creates a label beside a scroll bar.
  ///
  /// - Parameter currentText: Returns the name of the items in sight; `nil` if they have none.
  init(bar: ScrollBar, currentText: @escaping () -> String?) {
    (self.bar, self.currentText) = (bar, currentText)
    super.init()
    isUserInteractionEnabled = false
    accessibilityElementsHidden = true
    bar.onGrip = { [weak self] in self?.gripDidChange() }
  }

  /// Names the items in sight beside the bar, which is gripped now, or fades out.
  private func gripDidChange() {
    guard bar.isGripped else { return flash() }
    if let superview { show(at: .bar(bar.frame.center.y), in: superview.bounds) }
  }

  override var semantics: Semantics { Semantics(.label, label: text) }

  /// Follows the scroll bar while it is dragged, and the content while the label is visible. Called after the content has
  /// scrolled.
  func contentScrolled(in area: Rect) {
    if bar.isGripped {
      show(at: .bar(bar.frame.center.y), in: area)
    } else if alpha > 0 {
      update(at: .top, in: area)
    }
  }

  /// Appears if the content scrolls fast.
  ///
  /// - Parameter offset: The offset of the content at `time`, in points.
  func contentMoved(to offset: Double, at time: Timestamp, in area: Rect) {
    speed.add(offset, at: time)
    guard !bar.isGripped, speed.isFast(at: time, height: area.size.height) else { return }
    show(at: .top, in: area)
  }

  private func show(at place: Place, in area: Rect) { if update(at: place, in: area) { flash() } }

  /// Sets the text and the frame. Returns whether there is a text.
  @discardableResult
  private func update(at place: Place, in area: Rect) -> Bool {
    guard let text = currentText(), !text.isEmpty else { return false }
    if text != self.text {
      self.text = text
      setNeedsDisplay()
    }
    let inner = measuredText.size(of: text, style: effectiveTheme.textStyle(.button))
    let size = Size(
      width: min(inner.width.rounded(.up) + 2 * Self.padding.width, area.size.width),
      height: inner.height.rounded(.up) + 2 * Self.padding.height)
    switch place {
    case .top:
      frame = Rect(
        origin: Point(x: (area.center.x - size.width / 2).rounded(), y: area.minY + Self.margin), size: size)
    case .bar(let height):
      let isMirrored = effectiveLayoutDirection == .rightToLeft
      let x = isMirrored ? area.minX + Self.barWidth : area.maxX - Self.barWidth - size.width
      let y = min(max(height - size.height / 2, area.minY), max(area.maxY - size.height, area.minY))
      frame = Rect(origin: Point(x: x.rounded(), y: y.rounded()), size: size)
    }
    return true
  }

  override func makePainter() -> Painter? {
    let (state, text, padding) = (ControlState(of: self), text, Self.padding)
    return { canvas in
      let card = canvas.snapped(state.bounds)
      let radius = card.size.height / 2
      canvas.fill(.roundedRect(card, radius: radius), with: state.colors.popover.withAlpha(1))
      canvas.strokeBorder(card, radius: radius, with: state.colors.border, width: 1)
      let inner = state.bounds.inset(by: EdgeInsets(horizontal: padding.width))
      state.text(text, .button, in: inner, alignment: .center, canvas: canvas)
    }
  }
}

/// The size of the last text that was laid out. A layout costs more than the rest of a frame of the label.
private struct MeasuredText {
  private var text = ""
  private var style: TextStyle?
  private var size = Size.zero

  /// Returns the size of a text, in points.
  mutating func size(of text: String, style: TextStyle) -> Size {
    if text != self.text || style != self.style {
      (self.text, self.style, size) = (text, style, TextLayout(text, style: style).size)
    }
    return size
  }
}
