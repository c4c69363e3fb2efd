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

  /// Places a view, opaque by default.
  public init(view: View, origin: Point, alpha: Double = 1) {
    self.view = view
    self.origin = origin
    self.alpha = alpha
  }
}
