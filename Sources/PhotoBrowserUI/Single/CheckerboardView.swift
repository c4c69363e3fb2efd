internal import CarouselUI

/// Gray squares behind a translucent photo. They keep their size when the photo is zoomed.
final class CheckerboardView: ContainerView {
  private var tiles: TiledView?

  init() {
    super.init()
    clipsToBounds = true
    isUserInteractionEnabled = false
    accessibilityElementsHidden = true
  }

  private nonisolated static let square = 10.0  // points

  override func layoutSubviews() {
    // A larger board than needed stays, so that it is not painted again while the photo is zoomed.
    if let tiles, tiles.size.width >= size.width, tiles.size.height >= size.height { return }
    tiles?.removeFromSuperview()
    let side = 24 * Self.square
    let tile = PaintedView(size: Size(width: side, height: side), isOpaque: true) { canvas in
      canvas.fill(Rect(x: 0, y: 0, width: side, height: side), with: Color(white: 0.36))
      for row in 0..<24 {
        for column in 0..<24 where (row + column) % 2 == 0 {
          canvas.fill(
            Rect(
              x: Double(column) * Self.square, y: Double(row) * Self.square, width: Self.square,
              height: Self.square), with: Color(white: 0.5))
        }
      }
    }
    let view = TiledView(tile: tile, size: size)
    addSubview(view)
    tiles = view
  }
}
