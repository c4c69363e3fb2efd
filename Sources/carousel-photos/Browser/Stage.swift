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

  /// Returns the soft light behind the pictures.
  @MainActor
  static func backdrop(_ size: Size) -> Overlay {
    let view = PaintedView(size: size, isOpaque: true) { canvas in
      let bounds = Rect(origin: .zero, size: size)
      canvas.fill(bounds, with: .vertical(in: bounds, colors: [Color(hex: 0x23272F), Color(hex: 0x0E1014)]))
    }
    return Overlay(view: view, origin: .zero)
  }
}
