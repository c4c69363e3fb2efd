// A layout of an application: each item is moved by one more step across the axis.
import CarouselEngine

struct Staircase: CarouselLayout {
  /// The height of a step, in item widths.
  var rise = 0.25
  private var spacing = 1.0

  init(rise: Double) { self.rise = rise }

  mutating func prepare(
    with resolver: inout LayoutResolver
  ) -> LayoutGeometry {
    spacing = resolver.spacing
    _ = resolver.layTrack(.line(share: 1))
    return LayoutGeometry(visible: .filling(resolver.length), isStrip: true)
  }

  func transform(
    at position: ItemPosition, in context: LayoutContext
  ) -> Transform3D {
    let along = position.place * context.itemWidth * spacing
    return switch context.axis {
    case .horizontal: context.base.translated(x: along, y: along * rise)
    case .vertical: context.base.translated(x: along * rise, y: along)
    }
  }
}

struct Card: Identifiable { let id: Int }
final class CardView: ItemView { let size = Size(width: 200, height: 150) }

let carousel = Carousel(bounds: Size(width: 800, height: 600))
carousel.layout = Staircase(rise: 0.5)
carousel.setItems((0..<9).map(Card.init)) { _, reusing in reusing ?? CardView() }
carousel.advance(to: Timestamp(seconds: 0))
let items = carousel.frame().items
precondition(items.first { $0.index == 1 }?.transform.m41 == 200)
precondition(items.first { $0.index == 1 }?.transform.m42 == 100)
