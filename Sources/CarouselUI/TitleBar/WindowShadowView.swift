internal import Drawing
internal import Geometry
internal import Views

/// The shadow around a window. Its four corners and four edges are each painted once, for windows of all sizes.
///
/// GTK: the `box-shadow` of `window.csd`.
final class WindowShadowView: ContainerView {
  /// The width of the shadow, in points: a whole number of pixels at the usual scales. libadwaita's shadow is wider,
  /// but its outer part is nearly transparent.
  static let margin = 32.0
  /// The radius of the corners of the window, in points.
  nonisolated static let cornerRadius = 12.0
  /// The part of a corner image that lies inside the window, in points. Beyond it, the shadow does not change
  /// along the edge.
  private static let reach = 44.0
  /// The length of a tile of an edge, in points: a whole number of pixels at all scales.
  private static let tileLength = 120.0

  /// The rectangle of the window in this view.
  var geometry = Rect.zero { didSet { if geometry != oldValue { setNeedsLayout() } } }

  private let corners: [PaintedView]
  private let edges: [TiledView]

  init() {
    let (margin, side, length) = (Self.margin, Self.margin + Self.reach, Self.tileLength)
    // The images are parts of the shadow of a much larger window. Their coordinates begin at the top left of
    // the shadow.
    let far = 4 * side
    let corner = Size(width: side, height: side)
    func patch(_ origin: Point, _ size: Size) -> PaintedView {
      PaintedView(size: size) { canvas in
        canvas.translate(x: -origin.x, y: -origin.y)
        Self.paint(
          Rect(x: margin, y: margin, width: 2 * far - 2 * margin, height: 2 * far - 2 * margin), canvas)
      }
    }
    let end = 2 * far
    corners = [
      patch(.zero, corner), patch(Point(x: end - side, y: 0), corner),
      patch(Point(x: 0, y: end - side), corner),
      patch(Point(x: end - side, y: end - side), corner),
    ]
    let middle = far - length / 2
    edges = [
      (Point(x: middle, y: 0), Size(width: length, height: margin)),
      (Point(x: middle, y: end - margin), Size(width: length, height: margin)),
      (Point(x: 0, y: middle), Size(width: margin, height: length)),
      (Point(x: end - margin, y: middle), Size(width: margin, height: length)),
    ].map { TiledView(tile: patch($0.0, $0.1)) }
    super.init()
    isUserInteractionEnabled = false
    for edge in edges {
      edge.clipsToBounds = true
      addSubview(edge)
    }
    for corner in corners {
      corner.isLayered = true
      addSubview(corner)
    }
  }

  /// Paints the shadow of a window that fills `rect`.
  ///
  /// libadwaita: the `box-shadow` of `window.csd`.
  private nonisolated static func paint(_ rect: Rect, _ canvas: Canvas) {
    for (alpha, blur, spread, down) in shadows {
      canvas.drawShadow(
        of: .roundedRect(rect.inset(by: -spread), radius: cornerRadius + spread),
        color: Color(white: 0, alpha: alpha), radius: blur, offset: Point(x: 0, y: down))
    }
    // A thin line separates the window from a background of the same color.
    canvas.fill(
      .roundedRect(rect.inset(by: -1), radius: cornerRadius + 1), with: Color(white: 0, alpha: 0.08))
  }

  /// Opacity, blur radius, growth and vertical offset; lengths in points.
  private nonisolated static let shadows = [
    (0.09, 3.0, 3.0, 1.0), (0.05, 14.0, 5.0, 2.0), (0.03, 28.0, 12.0, 4.0), (0.02, 32.0, 16.0, 6.0),
  ]

  override func layoutSubviews() {
    let (margin, side, reach) = (Self.margin, Self.margin + Self.reach, Self.reach)
    let outer = geometry.inset(by: -margin)
    let corner = Size(width: side, height: side)
    let xs = [outer.minX, max(outer.maxX - side, outer.minX)]
    let ys = [outer.minY, max(outer.maxY - side, outer.minY)]
    for (index, view) in corners.enumerated() {
      view.frame = Rect(origin: Point(x: xs[index % 2], y: ys[index / 2]), size: corner)
    }
    let width = max(geometry.size.width - 2 * reach, 0)
    let height = max(geometry.size.height - 2 * reach, 0)
    edges[0].frame = Rect(x: geometry.minX + reach, y: outer.minY, width: width, height: margin)
    edges[1].frame = Rect(x: geometry.minX + reach, y: geometry.maxY, width: width, height: margin)
    edges[2].frame = Rect(x: outer.minX, y: geometry.minY + reach, width: margin, height: height)
    edges[3].frame = Rect(x: geometry.maxX, y: geometry.minY + reach, width: margin, height: height)
  }
}

extension Path {
  /// Returns the path of a rectangle with rounded upper corners.
  static func windowOutline(_ rect: Rect, radius: Double) -> Path {
    let radius = max(min(radius, rect.size.width / 2, rect.size.height), 0)
    var path = Path()
    path.move(to: Point(x: rect.minX, y: rect.maxY))
    path.line(to: Point(x: rect.minX, y: rect.minY + radius))
    path.addArc(
      center: Point(x: rect.minX + radius, y: rect.minY + radius), radius: radius, from: .pi, to: 1.5 * .pi)
    path.addArc(
      center: Point(x: rect.maxX - radius, y: rect.minY + radius), radius: radius, from: -.pi / 2, to: 0)
    path.line(to: Point(x: rect.maxX, y: rect.maxY))
    path.close()
    return path
  }
}
