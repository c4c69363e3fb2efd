internal import CarouselEngine
internal import CarouselViews
internal import Geometry
internal import JSON
internal import Views

/// A carousel view together with its data source, which is built from a description.
final class CarouselHost: ContainerView {
  let carouselView: CarouselView
  private let source: DescribedItems

  init(
    _ view: CarouselView, items: [[String: JSONNode]],
    make: @escaping @MainActor ([String: JSONNode]) -> View?
  ) {
    carouselView = view
    source = DescribedItems(items, make: make)
    super.init(size: view.size)
    addSubview(view)
    view.carousel.dataSource = source
  }

  override func layoutSubviews() { carouselView.frame = Rect(origin: .zero, size: size) }
  override func sizeThatFits(_ size: Size) -> Size { carouselView.size }
}

/// The data source of a described carousel. It builds the item views.
private final class DescribedItems: CarouselDataSource {
  private let items: [[String: JSONNode]]
  private let make: @MainActor ([String: JSONNode]) -> View?

  init(_ items: [[String: JSONNode]], make: @escaping @MainActor ([String: JSONNode]) -> View?) {
    self.items = items
    self.make = make
  }

  func numberOfItems(in carousel: Carousel) -> Int { items.count }

  func carousel(
    _ carousel: Carousel, viewForItemAt index: Int, reusing view: (any ItemView)?
  ) -> any ItemView {
    (items.indices.contains(index) ? make(items[index]) : nil) ?? View()
  }
}
