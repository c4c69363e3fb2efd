public import Drawing
public import Geometry
internal import Views

/// A picture of one color, such as the icon of a button. It is painted in the color of the text.
///
/// GTK: a symbolic icon.
public struct Icon: Sendable {
  private let isDirectional: Bool
  private let painter: @Sendable (Canvas, Color) -> Void

  /// Creates an icon.
  ///
  /// - Parameters:
  ///   - isDirectional: Whether the icon is mirrored if lines of text begin at the right, as for an arrow to
  ///     the next page.
  ///   - painter: Paints the icon in the given color, in a square of 16 points.
  public init(isDirectional: Bool = false, painter: @escaping @Sendable (Canvas, Color) -> Void) {
    self.isDirectional = isDirectional
    self.painter = painter
  }

  /// Creates an icon of lines.
  ///
  /// - Parameter width: The width of the lines, in points.
  private init(lines: [[Point]], width: Double = 2, isDirectional: Bool = false) {
    var path = Path()
    for line in lines {
      for (index, point) in line.enumerated() {
        if index == 0 { path.move(to: point) } else { path.line(to: point) }
      }
    }
    let outline = path
    self.init(isDirectional: isDirectional) { canvas, color in
      canvas.stroke(outline, with: color, width: width)
    }
  }

  /// Paints the icon in the largest square in the middle of `rect`.
  public func draw(in canvas: Canvas, rect: Rect, color: Color, isRightToLeft: Bool = false) {
    let side = min(rect.size.width, rect.size.height)
    guard side > 0 else { return }
    let square = canvas.snapped(
      Rect(x: rect.center.x - side / 2, y: rect.center.y - side / 2, width: side, height: side))
    canvas.saved {
      canvas.translate(x: square.minX, y: square.minY)
      canvas.scale(x: square.size.width / 16, y: square.size.height / 16)
      if isDirectional, isRightToLeft {
        canvas.translate(x: 16, y: 0)
        canvas.scale(x: -1, y: 1)
      }
      painter(canvas, color)
    }
  }

  private static func point(_ x: Double, _ y: Double) -> Point { Point(x: x, y: y) }

  /// A plus sign.
  public static let plus = Icon(lines: [[point(8, 3), point(8, 13)], [point(3, 8), point(13, 8)]])
  /// A minus sign.
  public static let minus = Icon(lines: [[point(3, 8), point(13, 8)]])
  /// A cross, for closing.
  public static let close = Icon(lines: [[point(4, 4), point(12, 12)], [point(12, 4), point(4, 12)]])
  /// A check mark.
  public static let check = Icon(lines: [[point(3, 8.5), point(6.5, 12), point(13, 4.5)]])
  /// An angle that points to the next page: to the right, or to the left if lines of text begin at the right.
  public static let next = Icon(
    lines: [[point(6, 3), point(11, 8), point(6, 13)]], isDirectional: true)
  /// An angle that points to the previous page.
  public static let previous = Icon(
    lines: [[point(10, 3), point(5, 8), point(10, 13)]], isDirectional: true)
  /// An angle downward.
  public static let down = Icon(lines: [[point(3, 6), point(8, 11), point(13, 6)]])
  /// An angle upward.
  public static let up = Icon(lines: [[point(3, 10), point(8, 5), point(13, 10)]])
  /// Three lines, for a menu.
  public static let menu = Icon(
    lines: [[point(3, 4), point(13, 4)], [point(3, 8), point(13, 8)], [point(3, 12), point(13, 12)]])
  /// A magnifying glass.
  public static let search = Icon { canvas, color in
    canvas.stroke(.circle(center: point(7, 7), radius: 4), with: color, width: 2)
    var handle = Path()
    handle.move(to: point(10.5, 10.5))
    handle.line(to: point(13.5, 13.5))
    canvas.stroke(handle, with: color, width: 2)
  }
  /// A triangle, for playing.
  public static let play = Icon { canvas, color in
    var triangle = Path()
    triangle.move(to: point(4.5, 3))
    triangle.line(to: point(13, 8))
    triangle.line(to: point(4.5, 13))
    triangle.close()
    canvas.fill(triangle, with: color)
    canvas.stroke(triangle, with: color, width: 1)
  }
  /// Two bars, for a pause.
  public static let pause = Icon { canvas, color in
    canvas.fill(.roundedRect(Rect(x: 3, y: 3, width: 4, height: 10), radius: 1), with: color)
    canvas.fill(.roundedRect(Rect(x: 9, y: 3, width: 4, height: 10), radius: 1), with: color)
  }

  /// An arrow back to the previous page of a navigation: to the left, or to the right if lines of text begin at the right.
  public static let back = Icon(
    lines: [[point(13.5, 8), point(3, 8)], [point(7.5, 3.5), point(3, 8), point(7.5, 12.5)]],
    isDirectional: true)
  /// The key that deletes backward: an arrow-shaped outline with a cross.
  public static let backspace = Icon(
    lines: [
      [
        point(14.5, 8), point(14.5, 3), point(6, 3), point(1.5, 8), point(6, 13), point(14.5, 13),
        point(14.5, 8),
      ],
      [point(7.5, 6), point(11.5, 10)], [point(11.5, 6), point(7.5, 10)],
    ], width: 1.5, isDirectional: true)
  /// A trash can, for deleting.
  public static let trash = Icon(
    lines: [
      [point(2.5, 4.5), point(13.5, 4.5)], [point(6, 4.5), point(6, 2.5), point(10, 2.5), point(10, 4.5)],
      [point(4, 4.5), point(4.75, 13.5), point(11.25, 13.5), point(12, 4.5)],
      [point(6.75, 7), point(6.75, 11)], [point(9.25, 7), point(9.25, 11)],
    ], width: 1.5)
  /// The outline of a star, for a favorite that is not marked.
  public static let star = Icon { canvas, color in canvas.stroke(starOutline, with: color, width: 1.5) }
  /// A star, for a favorite.
  public static let starFilled = Icon { canvas, color in
    canvas.fill(starOutline, with: color)
    canvas.stroke(starOutline, with: color, width: 1.5)
  }
  private static let starOutline: Path = {
    var path = Path()
    let corners = [
      (8.0, 2.1), (9.65, 6.33), (14.18, 6.59), (10.66, 9.47), (11.82, 13.86),
      (8.0, 11.4), (4.18, 13.86), (5.34, 9.47), (1.82, 6.59), (6.35, 6.33),
    ]
    for (index, (x, y)) in corners.enumerated() {
      if index == 0 { path.move(to: point(x, y)) } else { path.line(to: point(x, y)) }
    }
    path.close()
    return path
  }()
  /// The letter i in a circle, for information.
  public static let info = Icon { canvas, color in
    canvas.stroke(.circle(center: point(8, 8), radius: 6), with: color, width: 1.5)
    canvas.fill(.circle(center: point(8, 5), radius: 1), with: color)
    canvas.fill(.roundedRect(Rect(x: 7.1, y: 7, width: 1.8, height: 4.8), radius: 0.5), with: color)
  }
  /// Four corners, for full screen.
  public static let fullscreen = Icon(
    lines: [
      [point(2.5, 6), point(2.5, 2.5), point(6, 2.5)], [point(10, 2.5), point(13.5, 2.5), point(13.5, 6)],
      [point(13.5, 10), point(13.5, 13.5), point(10, 13.5)],
      [point(6, 13.5), point(2.5, 13.5), point(2.5, 10)],
    ])
  /// An arrow along a circle, for turning a picture clockwise.
  public static let rotate = Icon { canvas, color in
    var path = Path()
    path.addArc(center: point(8, 8.5), radius: 5, from: 0.1 * .pi, to: 1.7 * .pi)
    canvas.stroke(path, with: color, width: 1.75)
    var head = Path()
    head.move(to: point(12.8, 1.2))
    head.line(to: point(12.8, 6.6))
    head.line(to: point(7.6, 5.6))
    head.close()
    canvas.fill(head, with: color)
  }
  /// Three dots, for a menu of further commands.
  public static let more = Icon { canvas, color in
    for y in [3, 8, 13.0] { canvas.fill(.circle(center: point(8, y), radius: 1.5), with: color) }
  }
}
