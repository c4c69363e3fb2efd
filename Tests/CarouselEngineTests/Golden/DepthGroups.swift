import CarouselEngine
import Geometry

/// A recorded depth order, in which neighbors with equal depth may be in any order.
struct DepthGroups {
  private var groups: [Set<Int>] = []

  init(_ order: [Int], ties: [[Int]]) {
    let tied = Set(ties.flatMap { [$0, $0.reversed()] })
    for (position, index) in order.enumerated() {
      if position > 0, tied.contains([order[position - 1], index]) {
        groups[groups.count - 1].insert(index)
      } else {
        groups.append([index])
      }
    }
  }

  func allow(_ order: [Int]) -> Bool {
    var rest = order[...]
    for group in groups {
      guard Set(rest.prefix(group.count)) == group else { return false }
      rest = rest.dropFirst(group.count)
    }
    return rest.isEmpty
  }

  /// Finds neighbors in `order` with equal depth and equal distance from the current item in `carousel`.
  ///
  /// If depths differ only by rounding errors, they count as equal, because the errors determined the
  /// recorded order.
  @MainActor
  static func ties(in order: [Int], of carousel: Carousel, axis: Axis) -> [[Int]] {
    func transform(_ index: Int) -> Transform3D {
      carousel.transform(forOffset: carousel.offsetForItem(at: index), toggle: carousel.toggle)
    }
    func depth(_ t: Transform3D) -> Double { t.m13 + t.m23 + t.m33 + t.m43 }
    func place(_ t: Transform3D) -> Double {
      axis == .horizontal ? t.m11 + t.m21 + t.m31 + t.m41 : t.m12 + t.m22 + t.m32 + t.m42
    }
    let current = place(transform(carousel.currentItemIndex))
    return zip(order, order.dropFirst()).filter { a, b in
      let (ta, tb) = (transform(a), transform(b))
      let (depths, distances) = (
        abs(depth(ta) - depth(tb)), abs(abs(place(ta) - current) - abs(place(tb) - current))
      )
      return depths < Tally.tolerance && (depths > 0 || distances < Tally.tolerance)
    }.map { [$0, $1] }
  }
}
