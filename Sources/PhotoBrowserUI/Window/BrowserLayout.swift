package import CarouselUI

/// The layout of the window: the size of the photos, the camera and the backdrop.
package enum BrowserLayout {
  /// Returns the box that each photo must fit into, in whole points, for a window of `size` points.
  ///
  /// The box has the aspect ratio 4:3, because most photos are wider than high. It leaves room for the
  /// neighboring photos.
  package static func photoBox(in size: Size, isVertical: Bool) -> Size {
    let height = isVertical ? size.height * 0.46 : min(size.height * 0.78, size.width * 0.5)
    let width = min(height * 4 / 3, size.width * (isVertical ? 0.7 : 0.6))
    return Size(width: max(48, width.rounded()), height: max(36, height.rounded()))
  }

  /// Returns a perspective in proportion to the size of the photos, so that the carousel looks the same in
  /// windows of any size.
  ///
  /// - Parameter pitch: The size of a photo along the axis of the carousel, in points.
  static func perspective(pitch: Double) -> Double {
    // iCarousel's default of −1/500 suits items of about 200 points.
    -1 / max(2.5 * pitch, 101)
  }

  /// Returns the height of the eye above the middle, in points. It makes the photos behind the front photo
  /// visible.
  static func lift(of type: CarouselType, box: Size) -> Double {
    switch type {
    case .timeMachine, .invertedTimeMachine: box.height * 0.9
    default: 0
    }
  }

  /// Returns the colors behind the photos, at the upper and at the lower edge.
  static func backdropColors(_ theme: Theme) -> [Color] {
    if theme.colors.isHighContrast { return [theme.colors.window, theme.colors.window] }
    return theme.colors.window.luma < 0.5
      ? [Color(hex: 0x23272F), Color(hex: 0x0E1014)] : [Color(hex: 0xF7F8FA), Color(hex: 0xDDE0E5)]
  }

  /// Returns the gradient behind the photos in a window of `size` points.
  @MainActor
  static func backdrop(_ size: Size, _ theme: Theme) -> View {
    let colors = backdropColors(theme)
    // The gradient is vertical, so a narrow strip is painted and repeated horizontally.
    let strip = Size(width: min(size.width, stripWidth), height: size.height)
    let view = PaintedView(size: strip, isOpaque: true) { canvas in
      let bounds = Rect(origin: .zero, size: strip)
      canvas.fill(bounds, with: .vertical(in: bounds, colors: colors))
    }
    return TiledView(tile: view, size: size)
  }

  // The width is a multiple of 120 points. Wayland scales are multiples of 1/120, so the strip has a whole
  // number of pixels at every scale.
  private static let stripWidth = 240.0  // points
}
