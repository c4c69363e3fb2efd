import CarouselEngine
import CarouselViews
import Geometry
import Testing
import ViewFixtures
import Views

@Suite("Calls from a carousel's data source to its view")
@MainActor
struct CarouselViewCallbackTests {
  /// Converts points and performs hit tests while the carousel requests item views.
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

  @Test("A data source may convert points and perform hit tests while a frame is computed")
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

@Suite("Calls from a carousel's delegate to its view")
@MainActor
struct CarouselDelegateCallbackTests {
  /// Converts points and performs hit tests while the carousel computes a frame.
  private final class CuriousDelegate: CarouselDelegate {
    weak var view: CarouselView?
    var known: [View] = []
    var conversions = 0
    func carousel(
      _ carousel: Carousel, itemTransformForOffset offset: Double, baseTransform transform: Transform3D
    ) -> Transform3D {
      for item in known where item.isInWindow && item.convert(Point.zero, to: nil) != nil {
        conversions += 1
      }
      _ = view?.hitTest(Point(x: 300, y: 100))
      return transform.translated(x: offset * 120, y: 0, z: 0)
    }
  }

  private final class Source: CarouselDataSource {
    let views = (0..<20).map { _ in View(size: Size(width: 100, height: 100)) }
    func numberOfItems(in carousel: Carousel) -> Int { views.count }
    func carousel(
      _ carousel: Carousel, viewForItemAt index: Int, reusing old: (any ItemView)?
    ) -> any ItemView { views[index] }
  }

  @Test("A delegate may convert points and perform hit tests while a frame is computed")
  func convertWhilePlacing() {
    let view = CarouselView(size: Size(width: 600, height: 200))
    let (source, delegate) = (Source(), CuriousDelegate())
    (delegate.view, delegate.known) = (view, source.views)
    let root = View(size: Size(width: 600, height: 200))
    root.addSubview(view)
    let tree = ViewTree(root: root)
    view.carousel.type = .custom
    view.carousel.delegate = delegate
    view.carousel.dataSource = source
    for step in 0..<40 {
      // The number of items decreases, so an index of the previous frame may be beyond the items of this
      // frame.
      view.carousel.scrollOffset = Double(step) / 2
      tree.prepareFrame(at: .at(Double(step)))
    }
    let shown = source.views.filter { $0.isInWindow && $0.convert(Point.zero, to: nil) != nil }
    #expect(shown.count > 1 && delegate.conversions == 0)
    withExtendedLifetime((source, delegate)) {}
  }
}
