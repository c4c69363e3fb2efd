internal import Geometry

/// The layout of a `custom` carousel. The delegate provides the transforms. Without a delegate the items form
/// a line.
struct CustomLayout: CarouselLayout {
  private var line = LinearLayout()

  mutating func prepare(with resolver: inout LayoutResolver) -> LayoutGeometry {
    _ = line.prepare(with: &resolver)
    return LayoutGeometry(visible: .count(resolver.maximumVisibleItems), usesToggle: true)
  }

  func transform(at position: ItemPosition, in context: LayoutContext) -> Transform3D {
    line.transform(at: position, in: context)
  }
}
