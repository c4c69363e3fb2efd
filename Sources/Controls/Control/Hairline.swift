internal import Drawing
internal import Geometry
internal import Views

extension Canvas {
  /// Fills a line whose shorter side is 1 point. All lines have the same width in whole pixels, such as one
  /// pixel at scale 1.5.
  func fillHairline(_ rect: Rect, with color: Color) {
    let place = snapped(rect)
    func thickness(_ scale: Double) -> Double { scale > 0 ? max(scale.rounded(.down), 1) / scale : 1 }
    let size =
      rect.size.width < rect.size.height
      ? Size(width: thickness(scale.width), height: place.size.height)
      : Size(width: place.size.width, height: thickness(scale.height))
    fill(Rect(origin: place.origin, size: size), with: color)
  }
}
