import Drawing
internal import Geometry
internal import Views

/// The caption of an ``ImageView``. Over the image, it is on a dark gradient that keeps white text legible.
final class CaptionView: ContainerView {
  private static let margins = EdgeInsets(horizontal: 14, vertical: 10)
  private static let fade = 30.0  // height of the gradient above the text and its margins, in points

  private let label = LabelView("")
  private let shade = CaptionShade()

  init() {
    super.init()
    label.padding = 0
    isUserInteractionEnabled = false
    addSubview(shade)
    addSubview(label)
  }

  /// Sets the text and whether the gradient is visible behind it.
  func show(_ text: String, style: TextStyle, isShaded: Bool, hasShadow: Bool) {
    label.text = text
    label.style = style
    shade.isHidden = !isShaded
    label.shadowColor = .black
    label.shadowOpacity = hasShadow ? 0.4 : 0
    label.shadowRadius = 0
    label.shadowOffset = Size(width: 0, height: 1)
  }

  /// Returns the height of the text with its margins, in points, if the view is `width` points wide.
  func height(inWidth width: Double) -> Double {
    let space = Self.margins.total
    let room = Size(width: max(width - space.width, 0), height: .infinity)
    return label.sizeThatFits(room).height + space.height
  }

  override func layoutSubviews() {
    let height = height(inWidth: size.width)
    let band = Rect(x: 0, y: size.height - height, width: size.width, height: height)
    label.frame = band.inset(by: Self.margins)
    shade.textTop = (Self.fade + Self.margins.top) / (Self.fade + height)
    shade.frame = band.inset(by: EdgeInsets(top: -Self.fade, left: 0, bottom: 0, right: 0))
  }
}

/// A gradient that becomes dark toward the bottom.
private final class CaptionShade: View {
  /// The part of the view's height that is above the text, in `0...1`.
  var textTop = 0.5 { didSet { if textTop != oldValue { setNeedsDisplay() } } }

  override func makePainter() -> Painter? {
    let (size, textTop) = (size, textTop)
    return { canvas in
      let frame = Rect(origin: .zero, size: size)
      // White text on a white image under 54 % black has a contrast of 4.6 to 1; WCAG requires 4.5 to 1.
      canvas.fill(
        frame,
        with: Gradient(
          .linear(start: frame.origin, end: Point(x: frame.minX, y: frame.maxY)),
          stops: [
            .init(0, Color(white: 0, alpha: 0)),
            .init(textTop * 0.35, Color(white: 0, alpha: 0.12)),
            .init(textTop * 0.7, Color(white: 0, alpha: 0.36)),
            .init(textTop, Color(white: 0, alpha: 0.54)),
            .init(1, Color(white: 0, alpha: 0.7)),
          ]))
    }
  }
}
