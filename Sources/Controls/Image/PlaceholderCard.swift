import Drawing
internal import Geometry
internal import Views

/// The placeholder of an ``ImageView``: a card in a gradient of one color with a faint picture icon.
final class PlaceholderCard: View {
  /// The base color of the gradient.
  var color = Color.black {
    didSet {
      guard color != oldValue else { return }
      setNeedsDisplay()
      setNeedsLayout()
    }
  }

  private let icon = PictureIcon()

  init() {
    super.init()
    isUserInteractionEnabled = false
    addSubview(icon)
  }

  override func layoutSubviews() {
    let height = min(min(size.width, size.height) * 0.22, 64)
    icon.isHidden = !(height >= 8)
    icon.color = (color.luma > 0.6 ? Color.black : Color.white).withAlpha(0.16)
    let side = Size(width: height * 4 / 3, height: height)
    icon.frame = Rect(
      x: (size.width - side.width) / 2, y: (size.height - side.height) / 2, width: side.width,
      height: side.height)
  }

  override func makePainter() -> Painter? {
    let (frame, radius, color) = (Rect(origin: .zero, size: size), cornerRadius, color)
    return { canvas in
      let light = color.mixed(with: .white, amount: 0.10).withAlpha(color.alpha)
      let dark = color.mixed(with: .black, amount: 0.22).withAlpha(color.alpha)
      canvas.fill(
        .roundedRect(frame, radius: radius),
        // A slanted gradient takes ten times as long.
        with: .vertical(in: frame, colors: [light, color, dark]))
    }
  }
}

/// An icon of a framed picture with two hills and a sun. Its width is 4/3 of its height.
final class PictureIcon: View {
  /// The color of the icon. Its alpha is the opacity of the whole icon.
  var color = Color.black { didSet { if color != oldValue { setNeedsDisplay() } } }

  override func makePainter() -> Painter? {
    let (frame, color) = (Rect(origin: .zero, size: size), color)
    return { canvas in
      let height = frame.size.height
      let line = max(height / 16, 1)
      func at(_ x: Double, _ y: Double) -> Point { Point(x: x * frame.size.width, y: y * height) }
      var hills = Path()
      hills.move(to: at(0.10, 0.78))
      hills.line(to: at(0.34, 0.46))
      hills.line(to: at(0.52, 0.68))
      hills.line(to: at(0.68, 0.52))
      hills.line(to: at(0.90, 0.78))
      // Drawn as a group, so that overlapping strokes do not become darker.
      canvas.faded(to: color.alpha) {
        let opaque = color.withAlpha(1)
        canvas.strokeBorder(frame, radius: height / 7, with: opaque, width: line)
        canvas.stroke(hills, with: opaque, width: line)
        canvas.fill(.circle(center: at(0.70, 0.30), radius: height * 0.085), with: opaque)
      }
    }
  }
}
