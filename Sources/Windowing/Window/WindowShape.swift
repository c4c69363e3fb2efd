import Geometry

/// The size of a window, the borders that the program draws, and the areas that result from both.
struct WindowShape {
  /// The facts that decide whether the borders are in effect.
  struct Situation {
    let state: WindowState
    /// Whether the compositor draws no borders, and the surface is on no layer.
    let hasBorders: Bool
  }

  /// The size, from requests and configure events.
  var sizing: WindowSizing
  /// The borders while they are in effect.
  var borders = WindowBorders.none
  /// Whether requested sizes exclude the frame of ``borders``.
  var requestedSizesExcludeFrame = false
  /// The areas that accept input; nil for those of the rectangles.
  var inputRegion: [Rect]?

  init(wanted: Size) { sizing = WindowSizing(wanted: wanted) }

  func rectangles(in situation: Situation) -> WindowRectangles {
    WindowRectangles(
      size: sizing.size, borders: situation.hasBorders ? borders : .none, state: situation.state)
  }

  /// Returns the areas of a surface with these rectangles.
  func regions(of rectangles: WindowRectangles) -> SurfaceRegions {
    SurfaceRegions(
      opaque: rectangles.content == rectangles.surface ? nil : rectangles.opaqueParts,
      input: inputRegion ?? (rectangles.input == rectangles.surface ? nil : [rectangles.input]))
  }

  /// Updates the part of the size that requested sizes exclude.
  ///
  /// - Parameter isFixed: Whether the compositor chooses the size, which then stays the same.
  /// - Returns: Whether that part has changed.
  mutating func updateFrame(in situation: Situation, isFixed: Bool) -> Bool {
    let isExcluded = requestedSizesExcludeFrame && situation.hasBorders
    let frame = isExcluded ? borders.inEffect(in: situation.state).frame.total : .zero
    guard frame != sizing.frame else { return false }
    sizing.setFrame(frame, isFixed: isFixed)
    return true
  }
}
