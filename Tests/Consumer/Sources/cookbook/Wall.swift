import CarouselUI

/// A picture of the wall.
final class Tile: Control {
  private let open: () -> Void

  init(_ index: Int, open: @escaping () -> Void) {
    self.open = open
    super.init(size: Size(width: 140, height: 96))
    addSubview(art(index, Size(width: 140, height: 96)))
  }

  override func activate() { open() }
  override func makePainter() -> Painter? { { _ in } }
}

@MainActor func wall() -> View {
  let wall = View()
  let lightbox = CarouselView()
  lightbox.backgroundColor = Color(white: 0, alpha: 0.85)
  lightbox.isHidden = true
  lightbox.carousel.options.spacing = 1.1
  lightbox.carousel.setItems((0..<12).map(Entry.init)) { entry, _ in
    art(entry.id, Size(width: 380, height: 250))
  }
  let tiles = (0..<12).map { index in
    Tile(index) {
      lightbox.carousel.currentItemIndex = index
      lightbox.isHidden = false
    }
  }
  let grid = GridView(columns: .count(3), spacing: Size(width: 12, height: 12), insets: EdgeInsets(16), tiles)
  let page = ScrollView(grid, size: Size(width: 480, height: 300))
  lightbox.size = page.size
  for view in [page, lightbox] { wall.addSubview(view) }
  return wall
}
