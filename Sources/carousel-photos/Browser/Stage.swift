import CarouselUI

/// How the window is divided: where the carousel stands, how large its pictures are.
nonisolated enum Stage {
  /// Returns the box that pictures fit into, in whole points, for a window of `size`.
  ///
  /// Most pictures are wider than high, so the box is, too; along the axis it leaves room for the neighbours.
  static func pictureBox(in size: Size, isVertical: Bool) -> Size {
    let height = isVertical ? size.height * 0.46 : min(size.height * 0.64, size.width * 0.5)
    let width = min(height * 4 / 3, size.width * (isVertical ? 0.7 : 0.6))
    return Size(width: max(48, width.rounded()), height: max(36, height.rounded()))
  }

  /// Returns the perspective that makes pictures of any size look alike.
  ///
  /// - Parameter pitch: The pictures' length along the axis, in points.
  static func perspective(pitch: Double) -> Double {
    // iCarousel's −1/500 was made for items of about 200 points.
    -1 / max(2.5 * pitch, 101)
  }

  /// Returns how far the eye is lifted, in points, so that a stack is seen over the top of its first picture.
  static func lift(of type: CarouselType, box: Size) -> Double {
    switch type {
    case .timeMachine, .invertedTimeMachine: box.height * 0.9
    default: 0
    }
  }

  /// Returns the soft light behind the pictures in a window of `size`.
  @MainActor
  static func backdrop(_ size: Size) -> Overlay {
    // From left to right it is the same everywhere.
    let strip = Size(width: min(size.width, stripWidth), height: size.height)
    let view = PaintedView(size: strip, isOpaque: true) { canvas in
      let bounds = Rect(origin: .zero, size: strip)
      canvas.fill(bounds, with: .vertical(in: bounds, colors: [Color(hex: 0x23272F), Color(hex: 0x0E1014)]))
    }
    return Overlay(view: view, origin: .zero, tiledSize: size)
  }

  // Whole pixels at every scale: Wayland counts scales in steps of 1/120.
  private static let stripWidth = 240.0  // points
}
