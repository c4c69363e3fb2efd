public import Geometry

/// The parts of a window that the program draws around its content: the shadow, the title bar and the borders.
///
/// Distances are rounded to whole points in `0...1024`.
public struct WindowBorders: Hashable, Sendable {
  /// The space for the shadow, outside of the window geometry. A tiled side, a maximized window and a full-screen
  /// window have no shadow.
  public var shadow: EdgeInsets
  /// The space for the title bar and the borders, inside of the window geometry. A full-screen window has none.
  public var frame: EdgeInsets
  /// The width of the area around the window geometry in which a press resizes the window. It is limited to the
  /// shadow's width.
  public var resizeMargin: Double
  /// The radius of the lower corners of the content, whose pixels outside of the round corners are transparent. A
  /// tiled, maximized or full-screen window has square corners.
  public var cornerRadius: Double

  /// Creates borders; distances are in points.
  public init(
    shadow: EdgeInsets = .zero, frame: EdgeInsets = .zero, resizeMargin: Double = 0, cornerRadius: Double = 0
  ) {
    self.shadow = shadow
    self.frame = frame
    self.resizeMargin = resizeMargin
    self.cornerRadius = cornerRadius
  }

  /// No shadow, title bar or borders: the content fills the surface.
  public static let none = WindowBorders()

  /// Returns the borders without the parts that are omitted in a state of the window, in whole points.
  func inEffect(in state: WindowState) -> WindowBorders {
    var borders = self
    if state.contains(.fullscreen) { borders.frame = .zero }
    if !state.isDisjoint(with: [.fullscreen, .maximized]) { borders.shadow = .zero }
    if state.contains(.tiledTop) { borders.shadow.top = 0 }
    if state.contains(.tiledLeft) { borders.shadow.left = 0 }
    if state.contains(.tiledBottom) { borders.shadow.bottom = 0 }
    if state.contains(.tiledRight) { borders.shadow.right = 0 }
    let edges: WindowState = [
      .fullscreen, .maximized, .tiledTop, .tiledLeft, .tiledBottom, .tiledRight,
    ]
    let radius = cornerRadius.isNaN || !state.isDisjoint(with: edges) ? 0 : max(0, cornerRadius.rounded(.up))
    borders.cornerRadius = min(radius, Self.limit)
    let margin = resizeMargin.isNaN ? 0 : max(0, resizeMargin.rounded())
    borders.shadow = borders.shadow.wholePoints(limit: Self.limit)
    borders.frame = borders.frame.wholePoints(limit: Self.limit)
    borders.resizeMargin = min(margin, Self.limit)
    return borders
  }

  /// The largest distance, in points. It is far above any shadow, and sums of several distances stay small.
  private static let limit = 1024.0
}

extension EdgeInsets {
  /// Each distance rounded to whole points in `0...limit`; 0 for NaN.
  fileprivate func wholePoints(limit: Double) -> EdgeInsets {
    func whole(_ side: Double) -> Double { side.isNaN ? 0 : min(max(0, side.rounded()), limit) }
    return EdgeInsets(top: whole(top), left: whole(left), bottom: whole(bottom), right: whole(right))
  }
}
