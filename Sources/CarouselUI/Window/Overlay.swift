public import CarouselViews
public import Geometry

/// A view at a fixed position in a window, in front of the carousels or behind them.
@MainActor
public struct Overlay {
  /// The view, shown at its own size. The window repaints it after `setNeedsDisplay()`.
  public var view: View
  /// The view's top left corner, in the window's points.
  public var origin: Point
  /// The opacity, in `0...1`.
  public var alpha: Double
  /// The area from ``origin`` that repeated copies of the view cover, in points; `nil`, the default, shows the view
  /// once.
  ///
  /// Use it for a pattern or for a gradient that fills the window: only one copy is painted and kept in memory. The
  /// last copies are not clipped to this size. Each copy is a layer of its own, so the view should not be tiny. Its
  /// sides should be whole pixels at the window's scale; multiples of 120 points always are. Otherwise copies
  /// overlap by up to a pixel.
  ///
  /// - Precondition: Both sides are finite.
  ///
  /// UIKit: `UIColor(patternImage:)`.
  public var tiledSize: Size? {
    didSet { checkTiledSize() }
  }

  /// Creates an overlay; by default opaque and shown once.
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
      "tiledSize must have finite sides, is \(tiledSize)")
  }

  /// Returns the top left corners of the copies that are visible in a window of `size` points, row by row, in the
  /// window's points.
  func origins(in size: Size) -> [Point] {
    let step = view.size
    guard let tiledSize, !step.isEmpty else { return [origin] }
    let columns = Self.copies(of: step.width, from: origin.x, covering: tiledSize.width, in: size.width)
    return Self.copies(of: step.height, from: origin.y, covering: tiledSize.height, in: size.height)
      .flatMap { y in columns.map { Point(x: $0, y: y) } }
  }

  /// Returns the starts of copies of `side` points that cover `length` points from `start`, without those outside
  /// `0..<end`.
  private static func copies(
    of side: Double, from start: Double, covering length: Double, in end: Double
  ) -> [Double] {
    let first = (max(-start, 0) / side).rounded(.down)
    return stride(from: first, to: min(length, end - start) / side, by: 1).map { start + $0 * side }
  }
}
