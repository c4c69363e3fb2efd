import CarouselEngine
import CarouselViews
import Controls
import Geometry
import Testing
import Views

@MainActor
@Suite("Views as items of a carousel")
struct ItemViewTests {
  @Test("The engine gets a view's superview, size and isDoubleSided through ItemView")
  func itemView() {
    let size = Size(width: 40, height: 30)
    let inner = LabelView("a", size: size)
    let outer = PaintedView(size: size) { _ in }
    outer.addSubview(inner)
    outer.isDoubleSided = false
    let item: any ItemView = inner
    #expect(item.superview === outer)
    #expect(item.size == size)
    #expect((outer as any ItemView).isDoubleSided == false)
  }
}
