internal import CarouselUI

/// The icons of the commands that the controls do not have.
extension Icon {
  private static func point(_ x: Double, _ y: Double) -> Point { Point(x: x, y: y) }

  private static func lines(_ lines: [[Point]], in canvas: Canvas, _ color: Color, width: Double = 1.75) {
    var path = Path()
    for line in lines {
      for (index, point) in line.enumerated() {
        if index == 0 { path.move(to: point) } else { path.line(to: point) }
      }
    }
    canvas.stroke(path, with: color, width: width)
  }

  /// A folder, for opening one.
  static let folder = Icon { canvas, color in
    var path = Path()
    let corners = [(1.5, 13.0), (1.5, 3.5), (6, 3.5), (7.5, 5.5), (14.5, 5.5), (14.5, 13)]
    for (index, (x, y)) in corners.enumerated() {
      if index == 0 { path.move(to: point(x, y)) } else { path.line(to: point(x, y)) }
    }
    path.close()
    canvas.stroke(path, with: color, width: 1.75)
  }

  /// Nine squares, for the page of thumbnails.
  static let thumbnails = Icon { canvas, color in
    for x in [2.0, 6.5, 11] {
      for y in [2.0, 6.5, 11] {
        canvas.fill(.roundedRect(Rect(x: x, y: y, width: 3.25, height: 3.25), radius: 0.75), with: color)
      }
    }
  }

  /// A photo of mountains, for the page of a single photo.
  static let photo = Icon { canvas, color in
    canvas.stroke(
      .roundedRect(Rect(x: 1.5, y: 2.5, width: 13, height: 11), radius: 1.5), with: color, width: 1.5)
    var mountains = Path()
    mountains.move(to: point(3, 12))
    mountains.line(to: point(6.5, 7))
    mountains.line(to: point(8.75, 10))
    mountains.line(to: point(10.25, 8.5))
    mountains.line(to: point(13, 12))
    mountains.close()
    canvas.fill(mountains, with: color)
    canvas.fill(.circle(center: point(11.25, 5.75), radius: 1.1), with: color)
  }

  /// A magnifying glass with a plus sign.
  static let zoomIn = Icon { canvas, color in
    glass(in: canvas, color)
    lines([[point(6.75, 4.5), point(6.75, 9)]], in: canvas, color, width: 1.5)
  }

  /// A magnifying glass with a minus sign.
  static let zoomOut = Icon { canvas, color in glass(in: canvas, color) }

  private static func glass(in canvas: Canvas, _ color: Color) {
    canvas.stroke(.circle(center: point(6.75, 6.75), radius: 4.75), with: color, width: 1.75)
    lines(
      [[point(10.5, 10.5), point(14, 14)]], in: canvas, color, width: 2)
    lines([[point(4.5, 6.75), point(9, 6.75)]], in: canvas, color, width: 1.5)
  }

  /// A photo above a row of small ones, for the strip of thumbnails.
  static let strip = Icon { canvas, color in
    canvas.stroke(
      .roundedRect(Rect(x: 2, y: 2, width: 12, height: 7.5), radius: 1), with: color, width: 1.5)
    for x in [1.5, 6.25, 11] {
      canvas.fill(.roundedRect(Rect(x: x, y: 11.5, width: 3.5, height: 3), radius: 0.5), with: color)
    }
  }
}
