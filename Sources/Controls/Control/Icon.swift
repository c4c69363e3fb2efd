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

  private init(lines: [[Point]], isDirectional: Bool = false) {
    var path = Path()
    for line in lines {
      for (index, point) in line.enumerated() {
        if index == 0 { path.move(to: point) } else { path.line(to: point) }
      }
    }
    let outline = path
    self.init(isDirectional: isDirectional) { canvas, color in canvas.stroke(outline, with: color, width: 2) }
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
}
