import CarouselEngine
import Geometry

/// A strip that also runs down.
struct Staircase: CarouselLayout {
  func prepare(with resolver: inout LayoutResolver) -> LayoutGeometry {
    _ = resolver.layTrack(.line(share: 1))
    return LayoutGeometry(visible: .filling(resolver.length), isStrip: true)
  }

  func transform(at position: ItemPosition, in context: LayoutContext) -> Transform3D {
    let along = position.place * context.itemWidth
    return context.base.translated(x: along, y: along / 4)
  }
}
