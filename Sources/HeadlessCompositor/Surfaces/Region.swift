/// A set of points, stored as the additions and subtractions that built it.
///
/// Wayland: `wl_region`.
struct Region {
  private var steps: [(isAdded: Bool, rect: IntegerRect)] = []

  mutating func add(_ rect: IntegerRect) { steps.append((true, rect)) }
  mutating func subtract(_ rect: IntegerRect) { steps.append((false, rect)) }

  func contains(_ x: Double, _ y: Double) -> Bool {
    steps.last { $0.rect.contains(x, y) }?.isAdded ?? false
  }

  /// The rectangles that were added.
  var addedRects: [IntegerRect] { steps.filter(\.isAdded).map(\.rect) }
}

/// A client's `wl_region` object. When a request passes it to a surface, the surface copies the region.
@MainActor final class RegionObject {
  private(set) var region = Region()

  init(_ resource: Resource<WlRegionResource>) {
    resource.model = self
    resource.onRequest = { [unowned self, unowned resource] request in
      switch request {
      case .destroy: resource.destroy()
      case .add(let x, let y, let width, let height):
        region.add(IntegerRect(x: x, y: y, width: width, height: height))
      case .subtract(let x, let y, let width, let height):
        region.subtract(IntegerRect(x: x, y: y, width: width, height: height))
      }
    }
  }
}
