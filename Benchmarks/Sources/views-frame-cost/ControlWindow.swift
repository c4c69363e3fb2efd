import CarouselUI
import Foundation
import HeadlessCompositor

/// The action that is simulated in every frame.
enum Action: String, CaseIterable {
  case nothing, slider, list, grid, spinner, hover, text
  /// A mouse that sends 1,000 positions a second moves over buttons, or drags a slider or a carousel.
  case fastHover, fastSlider, fastCarousel
  /// A picture of a carousel opens to 1920 × 1080 pixels and closes; see ``SharedElementWindow``.
  case sharedElement
  /// A picture of 24 megapixels is zoomed and scrolled at 1920 × 1080 pixels; see ``ZoomWindow``.
  case zoom

  /// The number of positions of the pointer in a frame.
  var positionCount: Int {
    switch self {
    case .fastHover, .fastSlider, .fastCarousel: 17
    default: 1
    }
  }
}

/// How the card is shown: upright in the window (flat), or tilted, as an item of a carousel whose offset lies
/// between two items.
enum Plane: String, CaseIterable {
  case flat, tilted
}

/// A window of 1280 × 720 pixels with a card of 400 × 300 points, in a headless compositor. A grid has a window of
/// 1920 × 1080 pixels, which it fills in the flat plane.
@MainActor
final class ControlWindow: MeasuredWindow {
  private let window: HeadlessWindow
  private let source: OneCard
  private let card: ControlCard
  private let action: Action
  private var step = 0
  /// The number of frames after which the slider or the dragged carousel had another position than before.
  private var changes = 0

  init(_ action: Action, _ plane: Plane) throws {
    self.action = action
    let size = action == .grid ? Size(width: 1920, height: 1080) : Size(width: 1280, height: 720)
    window = try HeadlessWindow("Controls", size: size)
    card = ControlCard(action, size: Self.cardSize(action, plane))
    source = OneCard(card)
    switch plane {
    case .flat:
      card.frame.origin = Point(
        x: (size.width - card.size.width) / 2, y: (size.height - card.size.height) / 2)
      window.ui.contentView.addSubview(card)
    case .tilted:
      window.ui.carousel.type = .rotary
      window.ui.carousel.scrollToItemBoundary = false
      window.ui.carousel.dataSource = source
      window.ui.carousel.scrollOffset = 0.3
    }
    for _ in 0..<60 { window.frame() }
    begin()
    for _ in 0..<60 { window.frame() }
  }

  private static func cardSize(_ action: Action, _ plane: Plane) -> Size {
    guard action == .grid else { return Size(width: 400, height: 300) }
    return plane == .flat ? Size(width: 1920, height: 1080) : Size(width: 960, height: 600)
  }

  func perform() {
    step += 1
    switch action {
    case .nothing, .spinner, .sharedElement, .zoom: break
    case .list: card.list.contentOffset.y += 7
    // 9,600 points a second, back and forth.
    case .grid: card.tiles.contentOffset.y += step / 300 % 2 == 0 ? 160 : -160
    case .slider, .hover, .fastSlider, .fastHover, .fastCarousel:
      let count = action.positionCount
      for place in 1...count { movePointer(step: Double(step - 1) + Double(place) / Double(count)) }
    case .text:
      window.compositor.seat.keyboard.type(
        step % 40 == 0 ? " " : "abcdefgh".prefix(step % 8 + 1).suffix(1) + "")
    }
    let (value, offset) = (card.slider.value, card.carousel.carousel.scrollOffset)
    window.frame()
    if card.slider.value != value || card.carousel.carousel.scrollOffset != offset { changes += 1 }
  }

  /// Moves the pointer along a line and back, in 80 steps.
  private func movePointer(step: Double) {
    // A triangle wave in 0...1.
    let part = abs(step.truncatingRemainder(dividingBy: 80) / 40 - 1)
    switch action {
    case .slider, .fastSlider: move(to: card.slider, 0.1 + 0.8 * part, 0.5)
    case .fastCarousel: move(to: card.carousel, 0.1 + 0.8 * part, 0.5)
    default: move(to: card.grid, part, Double(Int(step) / 80 % 5) / 5 + 0.1)
    }
  }

  private func begin() {
    switch action {
    case .slider, .fastSlider:
      move(to: card.slider, 0.9, 0.5)
      window.compositor.seat.pointer.press()
    case .fastCarousel:
      move(to: card.carousel, 0.9, 0.5)
      window.compositor.seat.pointer.press()
    case .text:
      move(to: card.field, 0.5, 0.5)
      window.compositor.seat.pointer.press()
      window.compositor.seat.pointer.release()
    case .nothing, .list, .grid, .spinner, .hover, .fastHover, .sharedElement, .zoom: break
    }
  }

  private func move(to view: View, _ across: Double, _ down: Double) {
    let place = Point(x: view.size.width * across, y: view.size.height * down)
    guard let point = view.convert(place, to: nil) else { return }
    window.compositor.seat.pointer.move(to: (point.x, point.y))
  }

  var proof: Double {
    switch action {
    case .nothing, .spinner, .hover, .fastHover, .sharedElement, .zoom: 1
    case .slider, .fastSlider, .fastCarousel: Double(changes)
    case .list: card.list.contentOffset.y
    case .grid: Double(card.tiles.loadedCellCount)
    case .text: Double(card.field.text.count)
    }
  }
}

/// A card with labels and a control for each action.
@MainActor
final class ControlCard: View {
  let slider = Slider(value: 0.5)
  let field = TextField("")
  let spinner = ActivityIndicator()
  let grid = GridView(columns: .count(5), (0..<25).map { Button("\($0)") })
  let list: ListView
  /// 100,000 labels in cells of at least 140 points.
  let tiles = CollectionView(CollectionLayout(columns: .minimumWidth(140), itemHeight: .aspectRatio(1)))
  let carousel = CarouselView(size: Size(width: 360, height: 220))
  private let photos = Photos()
  private struct Tile: Identifiable { let id: Int }

  init(_ action: Action, size: Size) {
    list = ListView(numberOfRows: 10_000, rowHeight: 30) { index, old in
      let row = (old as? LabelView) ?? LabelView("", size: Size(width: 360, height: 30), background: .white)
      row.text = "Row \(index)"
      return row
    }
    super.init(size: size)
    backgroundColor = .white
    cornerRadius = 12
    clipsToBounds = true
    for row in 0..<8 {
      let label = LabelView("Label \(row)", size: Size(width: 120, height: 20), background: .white)
      label.frame.origin = Point(x: 10, y: 10 + Double(row) * 24)
      addSubview(label)
    }
    switch action {
    case .nothing, .sharedElement, .zoom: break
    case .slider, .fastSlider: add(slider, Rect(x: 20, y: 240, width: 360, height: 34))
    case .list: add(list, Rect(x: 20, y: 10, width: 360, height: 280))
    case .grid:
      tiles.setItems((0..<100_000).map(Tile.init)) { tile, old in
        let label = old as? LabelView ?? LabelView("", background: .teal)
        label.text = "\(tile.id)"
        return label
      }
      add(tiles, Rect(origin: .zero, size: size))
    case .spinner:
      add(spinner, Rect(x: 340, y: 20, width: 32, height: 32))
      spinner.startAnimating()
    case .hover, .fastHover: add(grid, Rect(x: 20, y: 60, width: 360, height: 220))
    case .text: add(field, Rect(x: 20, y: 240, width: 360, height: 34))
    case .fastCarousel:
      carousel.carousel.dataSource = photos
      add(carousel, Rect(x: 20, y: 60, width: 360, height: 220))
    }
  }

  private func add(_ view: View, _ frame: Rect) {
    view.frame = frame
    addSubview(view)
  }
}

/// Twenty painted views.
@MainActor
private final class Photos: CarouselDataSource {
  private let views = (0..<20).map { _ in
    PaintedView(size: Size(width: 120, height: 160)) { $0.fill(with: .white) }
  }
  func numberOfItems(in carousel: Carousel) -> Int { views.count }
  func carousel(
    _ carousel: Carousel, viewForItemAt index: Int, reusing view: (any ItemView)?
  ) -> any ItemView { views[index] }
}

@MainActor
private final class OneCard: CarouselDataSource {
  private let card: View
  private let others = (0..<4).map { _ in
    PaintedView(size: Size(width: 400, height: 300)) { $0.fill(with: .white) }
  }
  init(_ card: View) { self.card = card }
  func numberOfItems(in carousel: Carousel) -> Int { 5 }
  func carousel(
    _ carousel: Carousel, viewForItemAt index: Int, reusing view: (any ItemView)?
  ) -> any ItemView { index == 0 ? card : others[index - 1] }
}
