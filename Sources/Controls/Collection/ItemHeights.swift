/// The heights that an application has returned for items. They are requested again when the items or the layout change, but
/// not while an item is dragged.
@MainActor
final class ItemHeights {
  private let request: (_ item: Int, _ width: Double) -> Double
  private var width = Double.nan
  private var heights: [Double] = []

  init(_ request: @escaping (_ item: Int, _ width: Double) -> Double) { self.request = request }

  /// Returns the height of an item for a width, both in points. The items are requested in ascending order at first.
  func height(of item: Int, _ width: Double) -> Double {
    if width != self.width { (self.width, heights) = (width, []) }
    if item < heights.count { return heights[item] }
    let height = request(item, width)
    if item == heights.count, width == self.width { heights.append(height) }
    return height
  }
}
