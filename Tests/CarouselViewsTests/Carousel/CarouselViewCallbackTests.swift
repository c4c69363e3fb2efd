import CarouselEngine
import CarouselViews
import Geometry
import Testing

@Suite("Calls of a carousel's data source into the view")
@MainActor
struct CarouselViewCallbackTests {
  /// Converts points and hits views while the carousel requests item views.
  private final class CuriousSource: CarouselDataSource {
    weak var view: CarouselView?
    var known: [View] = []
    var callCount = 0
    func numberOfItems(in carousel: Carousel) -> Int { 20 }
    func carousel(
      _ carousel: Carousel, viewForItemAt index: Int, reusing old: (any ItemView)?
    ) -> any ItemView {
      callCount += 1
      for item in known { _ = item.convert(Point.zero, to: nil) }
      _ = view?.hitTest(Point(x: 300, y: 100))
      let item = View(size: Size(width: 100, height: 100))
      known.append(item)
      return item
    }
  }

  @Test("A data source may convert points and hit views while a frame is made")
  func convertDuringFrame() {
    let view = CarouselView(size: Size(width: 600, height: 200))
    let source = CuriousSource()
    source.view = view
    let root = View(size: Size(width: 600, height: 200))
    root.addSubview(view)
    let tree = ViewTree(root: root)
    view.carousel.dataSource = source
    tree.prepareFrame(at: .at(0))
    let before = source.callCount
    view.carousel.reloadData()
    tree.prepareFrame(at: .at(1))
    #expect(source.callCount > before)
    withExtendedLifetime(source) {}
  }
}
