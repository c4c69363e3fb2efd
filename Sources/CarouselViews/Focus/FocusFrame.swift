internal import Drawing
internal import Geometry

/// The focus ring of a view that paints no pixels itself, such as a carousel. It consists of four narrow views,
/// one per side.
@MainActor
final class FocusFrame {
  private let sides = (0..<4).map { _ in View() }
  private static let width = 2.0  // points

  /// Passes the four layers of a ring along the inside of `bounds` to `body`.
  func forEachLayer(
    _ context: LayerContext, bounds: Rect, color: Color, _ body: (ViewLayer) -> Void
  ) {
    let (width, size) = (min(Self.width, bounds.size.height / 2), bounds.size)
    let areas = [
      Rect(x: bounds.minX, y: bounds.minY, width: size.width, height: width),
      Rect(x: bounds.minX, y: bounds.maxY - width, width: size.width, height: width),
      Rect(x: bounds.minX, y: bounds.minY + width, width: width, height: size.height - 2 * width),
      Rect(x: bounds.maxX - width, y: bounds.minY + width, width: width, height: size.height - 2 * width),
    ]
    for (side, area) in zip(sides, areas) where !area.isEmpty {
      side.size = area.size
      side.backgroundColor = color
      var inner = context
      inner.map = Homography.scale(1, offset: area.origin).concatenated(with: context.map)
      side.forEachLayer(inner, body)
    }
  }
}
