public import CarouselViews
public import Geometry

/// A view at a fixed place in a window, in front of the carousels or behind them.
@MainActor
public struct Overlay {
  /// What is shown, at its own size; the window draws it anew when it asks for it.
  public var view: View
  /// The view's top left corner, in the window's points.
  public var origin: Point
  /// In `0...1`.
  public var alpha: Double
  /// What copies of the view cover, side by side from ``origin`` on, in points; by default `nil`: it is shown
  /// once.
  ///
  /// For a pattern, or for a gradient all over the window: no more is painted and kept in memory than one copy.
  /// Copies are not cut: the last ones may reach beyond this size. Each is drawn for itself, so they should
  /// not be tiny.
  ///
  /// UIKit: `UIColor(patternImage:)`.
  public var tiledSize: Size?

  /// Places a view, opaque and once by default.
  public init(view: View, origin: Point, alpha: Double = 1, tiledSize: Size? = nil) {
    self.view = view
    self.origin = origin
    self.alpha = alpha
    self.tiledSize = tiledSize
  }

  /// Where the top left corners of the view's copies are, in the window's points, row by row.
  var origins: [Point] {
    let step = view.size
    guard let tiledSize, !step.isEmpty else { return [origin] }
    let rows = stride(from: 0, to: tiledSize.height, by: step.height)
    return rows.flatMap { y in
      stride(from: 0, to: tiledSize.width, by: step.width).map { x in origin + Point(x: x, y: y) }
    }
  }
}
