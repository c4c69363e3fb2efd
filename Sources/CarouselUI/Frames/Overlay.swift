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
  /// not be tiny. The view's sides should be whole pixels at the window's scale, as multiples of 120 points
  /// always are; otherwise copies overlap by up to a pixel.
  ///
  /// - Precondition: Both sides are finite.
  ///
  /// UIKit: `UIColor(patternImage:)`.
  public var tiledSize: Size? {
    didSet { checkTiledSize() }
  }

  /// Places a view, opaque and once by default.
  public init(view: View, origin: Point, alpha: Double = 1, tiledSize: Size? = nil) {
    self.view = view
    self.origin = origin
    self.alpha = alpha
    self.tiledSize = tiledSize
    checkTiledSize()
  }

  private func checkTiledSize() {
    guard let tiledSize else { return }
    precondition(
      tiledSize.width.isFinite && tiledSize.height.isFinite,
      "the sides of tiledSize must be finite: \(tiledSize)")
  }

  /// Returns where the top left corners of those copies of the view are that reach into a window of `size`
  /// points: row by row, in the window's points.
  func origins(in size: Size) -> [Point] {
    let step = view.size
    guard let tiledSize, !step.isEmpty else { return [origin] }
    let columns = Self.copies(of: step.width, from: origin.x, covering: tiledSize.width, in: size.width)
    return Self.copies(of: step.height, from: origin.y, covering: tiledSize.height, in: size.height)
      .flatMap { y in columns.map { Point(x: $0, y: y) } }
  }

  /// Returns where copies of `side` points begin that cover `length` points from `start` on; only those that
  /// reach into `0..<end`.
  private static func copies(
    of side: Double, from start: Double, covering length: Double, in end: Double
  ) -> [Double] {
    let first = (max(-start, 0) / side).rounded(.down)
    return stride(from: first, to: min(length, end - start) / side, by: 1).map { start + $0 * side }
  }
}
